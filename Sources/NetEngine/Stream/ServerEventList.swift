import LosslessJSON

/// The events of a `text/event-stream` whose bytes are there: found once, read when they are asked for.
///
/// By the same rules as ``ServerEventParser``, which reads what goes by and keeps nothing.
package struct ServerEventList: Sendable {
  /// Where one event stands: its first line's number, and its lines without the blank one that ends it.
  package typealias Entry = JSONLines.Line

  /// The events found so far.
  package private(set) var entries = SealedList<Entry>()

  /// How many bytes were looked at.
  package private(set) var scannedBytes = 0

  private let limits: JSONLimits
  private var bytes: any JSONBytes
  private var lineStart = 0
  private var number = 1
  private var block: (start: Int, line: Int, hasData: Bool)?
  /// Whether all bytes there will ever be were looked at.
  package private(set) var isEnded = false

  /// Prepares to find the events of bytes that may still be arriving; `scan` does it.
  package init(bytes: any JSONBytes, limits: JSONLimits = .standard) {
    (self.bytes, self.limits) = (bytes, limits)
  }

  /// Finds the events of a whole body.
  package init(_ body: Body, limits: JSONLimits = .standard) {
    self.init(bytes: BodyBytes(body), limits: limits)
    scan(upTo: body.count, isFinal: true)
  }

  /// The beginning of an event behind the last one, which nothing has ended; empty where there is none.
  ///
  /// It counts as never sent.
  package var unfinished: Range<Int> {
    guard let block, block.hasData else { return scannedBytes..<scannedBytes }
    return block.start..<scannedBytes
  }

  /// Looks on up to a count of bytes; `moved` replaces their owner when they have moved since.
  package mutating func scan(upTo count: Int, isFinal: Bool, bytes moved: (any JSONBytes)? = nil) {
    if let moved { bytes = moved }
    guard !isEnded else { return }
    let all = UnsafeRawBufferPointer(start: bytes.base, count: count)
    // A part of the mark cannot be told from text yet.
    if lineStart == 0, count < 3, !isFinal { return }
    if lineStart == 0, all.starts(with: [0xef, 0xbb, 0xbf]) { lineStart = 3 }
    var offset = Swift.max(scannedBytes, lineStart)
    while let end = all[offset...].firstIndex(where: { $0 == 0x0a || $0 == 0x0d }) {
      var next = end + 1
      if all[end] == 0x0d {
        // Whether a line feed belongs to it is not known before the next byte.
        if next == count, !isFinal { break }
        if next < count, all[next] == 0x0a { next += 1 }
      }
      endLine(lineStart..<end, in: all)
      (lineStart, offset) = (next, next)
      number += 1
    }
    scannedBytes = count
    if !isFinal, all.last == 0x0d { scannedBytes -= 1 }
    guard isFinal else { return }
    // A last line without its end begins nothing new, and no blank line follows it.
    if lineStart < count { note(lineStart..<count, in: all) }
    entries.seal()
    isEnded = true
  }

  private mutating func endLine(_ range: Range<Int>, in all: UnsafeRawBufferPointer) {
    guard range.isEmpty else { return note(range, in: all) }
    if let block, block.hasData {
      entries.append(Entry(number: block.line, range: block.start..<range.lowerBound))
    }
    block = nil
  }

  /// A line of an event that is not over.
  private mutating func note(_ range: Range<Int>, in all: UnsafeRawBufferPointer) {
    if block == nil { block = (range.lowerBound, number, false) }
    let line = all[range]
    guard line.starts(with: "data".utf8) else { return }
    let isData = range.count == 4 || line[range.lowerBound + 4] == UInt8(ascii: ":")
    if isData { block?.hasData = true }
  }

  /// Runs over the bytes that were looked at.
  package func withText<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: bytes.base, count: scannedBytes))
  }
}

extension ServerEventList: RandomAccessCollection {
  /// An event as it is read from its place.
  package struct Element: Sendable {
    /// What kind it is: `message` when the server says nothing.
    package var event = "message"
    /// What it says of its own id; nil when it says nothing.
    package var id: String?
    /// Where its data stands, a range for each line of it.
    package var data: [Range<Int>] = []
    /// Its data as a document; nil when it is no JSON.
    package var document: JSONDocument?
  }

  /// 0.
  package var startIndex: Int { 0 }

  /// How many events there are.
  package var endIndex: Int { entries.count }

  /// The event at an index, read now.
  package subscript(index: Int) -> Element {
    let entry = entries[index]
    var element = Element()
    let all = bytes.buffer
    forEachLine(of: entry.range, in: all) { line in
      let (name, value) = ServerEventParser.field(line)
      if name.elementsEqual("data".utf8) {
        element.data.append(value.startIndex..<value.endIndex)
      } else if name.elementsEqual("event".utf8) {
        element.event = String(decoding: value, as: UTF8.self)
      } else if name.elementsEqual("id".utf8), !value.contains(0) {
        element.id = String(decoding: value, as: UTF8.self)
      }
    }
    if element.event.isEmpty { element.event = "message" }
    element.document = document(of: element, at: entry)
    return element
  }

  private func forEachLine(
    of range: Range<Int>, in all: UnsafeRawBufferPointer,
    _ body: (Slice<UnsafeRawBufferPointer>) -> Void
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      let rest = all[start..<range.upperBound]
      let end = rest.firstIndex { $0 == 0x0a || $0 == 0x0d } ?? range.upperBound
      body(all[start..<end])
      let isPair = end + 1 < range.upperBound && all[end] == 0x0d && all[end + 1] == 0x0a
      start = end + (isPair ? 2 : 1)
    }
  }

  private func document(of element: Element, at entry: Entry) -> JSONDocument? {
    let data: any JSONBytes
    let start: Int
    if let single = element.data.first, element.data.count == 1 {
      (data, start) = (JSONPart(of: bytes, single), single.lowerBound)
    } else {
      (data, start) = (JSONArrayBytes(self.data(of: element)), entry.range.lowerBound)
    }
    let (lines, columns) = place(of: element.data.first?.lowerBound ?? start, at: entry)
    let document = JSONDocument(
      bytes: data, limits: limits, movedBy: (bytes: start, lines: lines), columns: columns)
    guard let error = document.error else { return document }
    // `[DONE]` is a word, and no list that is broken: what is one goes on behind its first bracket.
    let isBegun = document.root.map { [.object, .array].contains(document.kind(of: $0)) } ?? false
    return isBegun && error.byteOffset > start + 1 ? document : nil
  }

  /// The lines in front of a byte of an event, and the columns in front of it on its own.
  private func place(of offset: Int, at entry: Entry) -> (lines: Int, columns: Int) {
    var lines = entry.number - 1
    var start = entry.range.lowerBound
    forEachLine(of: entry.range.lowerBound..<offset, in: bytes.buffer) { line in
      guard line.endIndex < offset else { return }
      lines += 1
      start = line.endIndex + 1
    }
    if start < offset, bytes.buffer[start] == 0x0a { start += 1 }
    return (lines, offset - start)
  }

  /// The data of an event: its lines, with a line feed between each two.
  package func data(of element: Element) -> [UInt8] {
    let all = bytes.buffer
    return Array(element.data.map { all[$0] }.joined(separator: [0x0a]))
  }
}
