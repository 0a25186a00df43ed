import NetEngine

/// What a tree shows: one document, or many: the lines of an NDJSON body, the events of a stream.
package struct JSONForest: Sendable {
  private let source: Source
  /// Parts that were looked at; each is small, and few are on a screen.
  private var known: [Int: Part] = [:]
  /// How far a document is read that is not complete yet, from 0 to 1.
  var fraction: Double?
  /// Which part of the body the recording keeps; nil when it keeps all of it.
  var keptPart: String?
  /// When the parts came, where that was seen.
  var moments = ArrivalMoments()

  /// So many parts are kept.
  private static let knownLimit = 512

  private enum Source: Sendable {
    case whole(JSONDocument)
    case lines(JSONLines)
    case events(ServerEventList)
  }

  /// One of many documents.
  private struct Part: Sendable {
    var document: JSONDocument
    var event: ServerEventList.Element?
  }

  package init(_ document: JSONDocument) { source = .whole(document) }

  package init(_ lines: JSONLines) { source = .lines(lines) }

  package init(_ events: ServerEventList) { source = .events(events) }

  /// Whether there are many documents, a row each until they are unfolded.
  var hasParts: Bool {
    if case .whole = source { false } else { true }
  }

  /// What one of many is called; nil where there is one document.
  var noun: String? {
    switch source {
    case .whole: nil
    case .lines: "line"
    case .events: "event"
    }
  }

  /// How many documents there are.
  var count: Int {
    switch source {
    case .whole: 1
    case .lines(let lines): lines.count
    case .events(let events): events.count
    }
  }

  mutating func document(_ part: Int) -> JSONDocument {
    if case .whole(let document) = source { return document }
    return self.part(part).document
  }

  /// What the server says of an event; nil for what is none.
  mutating func event(_ part: Int) -> ServerEventList.Element? {
    guard case .events = source else { return nil }
    return self.part(part).event
  }

  private mutating func part(_ number: Int) -> Part {
    if let part = known[number] { return part }
    if known.count >= Self.knownLimit { known = [:] }
    let part =
      switch source {
      case .whole(let document): Part(document: document)
      case .lines(let lines): Part(document: lines[number])
      case .events(let events): Self.part(events[number], of: events)
      }
    known[number] = part
    return part
  }

  /// What is no JSON is a text, so that it can be read and copied as one.
  private static func part(_ event: ServerEventList.Element, of events: ServerEventList) -> Part {
    if let document = event.document { return Part(document: document, event: event) }
    let text = JSON(String(decoding: events.data(of: event), as: UTF8.self)).rawText ?? "\"\""
    return Part(document: JSONDocument(Array(text.utf8)), event: event)
  }

  /// How much of the text it covers.
  var size: Int {
    switch source {
    case .whole(let document): document.parsedBytes
    case .lines(let lines): lines.count
    case .events(let events): events.count
    }
  }

  /// The number of a part: of its line in the body, or of the event; nil where there is one document.
  func number(of part: Int) -> Int? {
    switch source {
    case .whole: nil
    case .lines(let lines): lines.lines.indices.contains(part) ? lines.lines[part].number : nil
    case .events(let events): events.indices.contains(part) ? part + 1 : nil
    }
  }

  /// `line 3`, `event 12`; nil where there is one document.
  func name(of part: Int) -> String? {
    guard let noun, let number = number(of: part) else { return nil }
    return "\(noun) \(number)"
  }

  /// What stands behind a part's values: where it broke, or that the rest is still to come.
  mutating func note(_ part: Int) -> JSONNote? {
    if let keptPart, part == count - 1 { return .kept(keptPart) }
    let document = document(part)
    if let error = document.error { return .broken(error) }
    if !document.isComplete { return .reading(fraction) }
    guard case .events(let events) = source, events.isEnded, part == events.count - 1,
      !events.unfinished.isEmpty
    else { return nil }
    return .unfinished(events.unfinished.count)
  }

  /// Bytes it holds beside the body.
  var weight: Int {
    switch source {
    case .whole(let document): document.tapeBytes
    case .lines(let lines): lines.count * MemoryLayout<JSONLines.Line>.stride
    case .events(let events): events.count * MemoryLayout<ServerEventList.Entry>.stride
    }
  }

  // MARK: Bytes

  /// The text to search through.
  var text: ByteSource {
    switch source {
    case .whole(let document): .document(document)
    case .lines(let lines): .lines(lines)
    case .events(let events): .events(events)
    }
  }

  /// The bytes of a part in the text; nil where there is one document.
  func range(of part: Int) -> Range<Int>? {
    switch source {
    case .whole: nil
    case .lines(let lines): lines.lines[part].range
    case .events(let events): events.entries[part].range
    }
  }

  /// The part a byte of the text stands in or behind; nil before the first.
  func part(atByte offset: Int) -> Int? {
    guard hasParts else { return 0 }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if let start = range(of: middle)?.lowerBound, start <= offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == 0 ? nil : low - 1
  }

  /// The part and the byte in its document for a byte of the text.
  mutating func place(ofByte offset: Int) -> (part: Int, offset: Int)? {
    guard let part = part(atByte: offset) else { return nil }
    guard let event = event(part) else { return (part, offset - start(of: part)) }
    // What is no document stands in quotes that are ours.
    guard event.document != nil else { return (part, 0) }
    var before = 0
    for line in event.data {
      if offset < line.upperBound { return (part, before + max(0, offset - line.lowerBound)) }
      before += line.count + 1
    }
    return (part, max(0, before - 2))
  }

  /// The byte of the text for a byte of a part's document.
  mutating func byte(of offset: Int, in part: Int) -> Int {
    guard let event = event(part) else { return start(of: part) + offset }
    guard event.document != nil else { return event.data.first?.lowerBound ?? start(of: part) }
    var rest = offset
    for line in event.data {
      if rest <= line.count { return line.lowerBound + rest }
      rest -= line.count + 1
    }
    return start(of: part)
  }

  /// Where a part begins in the text.
  private func start(of part: Int) -> Int { part < count ? range(of: part)?.lowerBound ?? 0 : 0 }

  /// When a part had come, in microseconds since its request began; nil where nobody saw it come.
  func moment(of part: Int) -> Int? {
    guard let end = range(of: part)?.upperBound else { return nil }
    return moments.moment(ofByte: end)
  }
}

/// What stands where a document goes no further.
enum JSONNote: Sendable {
  case broken(JSONError)
  /// The recording keeps the start of the body alone.
  case kept(String)
  /// From 0 to 1; nil where nobody knows how much there will be.
  case reading(Double?)
  /// So many bytes of an event that no blank line ends.
  case unfinished(Int)
}

/// A row of a tree: a value of one of its documents, or what stands behind its last value.
struct JSONPlace: Hashable, Comparable, Sendable {
  var part = 0
  /// nil behind the last value.
  var node: JSONNode?

  static func < (left: JSONPlace, right: JSONPlace) -> Bool {
    (left.part, left.node?.index ?? .max) < (right.part, right.node?.index ?? .max)
  }
}
