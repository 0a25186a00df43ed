import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Journals as earlier programs wrote them: what is kept of a crash must be readable for ever.
@Suite("Shapes of journals")
struct JournalFormatTests {
  /// A journal of shape 1 as version 0.1 left it when it was killed; kept as it is.
  private static let first = #"""
    {"head":{"format":1,"tool":"Inspector 0.1.0","clock":"2026-11-23T08:46:48.450577Z"}}
    {"req":{"_row":[1,"GET",0,"x-unknown",0,"","p"],"startedDateTime":"2026-11-23T08:46:48.468608Z","time":0,"_name":"users","request":{"method":"GET","url":"http://127.0.0.1:8931/users/42","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"User-Agent","value":"Inspector/0.1.0","_source":"engine"},{"name":"Accept","value":"*/*","_source":"engine"}],"queryString":[],"headersSize":-1,"bodySize":0},"_seq":1,"_id":"j-1795423608468608-1","_pending":true}}
    {"res":{"_row":[1,"GET",200,"application/json",8],"startedDateTime":"2026-11-23T08:46:48.468608Z","time":39.079,"_name":"users","request":{"method":"GET","url":"http://127.0.0.1:8931/users/42","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Host","value":"127.0.0.1:8931"},{"name":"User-Agent","value":"Inspector/0.1.0","_source":"engine"},{"name":"Accept","value":"*/*","_source":"engine"}],"queryString":[],"headersSize":132,"bodySize":0},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Content-Type","value":"application/json"},{"name":"Content-Length","value":"8"}],"content":{"size":8,"mimeType":"application/json","text":"{\"a\":1}\n"},"redirectURL":"","headersSize":71,"bodySize":8},"cache":{},"timings":{"blocked":-1,"dns":0.052,"connect":19.242,"ssl":-1,"send":0.069,"wait":19.716,"receive":0},"serverIPAddress":"127.0.0.1","connection":"45362","_seq":1,"_id":"j-1795423608468608-1","_order":1,"_timing":{"dns":52,"connect":19242,"send":69,"wait":19716,"receive":0},"_connection":{"local":"127.0.0.1:45362","remote":"127.0.0.1:8931"}}}
    {"note":{"seq":1,"note":"look","marked":true,"tags":[]}}
    {"req":{"_row":[2,"GET",0,"x-unknown",0,"","p"],"startedDateTime":"2026-11-23T08:46:48.759347Z","time":0,"_name":"hang","request":{"method":"GET","url":"http://127.0.0.1:8931/delay/60000","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Accept","value":"*/*","_source":"engine"}],"queryString":[],"headersSize":-1,"bodySize":0},"_seq":2,"_id":"j-1795423608759347-2","_pending":true}}

    """#

  @Test("shape 1 is read: the answer takes the place of its request, and the note is kept")
  func shapeOne() throws {
    let session = try Session.read(Array(Self.first.utf8))
    #expect(session.count == 2)
    let exchange = try session.exchange(at: 0)
    #expect(exchange.response?.statusCode == 200)
    #expect(exchange.response?.body.text == "{\"a\":1}\n")
    #expect(exchange.response?.hops.first?.timings.wait == 19_716)
    #expect(exchange.name == "users" && exchange.note == "look" && exchange.isMarked)
    #expect(try session.exchange(at: 1).result == nil)
    #expect(!session.notices.contains { $0.contains("newer") })
  }

  @Test("a newer shape is read as far as it is known, and that is said")
  func newer() throws {
    var lines = Self.first.split(separator: "\n").map(String.init)
    lines[0] = #"{"head":{"format":2,"tool":"Inspector 9.0.0"}}"#
    lines.append(#"{"frame":{"seq":1}}"#)
    let session = try Session.read(Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(session.count == 2)
    #expect(
      session.notices.contains(
        "a newer program wrote it, in shape 2: what shape 1 does not have is not shown"))
  }
}
