import LosslessJSON

/// Looking for bytes through a document, a slice at a time so that no key ever waits.
package struct TextSearch: Sendable {
  package let needle: Needle
  /// Where the match stands that was found last.
  package private(set) var match: TextPosition?
  private var scan: Scan?
  /// The document was searched to its end and goes on from the other one.
  package private(set) var hasWrapped = false
  /// Whether the last search that ended has found something.
  package private(set) var hasFound = false
  /// Why the last search was given up before its end.
  package private(set) var trouble: Pattern.Trouble?

  /// Bytes looked at in one step: a few milliseconds.
  package static let slice = 8 << 20

  private struct Scan: Sendable {
    var isForward: Bool
    /// Forward the next byte to look at, backward the end of what is left.
    var place: TextPosition
    /// What is still to be looked at, the part before the start included.
    var remaining: Int
  }

  package init(_ needle: Needle) { self.needle = needle }

  package enum State: Sendable, Hashable {
    case found(TextPosition)
    case missing
    /// The expression costs too much here.
    case stopped(Pattern.Trouble)
    /// There is more to look at: call `step` again.
    case searching
  }

  package var isSearching: Bool { scan != nil }

  /// Where a search that goes on stands, and which way it goes.
  package var origin: (place: TextPosition, isForward: Bool)? {
    scan.map { ($0.place, $0.isForward) }
  }

  /// Starts after the last match, or from `place` when there is none yet.
  package mutating func start(
    forward: Bool, from place: TextPosition, in document: TextDocument
  ) {
    var from = place
    if let match { from = TextPosition(section: match.section, offset: match.offset) }
    if match != nil, forward { from.offset += 1 }
    (hasWrapped, trouble) = (false, nil)
    let slack = (needle.reach + 1) * (document.sections.count + 1)
    scan = Scan(isForward: forward, place: from, remaining: document.count + slack)
  }

  /// The text is another one now: no match in it is known and no search goes on.
  package mutating func forget() {
    scan = nil
    match = nil
    hasWrapped = false
  }

  /// Ends at a match that is known already.
  package mutating func land(on match: TextPosition, hasWrapped: Bool) {
    (self.match, self.hasWrapped) = (match, hasWrapped)
    (scan, hasFound) = (nil, true)
  }

  /// Ends without one.
  package mutating func end() { (scan, hasFound) = (nil, false) }

  /// Looks through one slice.
  @discardableResult
  package mutating func step(in document: TextDocument, budget: Int? = nil) -> State {
    guard var scan, !needle.isEmpty, !document.sections.isEmpty else {
      end()
      return .missing
    }
    var budget = budget ?? needle.slice
    while scan.remaining > 0, budget > 0 {
      let looked: Int
      let found: Int?
      do throws(Pattern.Trouble) {
        (found, looked) =
          try scan.isForward
          ? forward(&scan, document, budget) : backward(&scan, document, budget)
      } catch {
        end()
        trouble = error
        return .stopped(error)
      }
      if let found {
        let position = TextPosition(section: scan.place.section, offset: found)
        land(on: position, hasWrapped: hasWrapped)
        return .found(position)
      }
      budget -= max(1, looked)
      scan.remaining -= max(1, looked)
      if looked == 0 { turn(&scan, document) }
    }
    guard scan.remaining > 0 else {
      end()
      return .missing
    }
    self.scan = scan
    return .searching
  }

  /// Goes on to the next section, or from the last to the first.
  private mutating func turn(_ scan: inout Scan, _ document: TextDocument) {
    let count = document.sections.count
    if scan.isForward {
      if scan.place.section + 1 >= count { hasWrapped = true }
      scan.place = TextPosition(section: (scan.place.section + 1) % count)
    } else {
      if scan.place.section == 0 { hasWrapped = true }
      let section = (scan.place.section + count - 1) % count
      scan.place = TextPosition(
        section: section, offset: document.sections[section].source.count)
    }
  }

  private func forward(
    _ scan: inout Scan, _ document: TextDocument, _ budget: Int
  ) throws(Pattern.Trouble) -> (found: Int?, looked: Int) {
    let start = scan.place.offset
    let source = document.sections[scan.place.section].source
    let result = try source.withBuffer { bytes throws(Pattern.Trouble) -> (Int?, Int) in
      guard start < bytes.count else { return (nil, 0) }
      let end = min(bytes.count, start + budget)
      let reach = min(bytes.count, end + needle.reach)
      return (try ByteSearch.first(needle, in: bytes, start..<reach), end - start)
    }
    scan.place.offset += result.1
    return result
  }

  private func backward(
    _ scan: inout Scan, _ document: TextDocument, _ budget: Int
  ) throws(Pattern.Trouble) -> (found: Int?, looked: Int) {
    let end = scan.place.offset
    let source = document.sections[scan.place.section].source
    let result = try source.withBuffer { bytes throws(Pattern.Trouble) -> (Int?, Int) in
      guard end > 0 else { return (nil, 0) }
      let start = max(0, end - budget)
      // A match that starts before `end` may reach over it: it is not the one we stand on.
      let reach = min(bytes.count, end + needle.reach)
      return (try ByteSearch.last(needle, in: bytes, start..<reach, before: end), end - start)
    }
    scan.place.offset -= result.1
    return result
  }
}
