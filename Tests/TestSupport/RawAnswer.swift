import DemoServer

/// A response as the raw client understood it.
package struct RawAnswer: Sendable {
  /// Why an answer could not be read to its end.
  package enum Failure: Error, Equatable {
    case cut(RawClient.Received)
    case broken(String)
  }

  package var statusLine: String
  package var fields: [Field]
  package var body: [UInt8] = []

  package init(statusLine: String, fields: [Field], body: [UInt8] = []) {
    (self.statusLine, self.fields, self.body) = (statusLine, fields, body)
  }

  package var status: Int? {
    let parts = statusLine.split(separator: " ", maxSplits: 2)
    guard parts.count >= 2, parts[0].hasPrefix("HTTP/1.") else { return nil }
    return Int(parts[1])
  }

  package var text: String { String(decoding: body, as: UTF8.self) }

  package func field(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

extension RawClient {
  /// Sends a request and reads its answer.
  package func ask(
    _ method: String, _ target: String, fields: [Field] = [], body: [UInt8]? = nil
  ) throws -> RawAnswer {
    send(method, target, fields: fields, body: body)
    return try readAnswer(toHead: method == "HEAD")
  }

  /// The next answer that is no interim response.
  package func readAnswer(toHead: Bool = false) throws -> RawAnswer {
    var answer = try readHead()
    while let status = answer.status, (100..<200).contains(status), status != 101 {
      answer = try readHead()
    }
    if toHead || [204, 304].contains(answer.status) { return answer }
    if answer.field("Transfer-Encoding")?.lowercased() == "chunked" {
      answer.body = try readChunks()
    } else if let length = answer.field("Content-Length") {
      // A list of equal lengths is one length, as proxies make it.
      let lengths = Set(length.split(separator: ",").map { Int($0.drop { $0 == " " }) })
      guard lengths.count == 1, let count = lengths.first ?? nil else {
        throw RawAnswer.Failure.broken("length \(length)")
      }
      if let instead = receive(atLeast: count) { throw RawAnswer.Failure.cut(instead) }
      answer.body = take(count)
    } else {
      let end = receiveAll()
      guard end == .end else { throw RawAnswer.Failure.cut(end) }
      answer.body = take(buffer.count)
    }
    return answer
  }

  package func readHead() throws -> RawAnswer {
    let statusLine = try readLine()
    var fields: [Field] = []
    while true {
      let line = try readLine()
      if line.isEmpty { break }
      // A folded line belongs to the field before it.
      if line.first == " " || line.first == "\t" { continue }
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
        throw RawAnswer.Failure.broken("line without colon: \(line)")
      }
      let value = line[line.utf8.index(after: colon)...].drop { $0 == " " }
      fields.append(Field(String(line[..<colon]), String(value)))
    }
    return RawAnswer(statusLine: statusLine, fields: fields)
  }

  private func readChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let line = try readLine()
      guard let size = Int(line.prefix { $0 != ";" && $0 != " " }, radix: 16) else {
        throw RawAnswer.Failure.broken("chunk \(line)")
      }
      if size == 0 {
        while try !readLine().isEmpty {}
        return body
      }
      if let instead = receive(atLeast: size) { throw RawAnswer.Failure.cut(instead) }
      body += take(size)
      guard try readLine().isEmpty else { throw RawAnswer.Failure.broken("chunk's end") }
    }
  }

  private func readLine() throws -> String {
    var searched = 0
    while true {
      if let end = buffer[max(0, searched - 1)...].firstIndex(of: 10) {
        var line = take(end + 1).dropLast()
        if line.last == 13 { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
      }
      searched = buffer.count
      if let instead = receive(atLeast: searched + 1) { throw RawAnswer.Failure.cut(instead) }
    }
  }
}
