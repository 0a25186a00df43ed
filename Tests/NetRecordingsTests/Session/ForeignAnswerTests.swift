import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Recordings of other tools: what an entry means", .timeLimit(.minutes(10)))
struct ForeignAnswerTests {
  private func read(
    status: String = "200", error: String = "null", request: String = "", timings: String? = nil,
    time: String = "12.5", more: String = "", content: String = "{\"text\":\"x\"}",
    headers: String = "[{\"name\":\"A\",\"value\":\"b\"}]"
  ) throws -> (session: Session, exchange: Exchange) {
    let response =
      HARQuirk.response(content, headers: headers, status: status) + ",\"_error\":\(error)"
    let entry =
      timings.map {
        HARQuirk.entry(time: time, request: request, response: response, more: more, timings: $0)
      } ?? HARQuirk.entry(time: time, request: request, response: response, more: more)
    let session = try Session.read(Array(HARQuirk.log(entry).utf8))
    return (session, try session.exchange(at: 0))
  }

  @Test(
    "a recorded status decides, whatever error stands beside it",
    arguments: [
      ("200", "net::ERR_ABORTED"), ("204", "net::ERR_ABORTED"), ("304", "net::ERR_ABORTED"),
      ("405", "net::ERR_HTTP_RESPONSE_CODE_FAILURE"), ("200", "net::ERR_CONTENT_LENGTH_MISMATCH"),
      ("500", "net::ERR_FAILED"), ("200", "net::ERR_BLOCKED_BY_RESPONSE"),
    ])
  func status(status: String, error: String) throws {
    let (session, exchange) = try read(status: status, error: "\"\(error)\"")
    let response = try #require(try exchange.result?.get())
    #expect(response.statusCode == Int(status) && response.headers["A"] == "b")
    #expect(response.warnings.map(\.message).joined().hasSuffix(error))
    #expect(response.isComplete == !error.contains("MISMATCH"))
    let row = session.row(at: 0)
    #expect(row.status == Int(status) && row.failure == nil && !row.isPending)
    let again = try Session.read(SessionExport(session, as: .har).bytes).exchange(at: 0)
    #expect(again.difference(from: exchange)?.hasPrefix("bodyHash") != false)
  }

