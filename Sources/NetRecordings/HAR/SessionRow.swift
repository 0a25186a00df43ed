import LosslessJSON
import NetEngine

/// An exchange as a list shows it: read without parsing bodies, or even the entry.
public struct SessionRow: Sendable, Hashable {
  /// Its number in the recording.
  public var sequence: Int
  /// What lists call it; the URL when it has no name.
  public var name: String
  /// The request's.
  public var method: String
  /// The request's.
  public var url: String
  /// Nil when no answer came.
  public var status: Int?
  /// The answer's type without parameters; nil when it said none.
  public var type: String?
  /// Bytes of the decoded body; nil when the recording does not say.
  public var size: Int?
  /// All phases together, in microseconds; nil when the recording does not say.
  public var time: Int?
  /// When it was sent, in microseconds since 1970; nil when the recording does not say.
  public var startedAt: Int?
  /// What kind of failure came in place of an answer, or with a part of one.
  public var failure: Kind?
  /// A person marked it.
  public var isMarked = false
  /// A person wrote something about it.
  public var hasNote = false
  /// Something was done to it on its way between an app and its server.
  public var isAltered = false
  /// A line of rules was to do something to it, and could not.
  public var hasIdleRule = false
  /// Only the beginning of the body was kept.
  public var isTruncated = false
  /// It was answered from a recording.
  public var isReplay = false
  /// The recording ends before the answer.
  public var isPending = false
  /// The entry of a list it was fired from; empty when the recording does not say.
  package var entry = ""
  /// The run of the program that fired it; empty when the recording does not say.
  package var run = ""
  /// The page it belongs to, as a browser numbers them; empty when none is named.
  public var page = ""
  /// Who answered in the server's place, as another tool says; nil when it was the server.
  package var source: ForeignEntry.Source?
  /// What is wrong with the entry: then everything else is a guess.
  public var problem: String?
}

/// A row as it is kept for a hundred thousand entries: 64 bytes, texts left in the file.
struct PackedRow {
  /// Where the entry begins and how long it is.
  var start: UInt64 = 0
  var length: UInt32 = 0
  /// Where the URL and the name stand in it, between their quotes; no length when they do not.
  var urlStart: UInt32 = 0
  var urlLength: UInt32 = 0
  var nameStart: UInt16 = 0
  var nameLength: UInt16 = 0
  /// Microseconds since 1970; `Int.min` when unknown.
  var startedAt = Int.min
  /// Microseconds and bytes, saturated; `UInt32.max` when unknown.
  var time = UInt32.max
  var size = UInt32.max
  var sequence: UInt32 = 0
  var status: Int16 = 0
  /// Places in the table of words.
  var method: UInt16 = 0
  var type: UInt16 = 0
  var page: UInt16 = 0
  var entry: UInt16 = 0
  var run: UInt16 = 0
  /// 0 for none, otherwise one more than the place in `Kind.allCases`.
  var failure: UInt8 = 0
  var flags: Flags = []

  struct Flags: OptionSet {
    let rawValue: UInt16

    static let marked = Flags(rawValue: 1)
    static let noted = Flags(rawValue: 2)
    static let truncated = Flags(rawValue: 4)
    static let replayed = Flags(rawValue: 8)
    static let pending = Flags(rawValue: 16)
    static let broken = Flags(rawValue: 32)
    /// Another tool says that it failed: of which kind is found out when it is shown.
    static let foreignFailure = Flags(rawValue: 64)
    /// Answered by a cache, by a service worker.
    static let cached = Flags(rawValue: 128)
    static let byWorker = Flags(rawValue: 256)
    static let altered = Flags(rawValue: 512)
    static let idleRule = Flags(rawValue: 1_024)
  }

  var source: ForeignEntry.Source? {
    if flags.contains(.byWorker) { return .serviceWorker }
    return flags.contains(.cached) ? .cache : nil
  }

  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

  var kind: Kind? { failure == 0 ? nil : PackedRow.kinds[Int(failure) - 1] }

  static let kinds = Kind.allCases

  /// The number of a kind by its word.
  static func number(ofKind word: UnsafeBufferPointer<UInt8>) -> UInt8 {
    guard !word.isEmpty, let kind = Kind(rawValue: String(decoding: word, as: UTF8.self)),
      let place = kinds.firstIndex(of: kind)
    else { return 0 }
    return UInt8(place + 1)
  }
}

/// Methods and types, each kept once; a session has a few dozen.
struct WordTable {
  private(set) var words = [""]
  private var places: [String: UInt16] = [:]
  private var last: (word: [UInt8], place: UInt16) = ([], 0)

  /// The place of a word; 0, the empty one, when the table is full.
  mutating func place(of bytes: UnsafeBufferPointer<UInt8>) -> UInt16 {
    if bytes.isEmpty { return 0 }
    if last.word.elementsEqual(bytes) { return last.place }
    let word = bytes.scannedText
    var place = places[word] ?? 0
    if place == 0, words.count < Int(UInt16.max) {
      place = UInt16(words.count)
      words.append(word)
      places[word] = place
    }
    last = (Array(bytes), place)
    return place
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// What a string means that was scanned, not parsed: its escapes may be wrong.
  var scannedText: String {
    guard contains(0x5c) else { return String(decoding: self, as: UTF8.self) }
    return JSONDocument([0x22] + self + [0x22]).json.string ?? String(decoding: self, as: UTF8.self)
  }
}
