import NetEngine
import NetRecordings
import Testing

/// A HAR file as some tool really writes it, and what has to come of it.
package struct HARQuirk: Sendable, CustomTestStringConvertible {
  package let name: String
  package let file: String
  /// What one looks at, and what it has to say.
  package let look: @Sendable (Session) throws -> String
  package let expected: String

  package var testDescription: String { name }

  package init(
    _ name: String, _ file: String, _ expected: String,
    _ look: @escaping @Sendable (Session) throws -> String
  ) {
    self.name = name
    self.file = file
    self.look = look
    self.expected = expected
  }

  /// A log around entries.
  package static func log(_ entries: String) -> String {
    "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"T\",\"version\":\"1\"},"
      + "\"pages\":[],\"entries\":[\(entries)]}}"
  }

  /// An entry whose parts may be given; text that is not given is as it should be.
  package static func entry(
    started: String = "\"2024-03-01T10:00:00.000Z\"", time: String = "12.5",
    request: String = "", response: String = "", more: String = "",
    timings: String =
      "{\"blocked\":-1,\"dns\":1,\"connect\":3,\"ssl\":2,\"send\":0.5,\"wait\":7,\"receive\":1}"
  ) -> String {
    let request =
      request.isEmpty ? "\"method\":\"GET\",\"url\":\"http://h.test/a\",\"headers\":[]" : request
    let response =
      response.isEmpty
      ? "\"status\":200,\"statusText\":\"OK\",\"httpVersion\":\"HTTP/1.1\",\"headers\":[],"
        + "\"content\":{\"size\":2,\"mimeType\":\"text/plain\",\"text\":\"hi\"}" : response
    return "{\"startedDateTime\":\(started),\"time\":\(time),\"request\":{\(request)},"
      + "\"response\":{\(response)},\"cache\":{},\"timings\":\(timings)\(more)}"
  }

  package static func response(_ content: String, headers: String = "[]", status: String = "200")
    -> String
  {
    "\"status\":\(status),\"statusText\":\"\",\"httpVersion\":\"HTTP/1.1\",\"headers\":\(headers),"
      + "\"content\":\(content)"
  }

  package static func one(_ session: Session) throws -> Exchange { try session.exchange(at: 0) }

  package static func body(_ session: Session) throws -> String {
    try one(session).response?.body.text ?? "no text"
  }

  package static func headers(_ session: Session) throws -> String {
    try one(session).response?.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "|") ?? ""
  }

  package static func sent(_ session: Session) throws -> String {
    guard case .bytes(let body) = try one(session).request.body else { return "none" }
    return body.text ?? "no text"
  }

  package static func times(_ session: Session) throws -> String {
    guard let timings = try one(session).response?.hops[0].timings else { return "" }
    let phases = [
      timings.dns, timings.connect, timings.tls, timings.send, timings.wait, timings.receive,
    ]
    return phases.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
  }
}
