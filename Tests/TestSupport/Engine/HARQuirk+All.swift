import NetEngine
import NetRecordings

extension HARQuirk {
  package static let all = files + statuses + dates + headerLists + contents + requests + broken

  private static let files = [
    HARQuirk("a byte order mark", "\u{feff}" + log(entry()), "hi", body),
    HARQuirk("no pages, no creator", "{\"log\":{\"entries\":[\(entry())]}}", "hi", body),
    HARQuirk("version 1.1", log(entry()).replacing("1.2", with: "1.1"), "hi", body),
    HARQuirk(
      "entries before the rest, spaces and lines",
      "\n{ \"other\" : [1,{}] ,\n \"log\" : {\r\n \"entries\" :\t[ \(entry()) , \(entry()) ] , \"version\":\"1.2\" } }\n",
      "2", { "\($0.count)" }),
    HARQuirk(
      "unsorted entries keep the file's order",
      log(entry(started: "\"2024-03-01T10:00:09Z\"") + "," + entry()), "1 2",
      { session in session.exchanges.map { "\($0.sequence)" }.joined(separator: " ") }),
    HARQuirk("an empty list", log(""), "0", { "\($0.count)" }),
    HARQuirk("who wrote it", log(entry()), "T 1", { $0.creator }),
  ]

  private static let statuses = [
    HARQuirk(
      "status 0 with nothing: no response is known",
      log(entry(response: response("{\"size\":0,\"mimeType\":\"x-unknown\"}", status: "0"))),
      "nil nil true",
      { session in
        let row = session.row(at: 0)
        return
          "\(row.status.map { "\($0)" } ?? "nil") \(try one(session).response.map { _ in "" } ?? "nil") \(row.isPending)"
      }),
    HARQuirk(
      "status -1", log(entry(response: response("{}", status: "-1"))), "true",
      { "\(try one($0).result == nil)" }),
    HARQuirk(
      "status -2", log(entry(response: response("{}", status: "-2"))), "true",
      { "\(try one($0).result == nil)" }),
    HARQuirk(
      "status 0 and Chrome's error in the response",
      log(
        entry(response: response("{}", status: "0") + ",\"_error\":\"net::ERR_NAME_NOT_RESOLVED\"")),
      "dns dns",
      { "\(try one($0).failureKind?.rawValue ?? "") \($0.row(at: 0).failure?.rawValue ?? "")" }),
    HARQuirk(
      "an aborted request",
      log(entry(response: response("{}", status: "0") + ",\"_error\":\"net::ERR_ABORTED\"")),
      "cancelled", { try one($0).failureKind?.rawValue ?? "" }),
    HARQuirk(
      "an error that is null",
      log(entry(response: response("{\"text\":\"x\"}") + ",\"_error\":null")),
      "x", body),
    HARQuirk(
      "method null", log(entry(request: "\"method\":null,\"url\":\"http://h/\"")), "?",
      { try one($0).request.method.rawValue }),
    HARQuirk("time null", log(entry(time: "null")), "1000 1000 2000 500 7000 1000", times),
    HARQuirk(
      "a time that is text", log(entry(time: "\"12\"")), "true",
      { "\($0.row(at: 0).time == nil)" }),
    HARQuirk("no timings but a time", log(entry(timings: "{}")), "- - - - 12500 -", times),
    HARQuirk("timings null", log(entry(timings: "null")), "- - - - 12500 -", times),
    HARQuirk(
      "timings of -1",
      log(entry(timings: "{\"send\":-1,\"wait\":3,\"receive\":-1,\"ssl\":-1,\"connect\":-1}")),
      "- - - - 3000 -", times),
    HARQuirk(
      "ssl that connect does not count",
      log(entry(timings: "{\"connect\":3,\"ssl\":5,\"send\":0,\"wait\":1,\"receive\":0}")),
      "- 3000 5000 0 1000 0", times),
  ]

  private static let dates: [HARQuirk] =
    [
      ("2024-03-01T10:00:00Z", 0), ("2024-03-01T10:00:00.12Z", 120_000),
      ("2024-03-01T10:00:00.1234567Z", 123_456), ("2024-03-01T12:00:00.5+02:00", 500_000),
      ("2024-03-01T04:30:00.123-0530", 123_000), ("2024-03-01T10:00:00.123", 123_000),
      ("2024-03-01 10:00:00", 0),
    ].map { text, rest in
      HARQuirk(
        "the date \(text)", log(entry(started: "\"\(text)\"")), "\(1_709_287_200_000_000 + rest)",
        { "\(try one($0).startedAt)" })
    } + [
      HARQuirk(
        "a date that is none", log(entry(started: "\"yesterday\"")), "true 0",
        { "\($0.row(at: 0).startedAt == nil) \(try one($0).startedAt)" })
    ]

