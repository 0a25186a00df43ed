import NetEngine

/// What is there of an answer that is still coming.
package struct Arrival: Sendable {
  /// Everything up to now; marked incomplete.
  package var response: Response
  /// How large the body will be, where that is known.
  package var total: Int?
  /// The first part of the document, or of its lines, where it looks like one.
  package var start: JSONForest?

  package init(_ response: Response, total: Int? = nil, start: JSONForest? = nil) {
    self.response = response
    self.total = total
    self.start = start
  }

  /// What a reader must know of the bytes shown: there will be more, and what they were made of.
  var words: String {
    let coded = response.headers.values("Content-Encoding").filter { !$0.isEmpty }
    guard !coded.isEmpty, !response.wire.isEmpty else { return "the rest is still coming" }
    let codings = coded.joined(separator: ", ")
    let wire = Units.bytes(response.wire.count)
    return response.body.isEmpty
      ? "the rest is still coming; \(wire) of \(codings) have come, too few to be decoded"
      : "the rest is still coming; shown is what the first \(wire) of \(codings) decode to"
  }

  /// The same as figures.
  var progress: Progress {
    Progress(phase: .receiving, completed: response.wire.count, total: total)
  }
}

/// So much of an answer was there at a moment.
struct ArrivalMoment: Hashable, Sendable {
  /// Bytes of the body.
  var bytes: Int
  /// Documents it has, where it is made of many.
  var parts: Int
  /// Since the request began.
  var microseconds: Int
}

/// When the parts of an answer came, as far as somebody looked.
struct ArrivalMoments: Sendable {
  private(set) var moments: [ArrivalMoment] = []
  /// More are not kept: each second one goes, and what came with it is said to have come later.
  static let limit = 8_192
  /// How far back the count a second looks, in microseconds.
  private static let window = 5_000_000

  mutating func note(_ moment: ArrivalMoment) {
    guard moment.bytes > moments.last?.bytes ?? 0 else { return }
    if moments.count >= Self.limit {
      moments = moments.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
    moments.append(moment)
  }

  /// When a byte had come; nil where nobody saw it come.
  func moment(ofByte end: Int) -> Int? {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].bytes < end { low = middle + 1 } else { high = middle }
    }
    return low < moments.count ? moments[low].microseconds : nil
  }

  /// Parts a second over the last few seconds; nil before there is anything to tell.
  func rate(now: Int) -> Double? {
    guard let last = moments.last, last.parts > 0 else { return nil }
    let start = max(0, now - Self.window)
    let before = moments.last { $0.microseconds <= start }?.parts ?? 0
    return Double(last.parts - before) / (Double(max(1_000_000, now - start)) / 1_000_000)
  }
}
