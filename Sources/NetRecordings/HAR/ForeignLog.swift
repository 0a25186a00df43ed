import LosslessJSON
import NetEngine

/// What another tool says of a session as a whole: who it is, the pages, whatever else stands
/// beside the entries.
struct ForeignLog: Sendable {
  /// Where the members stand in the file, keys and all.
  struct Places: Sendable {
    /// In the log.
    var members: [Range<Int>] = []
    /// Beside it.
    var root: [Range<Int>] = []
  }

  private let source: SessionSource
  private let places: Places

  init(_ source: SessionSource, _ places: Places) {
    self.source = source
    self.places = places
  }

  /// The members of the log as an object, and those beside it; empty where the file was cut.
  var members: [UInt8] { text(places.members) }
  var root: [UInt8] { text(places.root) }

  /// What each page is called, by its id.
  var pages: [String: String] {
    var titles: [String: String] = [:]
    for page in JSONDocument(members).json["pages"].arrayValue {
      titles[page["id"].stringValue] = page["title"].stringValue
    }
    return titles
  }

  private func text(_ ranges: [Range<Int>]) -> [UInt8] {
    guard source.file?.isWhole ?? true else { return Array("{}".utf8) }
    var text = Array("{".utf8)
    for (index, range) in ranges.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += source.bytes.buffer[range]
    }
    return text + "}".utf8
  }
}

extension HARWriter {
  /// How a head begins that is another tool's, with our word about the sealing in it.
  static let sealedHead = Array("{\"log\":{\"_inspector\":{".utf8)
}

extension ForeignText {
  /// JSON in one line, every token as it stands.
  static func compact(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return [] }
      var line = JSONLine(capacity: bytes.count)
      ForeignText(first, []).copy(first, first + bytes.count, to: &line)
      return line.bytes
    }
  }
}
