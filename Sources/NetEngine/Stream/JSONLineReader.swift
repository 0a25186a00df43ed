import LosslessJSON

/// Reads NDJSON as it comes: a value a line, white space alone is none.
///
/// It stops at the first line that is no JSON: what follows cannot be told from what is wrong.
package struct JSONLineReader: Sendable {
  /// What ended it, its place counted from the start of the stream.
  package private(set) var problem: JSONError?

  private let limits: JSONLimits
  private var lines = LineSplitter(endsAtReturn: false)
  private var offset = 0
  private var count = 0

  /// Starts at the first byte of an answer's body.
  package init(_ head: Response) {
    limits = head.jsonLimits
  }

  /// How many bytes wait for the end of their line.
  package var held: Int { lines.held }

  /// Takes the next bytes; gives the values whose lines end in them.
  package mutating func take(_ piece: [UInt8]) -> [JSON] {
    guard problem == nil else { return [] }
    return read(lines.take(piece))
  }

  /// The value of a last line that nothing ends.
  package mutating func finish() -> [JSON] {
    guard problem == nil else { return [] }
    return read([lines.finish()])
  }

  private mutating func read(_ lines: [ArraySlice<UInt8>]) -> [JSON] {
    var values: [JSON] = []
    for line in lines where problem == nil {
      let place = (bytes: offset, lines: count)
      offset = offset.saturatingSum(line.count + 1)
      count += 1
      guard line.contains(where: { !$0.isJSONSpace }) else { continue }
      let document = JSONDocument(
        bytes: JSONArrayBytes(Array(line)), limits: limits, movedBy: place)
      problem = document.error
      if problem == nil { values.append(document.json) }
    }
    return values
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0d }
}
