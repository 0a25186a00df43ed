import LosslessJSON
import NetEngine

/// What other editors' comments say in an order or with words of their own.
extension RequestMeta {
  /// Words of other editors that say what one of ours says.
  static let sameWords = [
    "dependsOn": "depends", "depends-on": "depends", "noRedirect": "no-redirect",
    "noRejectUnauthorized": "insecure", "connectionTimeout": "connection-timeout",
    "no-reject-unauthorized": "insecure", "ref": "depends", "forceRef": "depends", "tags": "tag",
    "noLog": "no-log", "noCookieJar": "no-cookie-jar", "kulala-prompt": "prompt",
    "kulala-curl--insecure": "insecure", "curl-insecure": "insecure",
    "kulala-curl--max-time": "timeout", "curl-timeout": "timeout",
    "kulala-expect-status-code": "status",
  ]

  /// `otp The code`, `"The code" otp { type: "password" }`; nil where no variable is named.
  static func prompt(_ text: String) -> (prompt: Prompt, isSecret: Bool)? {
    let bytes = Substring(text).utf8.trimmingBlanks
    guard bytes.first == UInt8(ascii: "\""),
      let end = bytes.dropFirst().firstIndex(of: UInt8(ascii: "\""))
    else {
      guard let name = names(text).first else { return nil }
      let words = text.utf8.dropFirst(name.utf8.count).trimmingBlanks
      return (Prompt(name: name, words: String(Substring(words))), false)
    }
    let rest = String(Substring(bytes[end...].dropFirst()))
    guard let name = names(rest).first else { return nil }
    let words = String(Substring(bytes[..<end].dropFirst()))
    return (Prompt(name: name, words: words), rest.utf8.firstPlace(of: "\"password\"".utf8) != nil)
  }

  /// Takes `insecure true`, `timeout=5s retries=3`; throws for what has no effect here.
  mutating func take(
    settings text: String, of key: String, at place: FilePlace
  ) throws(RequestFileProblem) {
    let words = Self.names(text)
    let isOne = key == "setting" && words.count == 2
    let pairs = isOne ? [words] : words.map { Self.pair($0) }
    for pair in pairs where pair.count != 2 || !take(setting: pair[0], pair[1]) {
      throw RequestFileProblem(place, .notSupported("'@\(key) \(text)'"))
    }
  }

  private mutating func take(setting name: String, _ value: String) -> Bool {
    switch (name, value) {
    case ("insecure", "true"): isInsecure = true
    case ("followredirects", "false"): staysAtFirstAnswer = true
    case ("insecure", "false"), ("followredirects", "true"): break
    case ("timeout", _):
      guard let duration = Self.duration(value) else { return false }
      timeout = duration
    default: return false
    }
    return true
  }

  /// `name=value` cut in two.
  private static func pair(_ word: String) -> [String] {
    word.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1).map { String(Substring($0)) }
  }

  /// `3`, `3 500ms`, `count=3 delay=500ms`.
  static func retry(_ text: String) -> Retry? {
    guard text.utf8.contains(UInt8(ascii: "=")) else {
      let words = text.utf8.split(maxSplits: 1) { $0.isBlank }
      guard let first = words.first, let count = count(first) else { return nil }
      guard words.count > 1 else { return Retry(count: count) }
      return duration(String(Substring(words[1].trimmingBlanks)))
        .map { Retry(count: count, delay: $0) }
    }
    var said: [String: String] = [:]
    for pair in names(text).map({ pair($0) }) where pair.count == 2 { said[pair[0]] = pair[1] }
    guard let count = said["count"].flatMap({ count($0.utf8[...]) }) else { return nil }
    guard let delay = said["delay"] else { return Retry(count: count) }
    return duration(delay).map { Retry(count: count, delay: $0) }
  }

  private static func count(_ digits: Substring.UTF8View) -> Int? {
    Int(digits: digits).flatMap { $0 <= 1_000 ? $0 : nil }
  }

  /// What stands in front of a variable's name in other editors' comments: where it holds.
  static func isScope(_ word: String) -> Bool {
    let scope = word.hasSuffix("-secret") ? String(word.dropLast(7)) : word
    return ["file", "request", "global"].contains(scope)
  }

  /// Takes a value of the answer that is kept: `token = response.body.a`, as it stands or as
  /// `global-secret token {{response.body.a}}`.
  mutating func take(
    capture text: String, of key: String, _ written: String, at place: FilePlace
  ) throws(RequestFileProblem) {
    var rest = Substring(text).utf8.trimmingBlanks
    func word() -> Substring.UTF8View { rest.prefix { $0.isVariableByte } }
    let scope = String(Substring(word()))
    let behind = rest[word().endIndex...].trimmingBlanks
    let isScope = Self.isScope(scope) && behind.first != UInt8(ascii: "=")
    if isScope { rest = behind }
    let name = String(Substring(word()))
    var value = rest[word().endIndex...].trimmingBlanks
    if value.first == UInt8(ascii: "=") { value = value.dropFirst().trimmingBlanks }
    if value.starts(with: "{{".utf8), value.suffix(2).elementsEqual("}}".utf8) {
      value = value.dropFirst(2).dropLast(2).trimmingBlanks
    }
    guard let statement = AssertionLine.capture("\(name) = \(Substring(value))") else {
      throw RequestFileProblem(place, .notSupported("'@\(key) \(written)'"))
    }
    if isScope, scope.hasSuffix("-secret") { secrets.append(name) }
    captures.append(statement)
  }
}
