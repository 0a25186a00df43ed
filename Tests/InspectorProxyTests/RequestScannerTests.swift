import InspectorProxy
import NetEngine
import TestSupport
import Testing

@Suite("Requests of clients are read strictly")
struct RequestScannerTests {
  /// What came of some bytes: the requests in order, or why one was refused.
  private enum Read: Equatable {
    case request(method: String, path: String, body: String, trailers: Int)
    case refused(Int)
    case unfinished
  }

  /// Reads bytes in pieces of a size; the outcome must not depend on it.
  private func read(_ bytes: [UInt8], by size: Int) -> [Read] {
    var scanner = RequestScanner()
    var (buffer, start): ([UInt8], Int) = ([], 0)
    var (reads, head, body): ([Read], ClientHead?, [UInt8]) = ([], nil, [])
    for place in stride(from: 0, to: bytes.count, by: size) {
      buffer += bytes[place..<min(place + size, bytes.count)]
      while let event = buffer.withUnsafeBytes({ scanner.next(in: $0, from: &start) }) {
        switch event {
        case .head(let read): (head, body) = (read, [])
        case .body(let range): body += buffer[range]
        case .end(let trailers):
          reads.append(
            .request(
              method: head?.method ?? "", path: head?.path ?? "",
              body: String(decoding: body, as: UTF8.self), trailers: trailers.count))
          head = nil
        case .refused(let refusal):
          reads.append(.refused(refusal.status))
          #expect(!refusal.why.isEmpty && refusal.why.hasSuffix("."))
        }
      }
      buffer.removeSubrange(..<start)
      start = 0
    }
    if scanner.isInside, reads.last.map({ if case .refused = $0 { false } else { true } }) ?? true {
      reads.append(.unfinished)
    }
    return reads
  }

  private func expect(_ text: String, _ wanted: [Read], _ name: Comment? = nil) {
    let bytes = Array(text.utf8)
    for size in [1, 2, 3, 7, bytes.count] where size > 0 {
      #expect(read(bytes, by: size) == wanted, name ?? "\(text.debugDescription), by \(size)")
    }
  }

  private static let host = "Host: h\r\n"

  @Test("what is counted of one request is not counted of the next")
  func countedAnew() {
    let field = "X: \(String(repeating: "t", count: 3_000))\r\n"
    let chunked =
      "POST /a HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n0\r\n"
      + String(repeating: field, count: 4) + "\r\n"
    let read = Read.request(method: "POST", path: "/a", body: "", trailers: 4)
    expect(chunked + chunked + chunked, [read, read, read], "trailers")
    let spaced = "\r\nGET /a HTTP/1.1\r\n\(Self.host)\r\n"
    expect(
      String(repeating: spaced, count: 12), Array(repeating: get("/a"), count: 12), "empty lines")
    let plain = "GET /a HTTP/1.1\r\n\(Self.host)\r\n"
    expect(String(repeating: "\r\n", count: 8) + plain, [get("/a")])
    expect(String(repeating: "\r\n", count: 9) + plain, [.refused(400)])
  }

