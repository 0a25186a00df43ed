import LosslessJSON

/// Reads a `text/event-stream` as it comes, by the rules of the HTML standard (§9.2.6).
///
/// A value that is fed bytes: it knows nothing of transfers. Whatever the bytes are there is no
/// error; what is no field means nothing, and what no blank line follows was never sent.
package struct ServerEventParser: Sendable {
  /// The last id that was said before the end of an event; what a new connection begins from.
  package private(set) var lastEventID = ""
  /// How long to wait before a new connection, as it was said last.
  package private(set) var retry: Duration?

  private var lines = LineSplitter(endsAtReturn: true)
  private var isFirstLine = true
  private var id = ""
  private var event = ""
  /// The data of the event so far, a line feed behind each line.
  private var data: [UInt8] = []

  /// Starts at the first byte of a stream.
  package init() {}

  /// How many bytes are kept for an event that is not over.
  package var held: Int { lines.held.saturatingSum(data.count) }

  /// Takes the next bytes; gives the events that end in them.
  package mutating func take(_ piece: [UInt8]) -> [ServerEvent] {
    var events: [ServerEvent] = []
    for line in lines.take(piece) {
      if let event = read(line) { events.append(event) }
    }
    return events
  }

  /// Forgets the event that was not over: another connection follows.
  package mutating func startOver() {
    let (id, retry) = (lastEventID, retry)
    self = ServerEventParser()
    (self.id, lastEventID, self.retry) = (id, id, retry)
  }

  private mutating func read(_ whole: ArraySlice<UInt8>) -> ServerEvent? {
    var line = whole
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: [0xef, 0xbb, 0xbf]) { line = line.dropFirst(3) }
    }
    guard !line.isEmpty else { return finishEvent() }
    let (name, value) = Self.field(line)
    set(name, to: value)
    return nil
  }

  /// A line taken apart; one that begins with its colon is a comment: its name is empty.
  static func field<Line: Collection<UInt8>>(
    _ line: Line
  ) -> (name: Line.SubSequence, value: Line.SubSequence) {
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    return (line[..<colon], value)
  }

  private mutating func set(_ name: ArraySlice<UInt8>, to value: ArraySlice<UInt8>) {
    if name.elementsEqual("data".utf8) {
      data += value
      data.append(0x0a)
    } else if name.elementsEqual("event".utf8) {
      event = String(decoding: value, as: UTF8.self)
    } else if name.elementsEqual("id".utf8) {
      if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    } else if name.elementsEqual("retry".utf8), let milliseconds = Int(digits: value) {
      // More than an Int holds is not a time either.
      retry = .milliseconds(milliseconds)
    }
  }

  private mutating func finishEvent() -> ServerEvent? {
    lastEventID = id
    defer { (event, data) = ("", []) }
    guard !data.isEmpty else { return nil }
    return ServerEvent(
      event: event.isEmpty ? "message" : event,
      data: String(decoding: data.dropLast(), as: UTF8.self), id: id, retry: retry)
  }
}
