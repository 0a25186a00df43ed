import LosslessJSON

/// The code and the message in the body of a refused request.
package struct RefusalWords: Sendable, Hashable {
  /// Nil where the body states none, or only repeats the HTTP status or the message.
  package let code: String?
  package let message: String
  /// Whether the status line has the message already, as in `404 Not Found`.
  private let isReason: Bool

  /// Reads the beginning of a body by a profile, by a detected one, or by the usual keys of errors.
  ///
  /// The message of any other body is its beginning as one line. Returns nil for an empty body and
  /// for one with zero bytes in its beginning.
  package init?(_ response: Response, profile: EnvelopeProfile?) {
    let sample = EnvelopeSample(response)
    let stated = sample.flatMap {
      Self.byProfile($0, profile) ?? Self.byErrorMember($0) ?? Self.byKey($0)
    }
    guard let found = stated ?? Self.start(of: response.body) else { return nil }
    let isNews = found.code != "\(response.statusCode)" && found.code != found.message
    let code = isNews ? found.code : nil
    isReason = code == nil && response.hops.last?.reason == found.message
    (self.code, message) = (code, found.message)
  }

  /// `, code 'E42': the name is missing`, to follow the status line; escaped.
  package var suffix: String {
    if isReason { return "" }
    return (code.map { ", code '\($0.shortened)': " } ?? ": ") + message.shortened(to: Self.longest)
  }

  private typealias Found = (code: String?, message: String)

  private static let longest = 300

  private static func byProfile(
    _ sample: EnvelopeSample, _ profile: EnvelopeProfile?
  ) -> Found? {
    let profiles = [profile, EnvelopeDetector.detect([sample])?.profile].compactMap { $0 }
    return profiles.lazy.compactMap { profile -> Found? in
      let envelope = Envelope(sample.json, profile: profile, statusCode: sample.statusCode)
      guard let message = envelope.message, !message.isEmpty else { return nil }
      return (envelope.code, message)
    }.first
  }

  /// A message inside `error` or `errors`.
  private static func byErrorMember(_ sample: EnvelopeSample) -> Found? {
    guard let error = ErrorMember(EnvelopeHead(sample)), let path = error.messagePath,
      let message = sample.json[path: JSONPath(path)].string, !message.isEmpty
    else { return nil }
    return (error.codePath.flatMap { sample.json[path: JSONPath($0)].codeText }, message)
  }

  /// A text under a key for messages, beside a code or alone.
  private static func byKey(_ sample: EnvelopeSample) -> Found? {
    let head = EnvelopeHead(sample)
    let messages = ["message", "msg", "detail", "error", "errormessage", "errmsg", "title"]
      .compactMap { head[$0]?.value.string }
    let codes = ["code", "errorcode", "errcode", "errno"].compactMap { head[$0]?.value.codeText }
    return messages.first { !$0.isEmpty }.map { (codes.first, $0) }
  }

  /// Runs of blanks and line ends become one blank.
  private static func start(of body: Body) -> Found? {
    let bytes = body[0..<min(body.count, 4_096)]
    guard !bytes.contains(0) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : (nil, words.joined(separator: " "))
  }
}
