import NetEngine
import TestSupport
import Testing

/// A server's words in our messages cannot act on anything.
@Suite struct HostileTextTests {
  static let hostile = "a\u{1b}[2J\u{7}\r\n\u{9b}\u{202e}b\u{200b}\u{2028}\u{e000}"
  static let escaped =
    "a\\u{1B}[2J\\u{7}\\u{D}\\u{A}\\u{9B}\\u{202E}b\\u{200B}\\u{2028}\\u{E000}"

  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let error: NetError
    var testDescription: String { id }
  }

  static func thrown(_ body: () throws(NetError) -> Void) -> NetError {
    outcome(body).thrown ?? .cancelled
  }

  /// The hostile text as a JSON string.
  static let quoted = JSONPrinter.compact.text(JSON(hostile))

  static let rows: [Row] = [
    Row(
      id: "business message",
      error: .business(code: "1", message: hostile, .answer(""))),
    Row(id: "business code", error: .business(code: hostile, message: "", .answer(""))),
    Row(
      id: "session message",
      error: .invalidSession(code: "1", message: hostile, .answer(""))),
    Row(
      id: "keys of an object",
      error: thrown { () throws(NetError) in
        _ = try Response.answer("{\(quoted):1}").mapString(atKeyPath: "x")
      }),
    Row(
      id: "keys on the way",
      error: thrown { () throws(NetError) in
        _ = try Response.answer("{\(quoted):1}").mapString(atKeyPath: [.key(hostile)])
      }),
    Row(
      id: "a dictionary's key in a coding path",
      error: thrown { () throws(NetError) in
        _ = try Response.answer("{\(quoted):\"x\"}").map([String: Int].self)
      }),
    Row(
      id: "a value in a decoder's words",
      error: thrown { () throws(NetError) in
        _ = try Response.answer("[\(quoted)]").map([EnvelopeProfile.Rule].self)
      }),
    Row(
      id: "an element's error",
      error: thrown { () throws(NetError) in
        _ = try Response.answer("[\(quoted)]").mapArray(EnvelopeProfile.Rule.self)
      }),
    Row(
      id: "a caller's own words",
      error: .underlying(BusinessFailure(code: hostile, message: hostile), nil)),
    Row(
      id: "a plugin's words",
      error: .plugin(name: "P", cause: BusinessFailure(code: hostile, message: hostile))),
    Row(
      id: "inside a sequence",
      error: .sequence(
        brokenAt: 1, cause: .business(code: "1", message: hostile, .answer("")))),
    Row(
      id: "reason phrase",
      error: {
        var response = Response.answer("", status: 500)
        response.hops[0].reason = hostile
        return .statusCode(response)
      }()),
    Row(
      id: "charset",
      error: thrown { () throws(NetError) in
        _ = try Response.answer([0xff], type: "text/plain; charset=\"\(hostile)\"").mapString()
      }),
  ]

  @Test(
    "no control, direction or invisible character of a server reaches a message",
    arguments: rows)
  func escaped(_ row: Row) {
    let message = "\(row.error)"
    #expect(row.error.label != "cancelled", "the row must fail as it says")
    for scalar in message.unicodeScalars {
      let category = scalar.properties.generalCategory
      #expect(
        ![.control, .format, .lineSeparator, .privateUse].contains(category),
        "U+\(String(scalar.value, radix: 16)) in \(row.id)")
    }
  }

  @Test("what is escaped is spelled, and what people write stays as it is")
  func spelled() {
    let error = NetError.business(code: "1", message: Self.hostile, .answer(""))
    #expect(error.message == "the server says no, code '1': \(Self.escaped)")
    let plain = NetError.business(code: "é", message: "您的手机 — “gone” 🎉", .answer(""))
    #expect(plain.message == "the server says no, code 'é': 您的手机 — “gone” 🎉")
  }

  @Test("a message of a megabyte is a line all the same")
  func long() {
    let long = String(repeating: "x", count: 1 << 20)
    let error = NetError.business(code: long, message: long, .answer(""))
    #expect(error.message.utf8.count < 500)
    #expect(error.message.hasSuffix("…"))
    guard case .business(_, let message, _) = error else { return }
    #expect(message == long, "the value itself is whole")
  }
}
