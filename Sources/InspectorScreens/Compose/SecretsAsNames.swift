import NetEngine
import NetRecordings
import RequestFiles

/// Puts `{{$processEnv NAME}}` where a secret stands, and holds its value.
///
/// A secret that was taken out before has a name and no value: the process's environment has to have
/// one, or a person types it. Requests that belong together are named one after the other by the same
/// one: two values have two names in all of them.
struct SecretsAsNames {
  /// As they stood in the text, by their names.
  private(set) var values: [String: String] = [:]
  /// Those of the requests before.
  private var earlier: [String: String] = [:]
  private var names: SecretVariableNames

  /// Those of `shared` stand for all values of their name.
  init(sharing shared: Set<String> = []) { names = SecretVariableNames(sharing: shared) }

  /// Names with more values than anybody would give.
  var crowded: Set<String> { names.crowded }

  /// Goes on to the next request.
  mutating func beginNext() {
    earlier.merge(values) { first, _ in first }
    values = [:]
  }

  /// The request with a name in place of each secret.
  mutating func named(_ request: HTTPRequest) -> HTTPRequest {
    let redactor = Redactor(style: .variable).knowing(request.secrets)
    let hidden = redactor.redact(request).withPlaceholdersForMarks()
    var named = request
    named.url = self.named(request.url, hidden.url)
    named.headers = Headers(
      zip(request.headers, hidden.headers).map { field, hidden in
        var field = field
        field.value = self.named(field.value, hidden.value)
        return field
      })
    if case .bytes(let body) = request.body, case .bytes(let other) = hidden.body,
      let text = body.text, let hidden = other.text
    {
      let text = self.named(text, hidden)
      named.body = .bytes(Body(text))
    }
    named.secrets = []
    return named
  }

  // MARK: What is typed

  /// A header line, be it half typed.
  mutating func named(line: String) -> String {
    guard let field = HeaderText(line) else { return named(text: line) }
    let hidden = Self.redactor.redact(header: field.name, value: field.value)
    let value = named(field.value, hidden)
    // A line without a secret stays as it was typed.
    return value.utf8.elementsEqual(field.value.utf8) ? line : "\(field.name): \(value)"
  }

  mutating func named(url: String) -> String { named(url, Self.redactor.redact(url: url)) }

  mutating func named(text: String) -> String { named(text, Self.redactor.redact(text)) }

  mutating func named(
    _ body: WrittenRequest.Payload, type: String?
  ) -> WrittenRequest.Payload {
    let type = type.flatMap { MediaType($0) }
    switch body {
    case .text(let text):
      return .text(named(text, Self.redactor.redact(Body(text), type: type).text ?? ""))
    case .lines(let text): return .lines(named(text: text))
    case .held(let held):
      return .held(.bytes(Redactor().redact(held.collected ?? .empty, type: type)))
    }
  }

  private static let redactor = Redactor(style: .variable)

  // MARK: One text

  /// The hidden text with names where its placeholders stand; what stood there is held.
  private mutating func named(_ text: String, _ hidden: String) -> String {
    guard SecretVariable.firstPlaceholder(in: Array(hidden.utf8)[...]) != nil else { return text }
    var made: [UInt8] = []
    var rest = Array(text.utf8)[...]
    var left = Array(hidden.utf8)[...]
    while let place = SecretVariable.firstPlaceholder(in: left) {
      let before = left[..<place.lowerBound]
      let placeholder = Array(left[place])
      made += before
      rest = rest.starts(with: before) ? rest.dropFirst(before.count) : []
      left = left[place.upperBound...]
      let next = SecretVariable.firstPlaceholder(in: left)
      let behind = left[..<(next?.lowerBound ?? left.endIndex)]
      let value = Self.value(in: rest, before: behind, isLast: next == nil)
      rest = rest.dropFirst(value?.count ?? 0)
      if let value, Self.isVariables(value) {
        made += value
        continue
      }
      made += "{{$processEnv \(hold(value, of: placeholder))}}".utf8
    }
    return String(decoding: made + left, as: UTF8.self)
  }

  /// What stands in front of a text that did not change.
  private static func value(
    in rest: ArraySlice<UInt8>, before behind: ArraySlice<UInt8>, isLast: Bool
  ) -> ArraySlice<UInt8>? {
    if isLast {
      guard rest.count > behind.count, rest.suffix(behind.count) == behind else { return nil }
      return rest.dropLast(behind.count)
    }
    guard !behind.isEmpty, let found = rest.dropFirst().firstPlace(of: behind) else { return nil }
    return rest[..<found.lowerBound]
  }

  /// Whether nothing but variables stands there: those are names already.
  private static func isVariables(_ value: ArraySlice<UInt8>) -> Bool {
    var rest = value
    var isOne = false
    while let start = rest.firstPlace(of: "{{".utf8),
      let end = rest[start.upperBound...].firstPlace(of: "}}".utf8)
    {
      guard rest[..<start.lowerBound].allSatisfy({ " :&".utf8.contains($0) }) else { return false }
      rest = rest[end.upperBound...]
      isOne = true
    }
    return isOne && rest.allSatisfy { $0 == 0x20 }
  }

  /// The name of a placeholder, which holds this value from now on.
  private mutating func hold(_ value: ArraySlice<UInt8>?, of placeholder: [UInt8]) -> String {
    let name = String(decoding: names.fill(placeholder) { $0 }, as: UTF8.self)
    guard let value, !RedactedText.mayOccur(in: value) else { return name }
    let text = String(decoding: value, as: UTF8.self)
    // The same secret may stand in two spellings.
    let free = name.firstFree(name + "_") { free in
      (values[free] ?? (names.isShared(free) ? nil : earlier[free]) ?? text) != text
    }
    values[free] = text
    return free
  }
}
