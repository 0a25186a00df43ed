import LosslessJSON
import NetEngine

/// The lines of a journal.
///
///     {"head":{"format":1,"tool":"Inspector 0.1.0","clock":"2026-…Z"}}
///     {"req":{entry}}     when it is sent
///     {"res":{entry}}     when its response is there; replaces the request
///     {"err":{entry}}     when it failed
///     {"note":{"seq":7,"note":"…","marked":true,"tags":[]}}
///     {"kept":{"clock":"…"}}   a recording has all runs before it that did not end in order
///     {"end":{"clock":"…"}}
enum JournalLine {
  /// The number of this shape: a line that goes, or means something else, raises it.
  static let format = 1

  static func head(at now: Int) -> [UInt8] {
    wrap("head") { line in
      line.object { line in
        line.member("format", format)
        line.member("tool", "Inspector \(EngineVersion.text)")
        line.member("clock", HARDate.text(now))
      }
    }
  }

  static func end(at now: Int) -> [UInt8] {
    wrap("end") { line in line.object { $0.member("clock", HARDate.text(now)) } }
  }

  static func kept(at now: Int) -> [UInt8] {
    wrap("kept") { line in line.object { $0.member("clock", HARDate.text(now)) } }
  }

  /// An exchange as a line behind what the run has written before.
  static func write(_ exchange: Exchange, _ response: Response?, by run: inout HAREntryRun) {
    run.isRequestOnly = exchange.result == nil
    switch exchange.result {
    case nil: run.line.raw("{\"req\":")
    case .success: run.line.raw("{\"res\":")
    case .failure: run.line.raw("{\"err\":")
    }
    run.write(exchange, response)
    run.line.raw("}\n")
  }

  /// The line of an entry as it stands in another line.
  static func entry(_ entry: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    wrap("res") { $0.raw(UnsafeRawBufferPointer(rebasing: entry)) }
  }

  /// The line of a remark as it stands in another line.
  static func remark(_ remark: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    wrap("note") { $0.raw(UnsafeRawBufferPointer(rebasing: remark)) }
  }

  /// The line of an exchange, its larger bodies named by files in a folder.
  ///
  /// The start of a cut body stands in the line, whatever its bytes are.
  static func line(_ exchange: Exchange, bodyFolder: String) -> HAREntry {
    var writer = HARWriter(bodyFolder: bodyFolder)
    writer.inlineBinaryLimit = Exchange.bodyStart
    var run = HAREntryRun(writer, exchange, exchange.response)
    write(exchange, exchange.response, by: &run)
    return HAREntry(line: run.line.bytes, files: run.files)
  }

  static func remark(_ sequence: Int, _ note: String, isMarked: Bool, tags: [String]) -> [UInt8] {
    wrap("note") { line in
      line.object { line in
        line.member("seq", sequence)
        line.member("note", note)
        line.member("marked", isMarked)
        line.member("tags", tags)
      }
    }
  }

  private static func wrap(_ word: StaticString, _ body: (inout JSONLine) -> Void) -> [UInt8] {
    var line = JSONLine(capacity: 2_048)
    line.raw("{")
    line.key(word)
    body(&line)
    line.raw("}\n")
    return line.bytes
  }
}

extension Exchange {
  /// The bytes that stay of a cut body: enough for an envelope's code and message.
  static let bodyStart = 4 << 10
}