  private static let headerLists: [HARQuirk] =
    [
      ("", ""), ("h3", "3"), ("h2", "2"), ("http/2.0", "2"), ("spdy", "spdy"), ("HTTP/1.0", "1.0"),
      ("%§&", "%§&"),
    ].map { said, read in
      HARQuirk(
        "the version '\(said)'",
        log(entry(response: response("{\"text\":\"x\"}").replacing("HTTP/1.1", with: said))), read,
        { try one($0).response?.hops[0].httpVersion ?? "nil" })
    } + [
      HARQuirk(
        "a header's value as a list",
        log(entry(response: response("{}", headers: "[{\"name\":\"A\",\"value\":[\"1\",\"2\"]}]"))),
        "A=1|A=2", headers),
      HARQuirk(
        "headers as an object",
        log(entry(response: response("{}", headers: "{\"A\":\"1\",\"B\":2}"))), "A=1|B=2", headers),
      HARQuirk(
        "Set-Cookie joined by lines",
        log(
          entry(
            response: response("{}", headers: "[{\"name\":\"set-cookie\",\"value\":\"a=1\\nb=2\"}]")
          )),
        "set-cookie=a=1|set-cookie=b=2", headers),
      HARQuirk(
        "pseudo headers",
        log(
          entry(
            response: response(
              "{}",
              headers: "[{\"name\":\":status\",\"value\":\"200\"},{\"name\":\"a\",\"value\":\"b\"}]"
            ))),
        "a=b", headers),
      HARQuirk(
        "pseudo headers of a request",
        log(
          entry(
            request:
              "\"method\":\"GET\",\"url\":\"http://h/\",\"headers\":[{\"name\":\":method\",\"value\":\"GET\"},{\"name\":\"x\",\"value\":\"y\"}]"
          )),
        "x", { try one($0).request.headers.map(\.name).joined() }),
      HARQuirk(
        "cookies as an object",
        log(entry(request: "\"method\":\"GET\",\"url\":\"http://h/\",\"cookies\":{\"a\":\"b\"}")),
        "hi", body),
      HARQuirk(
        "redirectURL null, vendor fields without underscore",
        log(
          entry(
            response: response("{\"text\":\"x\"}") + ",\"redirectURL\":null,\"vendor\":{\"a\":[1]}",
            more: ",\"pageref\":7,\"priority\":\"High\"")),
        "x", body),
      HARQuirk(
        "messages of a socket",
        log(entry(more: ",\"_webSocketMessages\":[{\"type\":\"send\"},{\"type\":\"receive\"}]")),
        "2 0", { "\(try one($0).foreign?.facts.socketMessages ?? -1) \(try one($0).tags.count)" }),
    ]

  private static let contents = [
    HARQuirk("an empty content", log(entry(response: response("{}"))), "", body),
    HARQuirk("no content", log(entry(response: "\"status\":200,\"headers\":[]")), "", body),
    HARQuirk(
      "a size of -1", log(entry(response: response("{\"size\":-1,\"text\":\"abc\"}"))), "abc nil",
      { "\(try body($0)) \($0.row(at: 0).size.map { "\($0)" } ?? "nil")" }),
    HARQuirk(
      "the compressed size", log(entry(response: response("{\"size\":1,\"text\":\"abc\"}"))), "3",
      { "\(try one($0).response?.body.count ?? -1)" }),
    HARQuirk(
      "a body that was not kept",
      log(entry(response: response("{\"size\":99,\"mimeType\":\"a/b\"}"))), "0 99",
      { "\(try one($0).response?.body.count ?? -1) \(try one($0).truncatedFrom ?? -1)" }),
    HARQuirk(
      "base64", log(entry(response: response("{\"text\":\"aGk=\",\"encoding\":\"base64\"}"))), "hi",
      body),
    HARQuirk(
      "base64 that is none",
      log(entry(response: response("{\"text\":\"§\",\"encoding\":\"base64\"}"))), "§", body),
    HARQuirk(
      "a text that is an object", log(entry(response: response("{\"text\":{\"a\":1.0}}"))),
      "{\"a\":1.0}", body),
    HARQuirk(
      "gzip beside text that is decoded already",
      log(
        entry(
          response: response(
            "{\"text\":\"plain\"}", headers: "[{\"name\":\"Content-Encoding\",\"value\":\"gzip\"}]")
        )),
      "plain", body),
    HARQuirk(
      "gzip that is still coded",
      log(
        entry(
          response: response(
            "{\"encoding\":\"base64\",\"text\":\"\(CodedSample.gzip)\"}",
            headers: "[{\"name\":\"Content-Encoding\",\"value\":\"gzip\"}]"))),
      "hello 5", { "\(try body($0)) \(try one($0).response?.body.count ?? 0)" }),
  ]

