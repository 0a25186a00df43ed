import NetEngine
import NetRecordings

/// Takes secrets out of what reports say: by name, by shape, and wherever an exchange has shown them.
///
/// Reports end in logs that others read. What one exchange has shown to be secret is taken out of
/// everything that is said of it and of those after it.
nonisolated final class ReportRedaction {
  private let redactor = Redactor()
  private var known = KnownSecrets()

  func learn(from exchange: Exchange) {
    var exchange = exchange
    // No report says what only another tool's fields hold.
    exchange.keep(nil)
    redactor.learn(from: exchange, into: &known)
  }

  /// How many values are known.
  var count: Int { known.count }

  func learn(_ lessons: [SecretLesson]) {
    for lesson in lessons { known.learn(lesson) }
  }

  /// From all of it, before anything is said: what comes last may be a secret in the first line.
  ///
  /// What was read for that is given by its places, unless it is too much to be held.
  @discardableResult
  func learn(from session: Session, holdingAll: Bool = false) -> [Int: Exchange] {
    redactor.learn(from: session, into: &known, holdingAll: holdingAll)
  }

  func learn(from outcome: Outcome?) {
    guard let response = outcome?.response else { return }
    learn(
      from: Exchange(
        sequence: 0, name: "", startedAt: 0, request: response.request, result: .success(response)))
  }

  func learn(_ secrets: [NamedSecret]) {
    for secret in secrets { known.learn(secret) }
  }

  func callAsFunction(_ text: String) -> String {
    text.isEmpty ? text : redactor.redact(text, knowing: known)
  }

  func callAsFunction(_ exchange: Exchange) -> Exchange {
    redactor.redact(exchange, knowing: known)
  }

  /// The server's words about a refused status; nil for other outcomes and for bodies without text.
  ///
  /// The body is redacted before it is cut: a secret must not lose the end that identifies it.
  func refusalWords(of outcome: Outcome?) -> RefusalWords? {
    guard let outcome, case .statusCode(var response) = outcome.error, !response.body.isEmpty else {
      return nil
    }
    response.body = response.body.prefix(Self.readBytes)
    let exchange = self(
      Exchange(
        sequence: 0, name: "", startedAt: 0, request: response.request, result: .success(response)))
    return exchange.response.flatMap {
      RefusalWords($0, profile: outcome.envelope?.profile)
    }
  }

  /// The part of a refused response's body that is redacted and read for a message.
  private static let readBytes = 64 << 10

  /// What is known to be a URL: one that is still written with variables does not look like one.
  func callAsFunction(url: String) -> String { self(redactor.redact(url: url)) }

  /// A line of JSON, text by text: one that holds JSON itself has its secrets escaped twice.
  func callAsFunction(line: String) -> String {
    JSONPrinter.compact.text(clean(JSONDocument(Array(line.utf8)).json))
  }

  private func clean(_ json: JSON, named name: String = "") -> JSON {
    switch json.kind {
    case .object:
      JSON(members: (json.members ?? []).map { ($0.key, clean($0.value, named: $0.key)) })
    case .array: JSON(json.arrayValue.map { clean($0) })
    case .string: JSON(name == "url" ? self(url: json.stringValue) : self(json.stringValue))
    default: json
    }
  }
}
