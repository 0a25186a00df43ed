/// A request the server refuses to read, with the status it answers.
struct BadRequest: Error, Equatable {
  let status: Int
  let why: String
}

/// How far reading the next request got.
enum Reading {
  case request(Request)
  case refused(BadRequest)
}

/// Reads requests from a wire, one after the other; bytes of the next one stay unused.
struct RequestReader {
  static let headLimit = 256 * 1_024
  private static let chunkLineLimit = 4 * 1_024

  let wire: Wire
  let idleMilliseconds: Int
  let keptBodyBytes: Int

  /// The next request's head: waits for it as long as an idle connection may live.
  func readHead() throws(WireEnd) -> Result<Request, BadRequest> {
    skipEmptyLines()
    var searched = 0
    while true {
      let unused = wire.unused
      let from = unused.startIndex + max(0, searched - 3)
      if let end = unused.firstEmptyLine(from: from) {
        let result = RequestHead.parse(unused[..<end])
        wire.consume(end + 4 - unused.startIndex)
        return result
      }
      searched = unused.count
      guard searched <= Self.headLimit else {
        return .failure(BadRequest(status: 431, why: "The request head exceeds 256 KiB."))
      }
      try wire.receive(idleMilliseconds: idleMilliseconds)
      skipEmptyLines()
    }
  }

  /// A client may send an empty line after a body; it belongs to no request.
  private func skipEmptyLines() {
    while wire.unused.starts(with: [13, 10]) { wire.consume(2) }
  }

  /// Reads the body the head announces into the request.
  func readBody(of request: inout Request) throws(WireEnd) -> BadRequest? {
    switch RequestHead.framing(of: request) {
    case .failure(let refusal): return refusal
    case .success(.none): return nil
    case .success(.length(let length)):
      var sink = BodySink(limit: keptBodyBytes)
      try read(length, into: &sink)
      request.body = sink.finish()
      return nil
    case .success(.chunked):
      var sink = BodySink(limit: keptBodyBytes)
      let refusal = try readChunks(into: &sink, trailers: &request.trailerLines)
      request.body = sink.finish()
      return refusal
    }
  }

  private func read(_ count: Int, into sink: inout BodySink) throws(WireEnd) {
    var left = count
    while left > 0 {
      let piece = wire.unused.prefix(left)
      if piece.isEmpty {
        try wire.receive(idleMilliseconds: idleMilliseconds)
      } else {
        sink.add(piece)
        left -= piece.count
        wire.consume(piece.count)
      }
    }
  }

  private func readChunks(
    into sink: inout BodySink, trailers: inout [[UInt8]]
  ) throws(WireEnd) -> BadRequest? {
    while true {
      guard let line = try readLine(limit: Self.chunkLineLimit) else {
        return BadRequest(status: 400, why: "A chunk's size line exceeds 4 KiB.")
      }
      let digits = line[...].prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks
      guard let size = Digits.parseHex(digits) else {
        return BadRequest(status: 400, why: "A chunk's size is not a hexadecimal number.")
      }
      if size == 0 { return try readTrailers(into: &trailers) }
      try read(size, into: &sink)
      guard try readLine(limit: 0)?.isEmpty == true else {
        return BadRequest(status: 400, why: "A chunk does not end with CR LF.")
      }
    }
  }

  private func readTrailers(into trailers: inout [[UInt8]]) throws(WireEnd) -> BadRequest? {
    var size = 0
    while true {
      guard let line = try readLine(limit: Self.headLimit - size) else {
        return BadRequest(status: 431, why: "The trailers exceed 256 KiB.")
      }
      if line.isEmpty { return nil }
      size += line.count
      trailers.append(line)
    }
  }

  /// A line without its CR LF; nil when it is longer than the limit.
  private func readLine(limit: Int) throws(WireEnd) -> [UInt8]? {
    while true {
      let unused = wire.unused
      if let end = unused.prefix(limit + 2).firstLineEnd(from: unused.startIndex) {
        let line = Array(unused[..<end])
        wire.consume(line.count + 2)
        return line
      }
      guard unused.count < limit + 2 else { return nil }
      try wire.receive(idleMilliseconds: idleMilliseconds)
    }
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
      started.update(body.kept[...])
      hash = started
    }
    hash?.update(bytes)
    body.count += bytes.count
    body.kept += bytes.prefix(room)
  }

  mutating func finish() -> RequestBody {
    body.streamedHash = hash?.finish()
    return body
  }
}
