import LosslessJSON
import NetEngine

/// Where the answers of a session have the secrets that its later requests were sent with.
///
///     login answers {"token": "‹redacted:token#4f›"}  ─►  Authorization: Bearer ‹redacted:authorization#4f›
///
/// Fired again, the login answers another token, which stands at the same place: the later request is
/// sent with that one.
package struct AnsweredSecrets: Sendable {
  /// A place in an answer where a secret was.
  struct Place: Sendable {
    /// Which exchange it is of, counted from 0.
    let exchange: Int
    let key: FreshSecrets.Key
    let way: Way
    let template: RedactedText.Template

    enum Way: Sendable {
      case json([JSONPath.Step])
      case header(String)
      case cookie(String)
    }
  }

  private var places: [[Place]] = []
  /// The exchanges whose answers have a secret, in order.
  private var givers: [FreshSecrets.Key: [Int]] = [:]

  package init(_ exchanges: [Exchange]) {
    for (number, exchange) in exchanges.enumerated() {
      let found = exchange.response.map { Self.places(in: $0, of: number) } ?? []
      places.append(found)
      for place in found where givers[place.key]?.last != number {
        givers[place.key, default: []].append(number)
      }
    }
  }

  /// Which earlier exchange each secret of a request comes from: the last one that has it; a secret no
  /// answer before it has is not among them.
  package func givers(of request: HTTPRequest, at number: Int) -> Set<Int> {
    var found: Set<Int> = []
    for key in FreshSecrets.keys(in: request) {
      if let giver = givers[key]?.last(where: { $0 < number }) { found.insert(giver) }
    }
    return found
  }

  /// The exchange whose response has this secret first.
  package func firstGiver(of key: FreshSecrets.Key) -> Int? { givers[key]?.first }

  /// Whether an answer before an exchange has this secret.
  package func isGiven(_ key: FreshSecrets.Key, before number: Int) -> Bool {
    givers[key]?.first.map { $0 < number } ?? false
  }

  /// The names of the variables of a request's secrets that no answer before it gives, where those of
  /// `skipped` are not asked.
  package func ungiven(
    in request: HTTPRequest, at number: Int, without skipped: Set<Int>
  ) -> Set<FreshSecrets.Key> {
    Set(
      FreshSecrets.keys(in: request).filter { key in
        givers[key]?.contains { $0 < number && !skipped.contains($0) } != true
      })
  }

  /// What a fresh answer has at the places where the recorded one had secrets.
  package func values(of number: Int, in response: Response) -> [(FreshSecrets.Key, String)] {
    guard places.indices.contains(number) else { return [] }
    return Self.values(at: places[number], in: response).map { ($0.key, $1) }
  }

  /// The values of a fresh response where a recorded one has marks, each with the mark's name and hash.
  static func values(
    markedIn recorded: Response, in response: Response
  ) -> [(mark: RedactedText.Template, value: String)] {
    values(at: places(in: recorded, of: 0), in: response).map { ($0.template, $1) }
  }

  private static func values(at places: [Place], in response: Response) -> [(Place, String)] {
    guard !places.isEmpty else { return [] }
    let document = response.document
    return places.compactMap { place in
      text(at: place.way, in: response, document)
        .flatMap { place.template.value(in: $0) }
        .map { (place, $0) }
    }
  }

  // MARK: Looking

  /// The secrets in a recorded response.
  package static func keys(in response: Response) -> Set<FreshSecrets.Key> {
    Set(places(in: response, of: 0).map(\.key))
  }

  private static func places(in response: Response, of number: Int) -> [Place] {
    var found: [Place] = []
    func add(_ way: Place.Way, _ text: String) {
      guard let template = RedactedText.template(text) else { return }
      found.append(
        Place(
          exchange: number, key: FreshSecrets.Key(template.name, template.hash), way: way,
          template: template))
    }
    for hop in response.hops {
      for field in hop.headers where RedactedText.mayOccur(in: field.value.utf8) {
        if field.name.isSameHeaderName(as: "Set-Cookie"), let (name, value) = field.value.cookie {
          add(.cookie(name), value)
        } else {
          add(.header(field.name), field.value)
        }
      }
    }
    guard response.body.withUnsafeBytes({ RedactedText.mayOccur(in: $0) }) else { return found }
    visit(response.document.json, []) { path, text in add(.json(path), text) }
    return found
  }

  /// Deeper than this nobody keeps a token.
  private static let depthLimit = 32

  private static func visit(
    _ json: JSON, _ path: [JSONPath.Step], _ body: ([JSONPath.Step], String) -> Void
  ) {
    guard path.count < depthLimit else { return }
    switch json.kind {
    case .object:
      for (key, value) in json.members ?? [] { visit(value, path + [.key(key)], body) }
    case .array:
      for (index, value) in json.arrayValue.enumerated() {
        visit(value, path + [.index(index)], body)
      }
    case .string: body(path, json.stringValue)
    default: break
    }
  }

  private static func text(
    at way: Place.Way, in response: Response, _ document: JSONDocument
  ) -> String? {
    switch way {
    case .header(let name):
      return response.hops.lazy.compactMap { $0.headers[name] }.last
    case .cookie(let name):
      for hop in response.hops.reversed() {
        for field in hop.headers where field.name.isSameHeaderName(as: "Set-Cookie") {
          if let cookie = field.value.cookie, cookie.name == name { return cookie.value }
        }
      }
      return nil
    case .json(let path):
      let value = document.json[path: JSONPath(path)]
      switch value.kind {
      case .string: return value.stringValue
      case .number: return value.number?.text
      default: return nil
      }
    }
  }
}

/// Values that fresh answers gave, by the marks they stand for.
package struct FreshSecrets: Sendable {
  /// Marks with one hash stand for one value, whatever they are called; without one the name decides.
  package struct Key: Sendable, Hashable {
    package let text: String

    package init(_ name: String, _ hash: String) {
      text = hash.isEmpty ? name : "#" + hash
    }
  }

  private var values: [Key: String] = [:]

  package init() {}

  package subscript(name: String, hash: String) -> String? { values[Key(name, hash)] }

  package mutating func learn(_ new: [(Key, String)]) {
    for (key, value) in new { values[key] = value }
  }

  /// What the marks of a request stand for.
  package static func keys(in request: HTTPRequest) -> [Key] { marks(in: request).map(\.key) }

  /// The marks of a request, in the order in which they are filled in.
  package static func marks(in request: HTTPRequest) -> [(name: String, key: Key)] {
    var marks: [(name: String, key: Key)] = []
    func look(_ text: String) {
      _ = RedactedText.filled(text) { name, hash in
        marks.append((name, Key(name, hash)))
        return ""
      }
    }
    look(request.url)
    for field in request.headers { look(field.value) }
    if case .bytes(let body) = request.body, RedactedText.mayOccur(in: body.bytes),
      let text = body.text
    {
      look(text)
    }
    return marks
  }
}

extension String {
  /// Name and value of a Set-Cookie line.
  package var cookie: (name: String, value: String)? {
    let pair = utf8.prefix { $0 != UInt8(ascii: ";") }
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = pair[..<equals].trimmingBlanks
    let value = pair[pair.index(after: equals)...].trimmingBlanks
    return (String(Substring(name)), String(Substring(value)))
  }
}
