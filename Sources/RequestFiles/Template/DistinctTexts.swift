/// Texts in the order in which they came, each once; a search does not grow with their number.
struct DistinctTexts {
  /// The texts in order.
  private(set) var all: [String] = []
  private var seen: Set<String> = []

  /// No texts.
  init() {}

  /// Adds a text unless it is there.
  mutating func insert(_ text: String) {
    if seen.insert(text).inserted { all.append(text) }
  }
}
