import LosslessJSON

/// An answer made to mean something else by its envelope, every other byte left as it came.
///
///     {"status":"ok","msg":"","data":{…}}   as invalidSession
///     {"status":"invalid_session","msg":"altered: invalidSession","data":{…}}
package struct AlteredEnvelope: Sendable {
  /// What it is to mean.
  package enum Meaning: Sendable, Hashable {
    case success, business, invalidSession, malformed
    /// The data is there and empty, or is not there.
    case emptyData, noData
    /// This code, whatever it means.
    case code(String)

    /// The words of rules; `code` takes a value behind it.
    package static let words: [String: Meaning] = [
      "success": .success, "business": .business, "invalidSession": .invalidSession,
      "malformed": .malformed, "emptyData": .emptyData, "noData": .noData,
    ]

    /// As rules say it.
    package var word: String {
      if case .code(let code) = self { return "code \(code)" }
      return Self.words.first { $0.value == self }?.key ?? ""
    }
  }

  /// The body as it is now.
  package var bytes: [UInt8] { edit.bytes }
  package private(set) var status: Int

  private let meaning: Meaning
  private let profile: EnvelopeProfile
  private var edit: JSONEdit

  /// Why an answer cannot mean that, in words.
  package struct Impossible: Error, Sendable, Hashable {
    package let why: String

    package init(why: String) { self.why = why }
  }

  package init(
    _ body: Body, status: Int, profile: EnvelopeProfile?, as meaning: Meaning
  ) throws(Impossible) {
    guard let profile else { throw Impossible(why: "no profile says how it is read") }
    do throws(JSONEdit.Refused) { edit = try JSONEdit(body.bytes) } catch {
      throw Impossible(why: error.words)
    }
    (self.meaning, self.profile, self.status) = (meaning, profile, status)
    try change()
    try check()
  }

  private mutating func change() throws(Impossible) {
    switch meaning {
    case .emptyData: return try emptyData()
    case .noData: return try removeData()
    case .malformed where profile.rule == .value: return try replaceCode(with: Array("{}".utf8))
    case .malformed where profile.rule == .httpStatus: status = 500
    case .malformed: throw Impossible(why: "under this profile every JSON is an envelope")
    case .success, .business, .invalidSession, .code:
      let code = try self.code()
      // In front of the message where neither is there yet.
      switch profile.rule {
      case .httpStatus:
        status = try Self.status(code)
        writeMessage()
      case .value:
        let token = token(for: code, at: place(profile.statusCodeKey))
        writeMessage()
        try replaceCode(with: token)
      case .absence:
        try replaceError(with: meaning == .success ? nil : code)
        writeMessage()
      }
    }
  }

  /// The code that means it; where any will do one that means nothing else.
  private func code() throws(Impossible) -> String {
    switch meaning {
    case .code(let code): return code
    case .success:
      switch profile.rule {
      case .absence: return ""
      case .httpStatus: return "200"
      case .value: break
      }
      guard let code = profile.successValues.first else {
        throw Impossible(why: "the profile names no code for success")
      }
      return code
    case .invalidSession:
      guard let code = profile.invalidSessionValues.first else {
        throw Impossible(why: "the profile names no code for an invalid session")
      }
      return code
    default:
      let isNumber =
        profile.rule == .value && place(profile.statusCodeKey)?.kind == .number
        || profile.successValues.first.map { JSONNumber($0) != nil } ?? false
      let codes =
        profile.rule == .httpStatus
        ? ["422", "409", "400"] : isNumber ? ["-1", "1", "9999", "40000"] : ["altered", "refused"]
      let taken = profile.successValues + profile.invalidSessionValues
      guard let code = codes.first(where: { !taken.contains($0) }) else {
        throw Impossible(why: "every code has another meaning")
      }
      return code
    }
  }

  private static func status(_ code: String) throws(Impossible) -> Int {
    guard let status = Int(code), 200...599 ~= status else {
      throw Impossible(why: "the code is the status, and '\(code.shortened)' is none")
    }
    return status
  }

  private func place(_ key: String) -> JSON? { edit.json[path: JSONPath(key)].ifThere }

  /// A code keeps the type it has.
  private func token(for code: String, at old: JSON?) -> [UInt8] {
    switch old?.kind {
    case .number where JSONNumber(code) != nil, .bool where code == "true" || code == "false",
      .null where JSONNumber(code) != nil:
      return Array(code.utf8)
    default: return JSONText.token(code.utf8)
    }
  }

  private mutating func replaceCode(with token: [UInt8]) throws(Impossible) {
    try replace(profile.statusCodeKey, with: token)
  }

  /// For profiles whose error is there or not.
  private mutating func replaceError(with code: String?) throws(Impossible) {
    guard let code else {
      guard place(profile.statusCodeKey) != nil else { return }
      return try replace(profile.statusCodeKey, with: Array("null".utf8))
    }
    if !profile.detailCodeKey.isEmpty {
      if let old = place(profile.detailCodeKey) {
        return try replace(profile.detailCodeKey, with: token(for: code, at: old))
      }
      guard let key = JSONPath(profile.detailCodeKey).steps.last, case .key(let name) = key else {
        throw Impossible(why: "there is no place for the code")
      }
      let error = JSON(members: [(name, JSON(code))])
      return try replace(profile.statusCodeKey, with: JSONPrinter.compact.bytes(error))
    }
    try replace(
      profile.statusCodeKey, with: token(for: code, at: place(profile.statusCodeKey)))
  }

  private mutating func writeMessage() {
    guard meaning != .success, !profile.tipStrKey.isEmpty else { return }
    let old = place(profile.tipStrKey)
    guard old == nil || old?.kind == .string || old?.kind == .null else { return }
    // Where there is no place for one, there is none.
    try? replace(profile.tipStrKey, with: JSONText.token("altered: \(meaning.word)".utf8))
  }

  private mutating func emptyData() throws(Impossible) {
    guard !profile.modelKey.isEmpty else {
      throw Impossible(why: "the data is the whole body")
    }
    guard let data = place(profile.modelKey) else { throw Impossible(why: "it has no data") }
    let empty =
      switch data.kind {
      case .array: "[]"
      case .object: "{}"
      default: "null"
      }
    try replace(profile.modelKey, with: Array(empty.utf8))
  }

  private mutating func removeData() throws(Impossible) {
    guard !profile.modelKey.isEmpty else {
      throw Impossible(why: "the data is the whole body")
    }
    guard let node = place(profile.modelKey)?.node else { throw Impossible(why: "it has no data") }
    guard edit.json.document.keyRange(of: node) != nil else {
      throw Impossible(why: "its data stands in an array")
    }
    do throws(JSONEdit.Refused) { try edit.drop(JSONPath(profile.modelKey)) } catch {
      throw Impossible(why: error.words)
    }
  }

  private mutating func replace(_ key: String, with token: [UInt8]) throws(Impossible) {
    do throws(JSONEdit.Refused) { try edit.set(JSONPath(key), to: token) } catch {
      throw Impossible(why: "there is no place for '\(key.shortened)'")
    }
  }

  /// What it reads as now is what was wanted.
  private func check() throws(Impossible) {
    let wanted: String
    switch meaning {
    case .success: wanted = "success"
    case .business: wanted = "business"
    case .invalidSession: wanted = "invalidSession"
    case .malformed: wanted = "malformed"
    case .emptyData, .noData, .code: return
    }
    let read = Envelope(JSONDocument(bytes).json, profile: profile, statusCode: status).verdict
    guard read.word == wanted else {
      throw Impossible(why: "under this profile it would read as \(read.word)")
    }
  }
}