  @Test(
    "an error without a status is told in its own words",
    arguments: [
      ("net::ERR_ABORTED", "cancelled", "cancelled after 12 ms: net::ERR_ABORTED", ""),
      (
        "net::ERR_BLOCKED_BY_CLIENT", "cancelled",
        "the browser kept the request back after 12 ms: net::ERR_BLOCKED_BY_CLIENT",
        "an extension or a policy of the browser"
      ),
      (
        "net::ERR_FAILED", "connect", "it failed after 12 ms: net::ERR_FAILED",
        "the recording says no more"
      ),
      ("Client disconnected.", "connect", "it failed after 12 ms: Client disconnected.", "the rec"),
      (
        "net::ERR_CONNECTION_REFUSED", "connect",
        "no connection after 12 ms: net::ERR_CONNECTION_REFUSED", "check that the server runs"
      ),
      ("net::ERR_NAME_NOT_RESOLVED", "dns", "the host was not found after 12 ms", "check the host"),
      ("net::ERR_CERT_DATE_INVALID", "tls", "TLS failed after 12 ms", "look at the certificate"),
    ])
  func words(error: String, kind: String, message: String, hint: String) throws {
    let (session, exchange) = try read(
      status: "0", error: "\"\(error)\"", content: "{}", headers: "[]")
    guard case .failure(let failure)? = exchange.result else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind.rawValue == kind && session.row(at: 0).failure?.rawValue == kind)
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
    #expect(failure.hint.hasPrefix(hint), "\(failure.hint)")
    // The words come back also where our own form is written.
    var plain = exchange
    plain.request.timeout = nil
    let own = try Session.read(HARWriter().document([plain])).exchange(at: 0)
    #expect(own.difference(from: plain) == nil)
  }

  @Test("waiting in the browser is a phase, and list, exchange and report say one time")
  func blocked() throws {
    let timings = "{\"blocked\":1900.5,\"send\":0.5,\"wait\":60,\"receive\":39}"
    let (session, exchange) = try read(timings: timings, time: "2000")
    let hop = try #require(exchange.response?.hops[0])
    #expect(hop.timings.blocked == 1_900_500 && hop.timings.total == 2_000_000)
    #expect(session.row(at: 0).time == 2_000_000 && SessionRow(exchange).time == 2_000_000)
    #expect(exchange.response?.totalTime == 2_000_000)
    var plain = exchange
    plain.request.timeout = nil
    let bytes = HARWriter().document([plain])
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"blocked\":1900.5,"))
    let own = try Session.read(bytes)
    #expect(try own.exchange(at: 0).response?.totalTime == 2_000_000)
    #expect(own.row(at: 0).time == 2_000_000)
  }

  @Test("a failure keeps its time")
  func failedTime() throws {
    let (session, exchange) = try read(
      status: "0", error: "\"net::ERR_FAILED\"", timings: "{\"blocked\":2000.75,\"send\":0}",
      time: "2000.75", content: "{}", headers: "[]")
    #expect(session.row(at: 0).time == 2_000_750 && SessionRow(exchange).time == 2_000_750)
    guard case .failure(.transport(let error))? = exchange.result else {
      Issue.record("no failure")
      return
    }
    #expect(error.elapsed == 2_000_750 && error.hops[0].timings.blocked == 2_000_750)
  }

  @Test("a type that no header says is the content's")
  func answersType() throws {
    let said = "{\"mimeType\":\"application/json; charset=utf-8\",\"text\":\"{}\"}"
    let (session, exchange) = try read(content: said)
    #expect(exchange.response?.mediaType?.essence == "application/json")
    #expect(session.row(at: 0).type == SessionRow(exchange).type)
    #expect(exchange.response?.headers["Content-Type"] == nil)
    let html = "[{\"name\":\"Content-Type\",\"value\":\"text/html\"}]"
    #expect(
      try read(content: said, headers: html).exchange.response?.mediaType?.essence == "text/html")
    for none in ["x-unknown", "application/x-unknown", ""] {
      let content = "{\"mimeType\":\"\(none)\",\"text\":\"{}\"}"
      #expect(try read(content: content).exchange.response?.mediaType == nil)
    }
    // In our own form too.
    var plain = exchange
    plain.request.timeout = nil
    let own = try Session.read(HARWriter().document([plain])).exchange(at: 0)
    #expect(own.response?.mediaType?.essence == "application/json")
  }

  private func posted(_ data: String, headers: String = "[]") throws -> HTTPRequest {
    let request =
      "\"method\":\"POST\",\"url\":\"http://h/\",\"headers\":\(headers),\"postData\":\(data)"
    return try read(request: request).exchange.request
  }

  @Test("a type that no header of the request says is the body's")
  func requestsType() throws {
    let json = "{\"mimeType\":\"application/json\",\"text\":\"{}\"}"
    #expect(try posted(json).headers["Content-Type"] == "application/json")
    let said = "[{\"name\":\"content-type\",\"value\":\"text/plain\"}]"
    #expect(try posted(json, headers: said).headers.values("Content-Type") == ["text/plain"])
    #expect(try posted("{\"mimeType\":\"a/b\",\"text\":\"\"}").headers["Content-Type"] == nil)
  }

  @Test(
    "parts that are known by their parameters only are sent as parts",
    arguments: [
      ("multipart/form-data", "[]"),
      ("", "[{\"name\":\"Content-Type\",\"value\":\"multipart/form-data\"}]"),
      ("multipart/form-data; boundary=XyZ", "[]"),
      (
        "multipart/form-data",
        "[{\"name\":\"Content-Type\",\"value\":\"multipart/form-data; boundary=XyZ\"}]"
      ),
    ])
  func parts(type: String, headers: String) throws {
    let params =
      "[{\"name\":\"a\",\"value\":\"1\"},"
      + "{\"name\":\"f\",\"value\":\"x\",\"fileName\":\"f.txt\",\"contentType\":\"text/plain\"}]"
    let request = try posted("{\"mimeType\":\"\(type)\",\"params\":\(params)}", headers: headers)
    let said = try #require(request.headers["Content-Type"].flatMap { MediaType($0) })
    let boundary = try #require(said.parameters["boundary"])
    #expect(said.essence == "multipart/form-data" && !boundary.isEmpty)
    #expect(!"\(type)\(headers)".contains("XyZ") || boundary == "XyZ")
    guard case .bytes(let body) = request.body else {
      Issue.record("no body")
      return
    }
    #expect(
      body.text == "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        + "--\(boundary)\r\nContent-Disposition: form-data; name=\"f\"; filename=\"f.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\nx\r\n--\(boundary)--\r\n")
    #expect(request.headers.values("Content-Type").count == 1)
  }

  @Test("Base64 that is none stays text, and that is said")
  func base64() throws {
    let (_, exchange) = try read(content: "{\"text\":\"no base64!\",\"encoding\":\"base64\"}")
    #expect(exchange.response?.body.text == "no base64!")
    #expect(exchange.response?.warnings.map(\.kind) == [.brokenBase64])
    let good = try read(content: "{\"text\":\"aGk=\",\"encoding\":\"base64\"}").exchange
    #expect(good.response?.warnings == [] && good.response?.body.text == "hi")
  }

  @Test(
    "who answered in the server's place is said",
    arguments: [
      (",\"_fromCache\":\"memory\"", ForeignEntry.Source.cache),
      (",\"_fromCache\":\"disk\"", .cache), (",\"_fromCache\":null", nil),
      (",\"fromDiskCache\":true", .cache), (",\"fromDiskCache\":false", nil),
      (",\"_fetchType\":\"Memory Cache\"", .cache), (",\"_fetchType\":\"Network Load\"", nil),
      (",\"_fetchType\":\"Service Worker\"", .serviceWorker),
      (",\"_fetchedViaServiceWorker\":true,\"_fromCache\":\"disk\"", .serviceWorker),
      (",\"_fromServiceWorker\":true", .serviceWorker),
    ])
  func source(more: String, source: ForeignEntry.Source?) throws {
    let (session, exchange) = try read(more: more + ",\"pageref\":\"page_1\"")
    #expect(exchange.foreign?.facts.source == source && session.row(at: 0).source == source)
    #expect(session.row(at: 0).page == "page_1" && SessionRow(exchange).page == "page_1")
    #expect(SessionRow(exchange).source == source)
    // What never came was answered by nobody.
    let (none, failed) = try read(status: "0", more: more)
    #expect(none.row(at: 0).source == nil && failed.foreign?.facts.source == nil)
  }
}
