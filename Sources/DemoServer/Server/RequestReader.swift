import InspectorProxy
import LosslessJSON
import NetEngine

/// Reads requests from a wire, one after the other; bytes of the next one stay unused.
struct RequestReader {
  let wire: Wire
  let idleMilliseconds: Int
  let keptBodyBytes: Int
  private var scanner: RequestScanner

  init(wire: Wire, idleMilliseconds: Int, keptBodyBytes: Int) {
    self.wire = wire
    self.idleMilliseconds = idleMilliseconds
    self.keptBodyBytes = keptBodyBytes
    // Wider than for clients that are strangers: tests send more than any of those may.
    var limits = ListeningLimits()
    (limits.head, limits.target, limits.trailers) = (256 << 10, 256 << 10, 256 << 10)
    limits.fields = 20_000
    scanner = RequestScanner(limits)
  }

  /// The next request's head: waits for it as long as an idle connection may live.
  mutating func readHead() throws(WireEnd) -> Result<Request, Refusal> {
    while true {
      let (event, used) = try next()
      defer { wire.consume(used) }
      switch event {
      case .head(let head): return .success(Request(head, bytes: wire.unused.prefix(used)))
      case .refused(let refusal): return .failure(refusal)
      // The end of a request that was answered before its body.
      case .body, .end: continue
      }
    }
  }

  /// Reads the body the head announces into the request.
  mutating func readBody(of request: inout Request) throws(WireEnd) -> Refusal? {
    var sink = BodySink(limit: keptBodyBytes)
    while true {
      let (event, used) = try next()
      defer { wire.consume(used) }
      switch event {
      case .body(let range):
        sink.add(wire.unused.dropFirst(range.lowerBound).prefix(range.count))
      case .refused(let refusal): return refusal
      case .end(let trailers):
        request.trailerLines = trailers.map { Array("\($0.name): \($0.value)".utf8) }
        request.body = sink.finish()
        return nil
      case .head: return nil
      }
    }
  }

  /// The next event, and how many of the unused bytes belong to it.
  private mutating func next() throws(WireEnd) -> (event: RequestScanner.Event, used: Int) {
    while true {
      var used = 0
      if let event = wire.unused.withUnsafeBytes({ scanner.next(in: $0, from: &used) }) {
        return (event, used)
      }
      wire.consume(used)
      try wire.receive(idleMilliseconds: idleMilliseconds)
    }
  }
}

extension Request {
  /// A head as it came, with the empty line behind it.
  init(_ head: ClientHead, bytes: ArraySlice<UInt8>) {
    let lines = bytes.drop(while: \.endsLine).dropLast(4).lines
    self.init(
      method: head.method, target: Array(head.target.utf8),
      version: head.isOldVersion ? "HTTP/1.0" : "HTTP/1.1",
      headerLines: lines.dropFirst().map(Array.init), announcesBody: head.framing != .none)
  }
}

/// Takes a body's bytes: keeps the first ones, counts and hashes the rest.
private struct BodySink {
  let limit: Int
  private var body = RequestBody()
  private var hash: SHA256?

  init(limit: Int) {
    self.limit = limit
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    let room = limit - body.kept.count
    if hash == nil, bytes.count > room {
      var started = SHA256()
      started.update(body.kept)
      hash = started
    }
    bytes.withUnsafeBytes { hash?.update($0) }
    body.count += bytes.count
    body.kept += bytes.prefix(room)
  }

  func finish() -> RequestBody {
    var body = body
    body.streamedHash = hash?.digest.hex
    return body
  }
}