  @Test("what is sound is read, whatever the pieces it comes in")
  func sound() {
    let host = Self.host
    expect("GET /a HTTP/1.1\r\n\(host)\r\n", [get("/a")])
    expect("\r\n\r\nGET /a HTTP/1.1\r\n\(host)\r\n", [get("/a")])
    expect("GET /a HTTP/1.0\r\n\r\n", [get("/a")])
    expect(
      "query /a?b=%20&c HTTP/1.1\r\n\(host)\r\n",
      [
        .request(method: "query", path: "/a?b=%20&c", body: "", trailers: 0)
      ])
    expect(
      "OPTIONS * HTTP/1.1\r\n\(host)\r\n",
      [
        .request(method: "OPTIONS", path: "*", body: "", trailers: 0)
      ])
    expect("GET http://h/x?y HTTP/1.1\r\n\(host)\r\n", [get("/x?y")])
    expect("GET http://h HTTP/1.1\r\n\(host)\r\n", [get("/")])
    expect("GET //evil.com/x HTTP/1.1\r\n\(host)\r\n", [get("//evil.com/x")])
    expect(
      "POST /a HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\n\(host)\r\n",
      [
        post("abc"), get("/b"),
      ])
    let quoted = "3;x=\"a;\\\"b\";y\r\nabc\r\n0;z=\"\"\r\n\r\n"
    expect(
      "POST /a HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n" + quoted, [post("abc")])
    expect("POST /a HTTP/1.1\r\n\(host)Content-Length: 3 ,3\r\n\r\nabc", [post("abc")])
    // Equal lengths are one.
    expect(
      "POST /a HTTP/1.1\r\n\(host)Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
      [
        post("abc")
      ])
    expect(
      "POST /a HTTP/1.1\r\n\(host)Transfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
      [post("abcde")])
    expect(
      "POST /a HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n\r\nGET /b HTTP/1.1\r\n\(host)\r\n",
      [post("", trailers: 1), get("/b")])
    // A body that has not come is waited for.
    expect("POST /a HTTP/1.1\r\n\(host)Content-Length: 3\r\n\r\nab", [.unfinished])
  }

  private func get(_ path: String) -> Read {
    .request(method: "GET", path: path, body: "", trailers: 0)
  }

  private func post(_ body: String, trailers: Int = 0) -> Read {
    .request(method: "POST", path: "/a", body: body, trailers: trailers)
  }

