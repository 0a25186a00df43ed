import InspectorCore
import NetEngine

/// The first part of a document, or the first lines of many, whose rest is still coming.
nonisolated struct DocumentStart {
  private var start: JSONForest?
  /// Of how many bytes it was made.
  private var size = 0

  /// Reads as much as a screen shows; nil where nothing looks like a document.
  ///
  /// Once that much was there it is good enough: more of the body costs nothing more.
  mutating func forest(of body: Body, as type: Headers = [:]) -> JSONForest? {
    let size = min(body.count, AnswerReader.firstSlice)
    if size < self.size { self = DocumentStart() }
    guard size > self.size else { return start }
    self.size = size
    start = Self.read(body, type)
    return start
  }

  private static func read(_ body: Body, _ type: Headers) -> JSONForest? {
    // The last byte is left out: what is read to its end would be found to be cut off.
    let count = min(body.count - 1, AnswerReader.firstSlice)
    let response = Response(
      statusCode: 0, headers: type, body: body, request: HTTPRequest(url: ""))
    guard count > 0, response.mayBeJSON else { return nil }
    var reader = DocumentReader(response)
    _ = reader.read(count)
    let document = reader.snapshot(maxEntries: AnswerReader.firstEntries)
    guard document.error?.startsAnotherDocument == true else { return JSONForest(document) }
    let lines = body.prefix(AnswerReader.firstSlice)
    let whole = lines.withUnsafeBytes { $0.lastIndex(of: 0x0A) ?? $0.count }
    return JSONForest(JSONLines(lines.prefix(whole)))
  }
}
