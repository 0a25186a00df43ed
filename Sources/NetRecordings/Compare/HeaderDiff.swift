import LosslessJSON
import NetEngine

/// Compares the headers of two answers, name by name, and says what is forgiven.
struct HeaderDiff {
  let differences: [Difference]

  /// `isForgiven` is what the rules say; `bodyIsEqual` forgives what follows from the body.
  init(
    from first: Headers, to second: Headers, bodyIsEqual: Bool, isForgiven: (String) -> Bool
  ) {
    let (left, right) = (Self.byName(first), Self.byName(second))
    var names = left.names
    names += right.names.filter { left.values[$0] == nil }
    differences = names.compactMap { name in
      let (from, to) = (left.values[name], right.values[name])
      guard from != to else { return nil }
      let isRedacted = from?.map(RedactedText.comparable) == to?.map(RedactedText.comparable)
      if isRedacted, let from, let to, !Self.differInHashes(from, to) { return nil }
      let shown = (
        from: from?.map(RedactedText.withoutHashes), to: to?.map(RedactedText.withoutHashes)
      )
      let noise = HeaderNoise.of(name)
      let forgiven = Self.forgives(noise, shown.from, shown.to, bodyIsEqual) || isForgiven(name)
      let kind: JSONDiff.Kind = from == nil ? .added : to == nil ? .removed : .value
      return Difference(
        .header(name), kind, from: shown.from?.joined(separator: ", "),
        to: shown.to?.joined(separator: ", "), isNoise: forgiven,
        isRedacted: isRedacted)
    }
  }

  private static func differInHashes(_ from: [String], _ to: [String]) -> Bool {
    zip(from, to).contains { RedactedText.differInHashes($0.utf8, $1.utf8) }
  }

  /// Values by their names in small letters, the names in order.
  private static func byName(_ headers: Headers) -> (names: [String], values: [String: [String]]) {
    var names: [String] = []
    var values: [String: [String]] = [:]
    for field in headers {
      let name = field.name.lowercasedASCII
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(field.value)
    }
    return (names, values)
  }

  private static func forgives(
    _ noise: HeaderNoise?, _ from: [String]?, _ to: [String]?, _ bodyIsEqual: Bool
  ) -> Bool {
    switch noise {
    case nil: false
    case .always: true
    case .withBody: bodyIsEqual
    case .value: from != nil && to != nil
    case .cookie: from?.map(cookieShape) == to?.map(cookieShape)
    }
  }

  /// The name and the attributes; when a cookie expires changes with every answer.
  private static func cookieShape(_ cookie: String) -> [String] {
    let parts = cookie.utf8.split(separator: UInt8(ascii: ";")).map {
      String(decoding: $0, as: UTF8.self)
    }
    return parts.enumerated().map { place, part in
      let name = String(Substring(Substring(part).utf8.prefix { $0 != UInt8(ascii: "=") }))
      let trimmed = String(Substring(Substring(name).utf8.trimmingBlanks))
      if place == 0 { return trimmed }
      let lower = trimmed.lowercasedASCII
      return lower == "expires" ? lower : part.lowercasedASCII.filter { $0 != " " }
    }
  }
}
