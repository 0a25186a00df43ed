import NetEngine

/// Requests that differ in values alone: `/users/1` and `/users/7?page=2` are `/users/{id}`.
package struct PathTemplate {
  /// A part of a path, between two slashes.
  package enum Segment: Hashable {
    case text(String)
    case value
  }

  let method: String
  package let origin: String
  package let segments: [Segment]
  /// What a line of rules calls the values; nil for what suits.
  private var said: [String?] = []
  /// What one of them says in the places of values.
  package private(set) var values: [[String]] = []
  /// Their queries, pair by pair as they were written.
  package private(set) var queries: [[(name: String, value: String?)]] = []
  /// Which of the requests they are.
  package private(set) var members: [Int] = []

  /// The templates of requests in the order in which they came: as rules say, else by their looks.
  package static func all(
    of requests: [HTTPRequest], _ rules: Rules = Rules()
  ) -> [PathTemplate] {
    var templates: [PathTemplate] = []
    var places: [Key: Int] = [:]
    for (number, request) in requests.enumerated() {
      let (origin, path, query) = parts(of: request.url)
      let said = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      let line = rules.template(ofMethod: request.method.rawValue, path: said)
      let segments = zip(said, said.indices).map { part, place in
        let isValue = line.map { $0.segments[place].name != nil } ?? looksLikeValue(part)
        return isValue ? Segment.value : .text(part)
      }
      let key = Key(method: request.method.rawValue, origin: origin, segments: segments)
      let place = places[key] ?? templates.count
      if place == templates.count {
        places[key] = place
        templates.append(
          PathTemplate(method: key.method, origin: origin, segments: segments))
        templates[place].said = line?.segments.compactMap(\.name) ?? []
      }
      templates[place].members.append(number)
      templates[place].values.append(
        zip(said, segments).compactMap { $1 == .value ? $0 : nil })
      templates[place].queries.append(query)
    }
    return templates
  }

  /// For each request the number of its template.
  package static func places(of requests: [HTTPRequest], _ rules: Rules) -> [Int] {
    var places = [Int](repeating: 0, count: requests.count)
    for (number, template) in all(of: requests, rules).enumerated() {
      for member in template.members { places[member] = number }
    }
    return places
  }

  private struct Key: Hashable {
    let method: String
    let origin: String
    let segments: [Segment]
  }

  /// Split by hand: a recording may hold anything in place of a URL.
  private static func parts(
    of url: String
  ) -> (origin: String, path: String, query: [(name: String, value: String?)]) {
    let bytes = url.utf8
    let start = bytes.firstPlace(of: "://".utf8)?.upperBound ?? bytes.startIndex
    let slash = bytes[start...].firstIndex { $0 == 0x2f || $0 == 0x3f } ?? bytes.endIndex
    let mark = bytes[slash...].firstIndex(of: 0x3f)
    let query = mark.map { bytes[bytes.index(after: $0)...].split(separator: 0x26) } ?? []
    return (
      String(Substring(bytes[..<slash])),
      String(Substring(bytes[slash..<(mark ?? bytes.endIndex)])),
      query.map { pair in
        let sign = pair.firstIndex(of: 0x3d)
        return (
          String(Substring(pair[..<(sign ?? pair.endIndex)])),
          sign.map { String(Substring(pair[pair.index(after: $0)...])) }
        )
      }
    )
  }

  /// A number, a UUID, a day, or what is long enough and mixed as only made-up names are.
  package static func looksLikeValue(_ segment: String) -> Bool {
    let bytes = Array(segment.utf8)
    guard !bytes.isEmpty else { return false }
    if bytes.allSatisfy(\.isDigit) { return true }
    if bytes.contains(UInt8(ascii: "@")), bytes.contains(UInt8(ascii: ".")) { return true }
    let isDay =
      bytes.count == 10 && bytes[4] == 0x2d && bytes[7] == 0x2d
      && bytes.allSatisfy { $0.isDigit || $0 == 0x2d }
    let plain = bytes.filter { $0 != 0x2d && $0 != 0x5f }
    let digits = plain.count(where: \.isDigit)
    let isHex = plain.count >= 8 && plain.allSatisfy { $0.isDigit || 97...102 ~= $0 | 0x20 }
    let isMixed =
      plain.count >= 16 && plain.count == bytes.count && digits >= 3
      && plain.allSatisfy { $0.isDigit || 97...122 ~= $0 | 0x20 }
    return isDay || isHex && digits > 0 || isMixed
  }

  // MARK: Names

  /// `GET /users/{id}`.
  package var words: String {
    var names = valueNames.makeIterator()
    let path = segments.map { segment in
      if case .text(let text) = segment { return text }
      return "{\(names.next() ?? "id")}"
    }
    return "\(method) \(path.joined(separator: "/").isEmpty ? "/" : path.joined(separator: "/"))"
  }

  /// `id`; of several `orderId` and `itemId`, by what stands in front of them.
  var valueNames: [String] {
    let count = segments.count { $0 == .value }
    var names: [String] = []
    var before = ""
    for segment in segments {
      switch segment {
      case .text(let text): before = text
      case .value:
        let owner = Self.singular(Self.swiftName(before))
        let usual = owner.isEmpty ? "id" : owner + "Id"
        var said = names.count < said.count ? said[names.count] : nil
        if let word = said, SwiftTargets.isReserved(word) { said = word + "Value" }
        let name = said ?? (count == 1 ? "id" : usual)
        names.append(name.firstFree(said ?? usual, unless: names.contains))
      }
    }
    return names
  }

  /// `order` of `orders`, `category` of `categories`; `status` stays.
  static func singular(_ text: String) -> String {
    var word = text
    if word.hasSuffix("ies") {
      word = word.dropLast(3) + "y"
    } else if word.hasSuffix("s"), word.count > 2, !word.hasSuffix("us"), !word.hasSuffix("ss") {
      word.removeLast()
    }
    return word
  }

  /// A name in lower camel case; empty where nothing is left of it.
  package static func swiftName(_ text: String) -> String {
    let words = text.utf8.split { !($0.isDigit || 97...122 ~= $0 | 0x20) }
      .map { String(Substring($0)) }
    guard let first = words.first else { return "" }
    let lower =
      first.utf8.allSatisfy { !(97...122 ~= $0) } ? first.lowercased() : first.lowercasedFirst
    return lower + words.dropFirst().map(\.capitalizedFirst).joined()
  }
}

extension Rules.TemplateLine.Segment {
  /// Of a value.
  fileprivate var name: String? {
    if case .value(let name) = self { name } else { nil }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