  private static let requests = [
    HARQuirk(
      "parameters without a text",
      log(
        entry(
          request: post(
            "{\"mimeType\":\"application/x-www-form-urlencoded\",\"params\":[{\"name\":\"a b\",\"value\":\"ü\"},{\"name\":\"c\"}]}"
          ))),
      "a%20b=%C3%BC&c=", sent),
    HARQuirk(
      "parts without a text",
      log(
        entry(
          request: post(
            "{\"mimeType\":\"multipart/form-data; boundary=B\",\"params\":[{\"name\":\"a\",\"value\":\"1\"}]}"
          ))),
      "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n", sent),
    HARQuirk(
      "an empty postData on GET",
      log(
        entry(
          request:
            "\"method\":\"GET\",\"url\":\"http://h/\",\"postData\":{\"mimeType\":\"\",\"text\":\"\"}"
        )), "none", sent),
    HARQuirk("postData null", log(entry(request: post("null"))), "none", sent),
    HARQuirk(
      "postData as base64",
      log(entry(request: post("{\"text\":\"aGk=\",\"encoding\":\"base64\"}"))), "hi", sent),
  ]

  private static func post(_ data: String) -> String {
    "\"method\":\"POST\",\"url\":\"http://h/\",\"headers\":[],\"postData\":\(data)"
  }

  private static let broken = [
    HARQuirk(
      "an entry that is null, a number, a text",
      log("null,\(entry()),7,\"x\""),
      "it is null, not an entry|-|it is a number, not an entry|it is a string, not an entry",
      problems),
    HARQuirk(
      "an entry without a request", log("{\"response\":{}},\(entry())"),
      "entry 1 cannot be read: it has no request", { try reason($0) }),
    HARQuirk(
      "a request without a URL", log("{\"request\":{}},\(entry())"),
      "entry 1 cannot be read: its request has no URL", { try reason($0) }),
    HARQuirk(
      "a bracket too many", log("\(entry())},\(entry())"), "2 hi",
      { "\($0.count) \(try $0.exchange(at: 1).response?.body.text ?? "")" }),
    HARQuirk(
      "a bracket too few", log(entry().dropLast() + "," + entry()), "false true",
      { session in
        (0..<session.count).map { "\(session.row(at: $0).problem == nil)" }.joined(separator: " ")
      }),
    HARQuirk(
      "NaN where a number should be", log(entry(time: "NaN") + "," + entry()), "false true",
      { session in
        (0..<session.count).map { "\((try? session.exchange(at: $0)) != nil)" }.joined(
          separator: " ")
      }),
    HARQuirk(
      "cut off in an entry", String(log(entry() + "," + entry()).dropLast(60)),
      "1 it is cut off: opened up to there, 1 entry",
      { "\($0.count) \($0.notices.joined())" }),
    HARQuirk(
      "cut off between entries", String(log(entry()).dropLast(3)),
      "1 it is cut off: opened up to there, 1 entry", { "\($0.count) \($0.notices.joined())" }),
    HARQuirk(
      "deeper than any document should be",
      log(
        entry(
          more: ",\"x\":" + String(repeating: "[", count: 600) + String(repeating: "]", count: 600))
          + "," + entry()),
      "false true",
      { session in
        (0..<session.count).map { "\((try? session.exchange(at: $0)) != nil)" }.joined(
          separator: " ")
      }),
    HARQuirk(
      "a URL with a broken escape",
      log(entry(request: "\"method\":\"GET\",\"url\":\"http://h/\\u12\"")), "http://h/\\u12",
      { $0.row(at: 0).url }),
  ]

  private static func problems(_ session: Session) -> String {
    (0..<session.count).map { session.row(at: $0).problem ?? "-" }.joined(separator: "|")
  }

  private static func reason(_ session: Session) throws -> String {
    do throws(SessionProblem) {
      _ = try session.exchange(at: 0)
      return "read"
    } catch {
      return error.message
    }
  }
}

/// `hello`, coded.
package enum CodedSample {
  package static let gzip = "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="
}
