import LosslessJSON

/// What an answer's envelope says, and where it says it.
public struct Envelope: Sendable {
  /// The profile it was read with; nil when there was none.
  public var profile: EnvelopeProfile?
  /// What follows from it.
  public var verdict: Verdict
  /// The code as text, when there is one.
  public var code: String?
  /// The message, when there is one.
  public var message: String?
  /// What stands at the data's path, null included; nil when nothing does.
  public var data: JSON?
  /// False where data was there and the recording keeps only a part of the body.
  package var isDataKept = true
  /// Where the code was found.
  package var codeNode: JSON?
  /// Where the message was found.
  package var messageNode: JSON?

  /// What an envelope comes to.
  public enum Verdict: Sendable, Hashable {
    /// There is no profile: neither success nor failure.
    case bare
    /// All is well.
    case success
    /// The server says no.
    case business(code: String, message: String)
    /// The server says: log in again.
    case invalidSession(code: String, message: String)
    /// The body is not such an envelope; in words.
    case malformed(String)

    /// The word for people.
    package var displayWord: String {
      switch self {
      case .business: Kind.business.word
      case .invalidSession: Kind.invalidSession.word
      default: word
      }
    }

    /// The word in JSON lines.
    package var word: String {
      switch self {
      case .bare: "bare"
      case .success: "success"
      case .business: "business"
      case .invalidSession: "invalidSession"
      case .malformed: "malformed"
      }
    }
  }
}

extension Envelope {
  /// Reads a body's envelope: the verdict first, by the code alone; nobody needs data to fail.
  public init(_ json: JSON, profile: EnvelopeProfile?, statusCode: Int) {
    self.init(profile: profile, verdict: .bare, data: json.ifThere)
    guard let profile else { return }
    data = json[path: JSONPath(profile.modelKey)].ifThere
    if !profile.tipStrKey.isEmpty {
      messageNode = json[path: JSONPath(profile.tipStrKey)].ifThere
      message = messageNode.flatMap { $0.string ?? $0.codeText }
    }
    switch profile.rule {
    case .value: judgeByValue(json, profile)
    case .absence: judgeByAbsence(json, profile)
    case .httpStatus: judgeByStatus(statusCode)
    }
  }

  private mutating func judgeByValue(_ json: JSON, _ profile: EnvelopeProfile) {
    let found = json[path: JSONPath(profile.statusCodeKey)]
    codeNode = found.ifThere
    code = found.codeText
    guard let code else {
      if profile.missingCode == .success, json.exists {
        verdict = .success
      } else {
        let what = found.kind.map { "is \($0.phrase)" } ?? "is not there"
        verdict = .malformed("the code at '\(profile.statusCodeKey)' \(what)")
      }
      return
    }
    if profile.invalidSessionValues.contains(code) {
      verdict = .invalidSession(code: code, message: message ?? "")
    } else if profile.successValues.contains(code) {
      verdict = .success
    } else {
      verdict = .business(code: code, message: message ?? "")
    }
  }

  private mutating func judgeByAbsence(_ json: JSON, _ profile: EnvelopeProfile) {
    guard json.exists else {
      verdict = .malformed("there is no document")
      return
    }
    let found = json[path: JSONPath(profile.statusCodeKey)]
    guard found.isSomething else {
      verdict = .success
      return
    }
    codeNode = found
    let detail =
      profile.detailCodeKey.isEmpty ? nil : json[path: JSONPath(profile.detailCodeKey)].ifThere
    if let text = detail?.codeText {
      (codeNode, code) = (detail, text)
    } else {
      code = found.codeText
    }
    let code = code ?? profile.statusCodeKey
    verdict =
      profile.invalidSessionValues.contains(code)
      ? .invalidSession(code: code, message: message ?? "")
      : .business(code: code, message: message ?? "")
  }

  private mutating func judgeByStatus(_ statusCode: Int) {
    code = "\(statusCode)"
    switch statusCode {
    case 200..<300: verdict = .success
    case 400..<500:
      verdict =
        profile?.invalidSessionValues.contains("\(statusCode)") == true
        ? .invalidSession(code: "\(statusCode)", message: message ?? "")
        : .business(code: "\(statusCode)", message: message ?? "")
    default:
      verdict = .malformed("status \(statusCode) is neither a success nor the client's fault")
    }
  }
}

extension JSON {
  /// The value as a code: text as it is, booleans by name, whole numbers without `.0`; else nil.
  package var codeText: String? {
    switch kind {
    case .string: return string
    case .bool: return bool == true ? "true" : "false"
    case .number:
      guard let number else { return nil }
      return number.int.map { "\($0)" } ?? number.uint.map { "\($0)" } ?? number.text
    case .null, .array, .object, nil: return nil
    }
  }

  /// The value itself, nil when nothing stands there.
  ///
  /// Spelled out: a bare `nil` beside a `JSON` would be JSON's own null.
  var ifThere: JSON? { exists ? .some(self) : .none }

  /// Whether it says anything: null, "", [] and {} do not.
  fileprivate var isSomething: Bool {
    switch kind {
    case .null, nil: false
    case .string: string?.isEmpty == false
    case .array, .object: !isEmpty
    case .bool, .number: true
    }
  }
}