  /// Heads that two readers could read differently, or that ask too much.
  private static let refused: [(name: String, text: String, status: Int)] = {
    let post = "POST /a HTTP/1.1\r\n" + host
    let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"
    return [
      (
        "length beside chunked", post + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        400
      ),
      ("two lengths", post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("a sign", post + "Content-Length: +5\r\n\r\n", 400),
      ("a list of two lengths", post + "Content-Length: 5,6\r\n\r\n", 400),
      ("chun + Kelvin sign + ed", post + "Transfer-Encoding: chun\u{212a}ed\r\n\r\n", 400),
      ("a NUL in an extension", chunked + "3;a=\0\r\nabc\r\n0\r\n\r\n", 400),
      ("a control in an extension", chunked + "3;a=\u{1b}\r\nabc\r\n0\r\n\r\n", 400),
      ("an open quote in an extension", chunked + "3;a=\"b\r\nabc\r\n0\r\n\r\n", 400),
      ("a quote that an escape leaves open", chunked + "3;a=\"b\\\"\r\nabc\r\n0\r\n\r\n", 400),
      ("a quote that goes on in the next line", chunked + "3;a=\"b\r\n\"\r\n0\r\n\r\n", 400),
      ("a hexadecimal length", post + "Content-Length: 0x5\r\n\r\n", 400),
      ("twenty digits", post + "Content-Length: 12345678901234567890\r\n\r\n", 400),
      ("chunked twice", post + "Transfer-Encoding: chunked, chunked\r\n\r\n", 400),
      ("chunked, gzip", post + "Transfer-Encoding: chunked, gzip\r\n\r\n", 400),
      ("xchunked", post + "Transfer-Encoding: xchunked\r\n\r\n", 400),
      ("chunked in 1.0", "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("a space before the colon", post + "A : b\r\n\r\n", 400),
      ("a tab before the colon", post + "A\t: b\r\n\r\n", 400),
      ("a folded field", post + "A: b\r\n c\r\n\r\n", 400),
      ("bare line feeds", "GET /a HTTP/1.1\nHost: h\n\n", 400),
      ("a bare carriage return", post + "A: b\rc\r\n\r\n", 400),
      ("a NUL", post + "A: b\0c\r\n\r\n", 400),
      ("no colon", post + "abc\r\n\r\n", 400),
      ("no name", post + ": b\r\n\r\n", 400),
      ("a negative chunk", chunked + "-1\r\n", 400),
      ("a blank before a size", chunked + " 5\r\n", 400),
      ("a blank behind a size", chunked + "5 \r\nabcde\r\n0\r\n\r\n", 400),
      ("0x5", chunked + "0x5\r\nabcde\r\n", 400),
      ("17 digits", chunked + "00000000000000005\r\n", 400),
      ("a chunk without its end", chunked + "3\r\nabcd\r\n", 400),
      ("a chunk's size ended by a lone line feed", chunked + "3\nabc\r\n0\r\n\r\n", 400),
      ("a trailer that is none", chunked + "0\r\nabc\r\n\r\n", 400),
      ("HTTP/0.9", "GET /\r\n", 400),
      ("HTTP/2's preface", "PRI * HTTP/2.0\r\n\r\n", 505),
      ("HTTP/3.0", "GET / HTTP/3.0\r\n\r\n", 505),
      ("TLS", "\u{16}\u{3}\u{1}", 400),
      ("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
      ("two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
      ("a list of hosts", "GET / HTTP/1.1\r\nHost: a,b\r\n\r\n", 400),
      ("a user in Host", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400),
      ("a blank in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("a fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("a target of another kind", "GET a/b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("CONNECT", "CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n", 501),
      ("an empty method", " / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("Connection names Content-Length", post + "Connection: close, Content-Length\r\n\r\n", 400),
      ("empty lines without end", String(repeating: "\r\n", count: 10_000), 400),
      ("a blank in a chunked size's end", chunked + "3\r\nabc\r\n0 \r\n\r\n", 400),
    ]
  }()

  @Test("what two readers could read differently is refused", arguments: refused.indices)
  func refusals(_ index: Int) {
    let row = Self.refused[index]
    expect(row.text, [.refused(row.status)], "\(row.name)")
  }

  @Test("heads, targets, fields and trailers have bounds, also while they come")
  func bounds() {
    let long = String(repeating: "a", count: 70 << 10)
    let start = "GET /a HTTP/1.1\r\nHost: h\r\n"
    for text in [start + "A: \(long)\r\n\r\n", start + "A: \(long)"] {
      #expect(read(Array(text.utf8), by: 4_096) == [.refused(431)])
    }
    #expect(read(Array("GET /\(long) HTTP/1.1\r\n\r\n".utf8), by: 4_096) == [.refused(414)])
    #expect(read(Array("GET /\(long)".utf8), by: 4_096) == [.refused(414)])
    let fields = (0..<201).map { "F\($0): x\r\n" }.joined()
    #expect(read(Array((start + fields + "\r\n").utf8), by: 4_096) == [.refused(431)])
    let chunked = "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    let trailers = (0..<300).map { "F\($0): \(long.prefix(100))\r\n" }.joined()
    #expect(read(Array((chunked + trailers + "\r\n").utf8), by: 4_096) == [.refused(431)])
  }

  @Test("a head of exactly so many bytes is read, one of one byte more is not")
  func bound() {
    let start = "GET /a HTTP/1.1\r\nHost: h\r\nA: "
    let room = ListeningLimits().head - start.utf8.count - "\r\n\r\n".utf8.count
    for piece in [1, 4_096, 80_000] {
      for (count, isRead) in [(room, true), (room + 1, false)] {
        let text = start + String(repeating: "x", count: count) + "\r\n\r\n"
        let found = read(Array(text.utf8), by: piece)
        #expect((found == [.refused(431)]) != isRead, "\(count) by \(piece): \(found)")
      }
    }
  }

  @Test("bytes of chance end nothing and are read alike in any pieces")
  func chance() {
    var dice = SplitMix(seed: 7)
    let words = [
      "GET / HTTP/1.1\r\n", "POST /a HTTP/1.1\r\n", "Host: h\r\n", "Content-Length: 5\r\n",
      "Transfer-Encoding: chunked\r\n", "\r\n", "5\r\nabcde\r\n", "0\r\n", "abcde", "\n", "\r", ":",
      " ", "\0", "A: b\r\n", "\u{16}",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 1...12, using: &dice)).map { _ in
        words.randomElement(using: &dice) ?? ""
      }.joined()
      let bytes = Array(text.utf8)
      let whole = read(bytes, by: bytes.count)
      #expect(read(bytes, by: 1) == whole, "\(text.debugDescription)")
    }
  }
}
