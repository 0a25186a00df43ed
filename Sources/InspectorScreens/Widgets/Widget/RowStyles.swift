import LosslessJSON

/// How the bytes of a row look: asked from left to right, and answered in runs of one style.
struct RowStyles {
  /// How bytes look up to a place.
  struct Run {
    var style: Style
    var end: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let row: TextLayout.Row
  private let style: Style
  private let needle: Needle?
  private let isSearched: Bool
  /// Where the match starts that is more so.
  private let current: Int?
  private let marks: [TextMark]
  private let spans: [StyleSpan]
  private var nextSpan: Int
  /// What the tint has said, of how much, and how far that is used.
  private let tint: (any TextTint)?
  private let isTinted: Bool
  private var tinted: (spans: [StyleSpan], end: Int, next: Int) = ([], 0, 0)
  /// A row is longer than what is drawn of it where it is cut: no more is looked at in one step.
  private let step: Int
  /// The match that was found last, and up to where there is no other.
  private var match = 0..<0
  private var searchedEnd = 0
  /// Those that are no plain bytes are looked for at once, others on the way.
  private var expressionMatches: [Range<Int>] = []
  private var nextMatch = 0

  init(
    _ section: TextSection, _ row: TextLayout.Row, of bytes: UnsafeBufferPointer<UInt8>, width: Int,
    needle: Needle?, current: Int? = nil, marks: [TextMark] = []
  ) {
    self.bytes = bytes
    self.row = row
    self.needle = needle
    isSearched = needle != nil
    self.current = current
    self.marks = marks
    (style, spans, tint) = (section.style, section.spans, section.tint)
    isTinted = section.tint != nil
    nextSpan = RowStyles.firstSpan(section.spans, endingAfter: row.start)
    step = max(width, 1)
    searchedEnd = row.start
    findMatchFromBefore()
  }

  private static func firstSpan(_ spans: [StyleSpan], endingAfter place: Int) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.upperBound <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The style of a byte and how far it goes; what is left of the screen needs no colour.
  mutating func run(at index: Int, isShown: Bool = true) -> Run {
    var end = row.end
    if isSearched {
      if index >= match.upperBound { findMatch(from: index) }
      if match.contains(index) {
        let isCurrent = match.lowerBound == current
        let style = Style(.match, bold: isCurrent, reversed: isCurrent)
        return Run(style: style, end: match.upperBound)
      }
      end = index < match.lowerBound ? match.lowerBound : searchedEnd
    }
    var run = unmarked(at: index, isShown: isShown)
    for mark in marks where mark.range.upperBound > index {
      if mark.range.lowerBound > index {
        end = min(end, mark.range.lowerBound)
      } else {
        end = min(end, mark.range.upperBound)
        run.style.isUnderlined = true
        if mark.isCurrent { run.style.isBold = true }
      }
    }
    run.end = min(run.end, end)
    return run
  }

  // MARK: Spans and tint

  private mutating func unmarked(at index: Int, isShown: Bool) -> Run {
    var end = row.end
    while nextSpan < spans.count, spans[nextSpan].range.upperBound <= index { nextSpan += 1 }
    if nextSpan < spans.count {
      let span = spans[nextSpan]
      if span.range.lowerBound <= index {
        return Run(style: span.style, end: span.range.upperBound)
      }
      end = min(end, span.range.lowerBound)
    }
    guard isShown, isTinted else { return Run(style: style, end: end) }
    if index >= tinted.end, let tint {
      let end = min(row.end, index + step)
      tinted = (tint.spans(in: index..<end), end, 0)
    }
    while tinted.next < tinted.spans.count,
      tinted.spans[tinted.next].range.upperBound <= index
    {
      tinted.next += 1
    }
    guard tinted.next < tinted.spans.count else {
      return Run(style: style, end: min(end, tinted.end))
    }
    let span = tinted.spans[tinted.next]
    if span.range.lowerBound <= index {
      return Run(style: span.style, end: min(end, span.range.upperBound))
    }
    return Run(style: style, end: min(end, span.range.lowerBound))
  }

  // MARK: Matches

  /// A match that starts on an earlier row reaches into this one.
  private mutating func findMatchFromBefore() {
    guard let needle else { return }
    guard needle.isBytes else {
      searchedEnd = row.end
      return findAll(needle)
    }
    guard row.start > 0 else { return }
    let start = max(0, row.start - min(needle.bytes.count, 1_024) + 1)
    let end = min(bytes.count, row.start + needle.bytes.count - 1)
    guard start < end, let found = try? ByteSearch.first(needle, in: bytes, start..<end) else {
      return
    }
    match = found..<found + needle.bytes.count
  }

  /// All matches that touch the row, with a little of what is around it.
  private mutating func findAll(_ needle: Needle) {
    var start = max(0, row.start - 256)
    if let feed = ByteSearch.last(0x0A, in: bytes, start..<row.start) { start = feed + 1 }
    let end = min(bytes.count, row.end + 1_024)
    while start < row.end,
      let found = try? ByteSearch.extent(of: needle, in: bytes, start..<end)
    {
      if found.upperBound > row.start { expressionMatches.append(found) }
      start = found.upperBound
    }
  }

  /// The next match; without one it is known up to where there is none.
  private mutating func findMatch(from index: Int) {
    guard let needle, needle.isBytes else {
      while nextMatch < expressionMatches.count, expressionMatches[nextMatch].upperBound <= index {
        nextMatch += 1
      }
      if nextMatch < expressionMatches.count { match = expressionMatches[nextMatch] }
      return
    }
    guard index >= searchedEnd else { return }
    let end = min(row.end, index + step)
    let reach = min(bytes.count, end + needle.bytes.count - 1)
    guard let found = try? ByteSearch.first(needle, in: bytes, index..<reach) else {
      searchedEnd = end
      return
    }
    match = found..<found + needle.bytes.count
  }
}
