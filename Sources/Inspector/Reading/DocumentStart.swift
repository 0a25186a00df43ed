import InspectorScreens
import NetEngine

/// The first part of a document whose rest is still coming, or the many documents that are there: the
/// lines of NDJSON, the events of a stream.
nonisolated struct DocumentStart {
  private var start: Start?
  /// Of how many bytes it was made.
  private var size = 0

  private enum Start {
    case document(JSONForest)
    case lines(JSONLines)
    case events(ServerEventList)
  }

  /// Reads as much of a document as a screen shows, and every line and event; nil where nothing looks
  /// like one.
  ///
  /// Once that much of a document was there it is good enough: more of the body costs nothing more.
  mutating func forest(of body: Body, as type: Headers = [:]) -> JSONForest? {
    if body.count < size { self = DocumentStart() }
    switch start {
    case nil, .document:
      let size = min(body.count, AnswerReader.firstSlice)
      guard size > self.size else { break }
      self.size = size
      start = Self.read(body, type)
    case .lines(var lines):
      size = body.count
      // It has one owner while it grows, so that nothing is copied.
      start = nil
      lines.scan(upTo: body.count, isFinal: false, bytes: BodyBytes(body))
      start = .lines(lines)
    case .events(var events):
      size = body.count
      start = nil
      events.scan(upTo: body.count, isFinal: false, bytes: BodyBytes(body))
      start = .events(events)
    }
    return forest
  }

  private var forest: JSONForest? {
    switch start {
    case .document(let forest): forest
    case .lines(let lines): JSONForest(lines)
    case .events(let events) where events.isEmpty: nil
    case .events(let events): JSONForest(events)
    case nil: nil
    }
  }

  private static func read(_ body: Body, _ type: Headers) -> Start? {
    let response = Response(
      statusCode: 0, headers: type, body: body, request: HTTPRequest(url: ""))
    if response.isEventStream {
      var events = ServerEventList(bytes: BodyBytes(body))
      events.scan(upTo: body.count, isFinal: false)
      return .events(events)
    }
    // The last byte is left out: what is read to its end would be found to be cut off.
    let count = min(body.count - 1, AnswerReader.firstSlice)
    guard count > 0, response.mayBeJSON else { return nil }
    var reader = DocumentReader(response)
    _ = reader.read(count)
    let document = reader.snapshot(maxEntries: AnswerReader.firstEntries)
    guard document.error?.startsAnotherDocument == true else {
      return .document(JSONForest(document))
    }
    var lines = JSONLines(bytes: BodyBytes(body))
    lines.scan(upTo: body.count, isFinal: false)
    return .lines(lines)
  }
}
