import NetEngine

/// How well words fit a text they were not copied from: their letters in order, best where they stand
/// together and begin a word.
package struct FuzzyMatch: Sendable {
  private let words: [[UInt8]]

  package init(_ text: String) {
    words = text.lowercased().utf8.split(separator: 0x20).map(Array.init)
  }

  /// Higher is better; nil where a word's letters are not all there.
  func score(_ text: String) -> Int? {
    let text = Array(text.lowercased().utf8)
    var sum = 0
    for word in words {
      guard let score = Self.score(word, in: text) else { return nil }
      sum += score
    }
    return sum
  }

  /// What fits, the best first; what fits alike stays in its order.
  package func sorted<Element>(
    _ elements: some Sequence<Element>, by text: (Element) -> String
  ) -> [Element] {
    elements.enumerated()
      .compactMap { place, element in
        score(text(element)).map { (element: element, score: $0, place: place) }
      }
      .sorted { ($1.score, $0.place) < ($0.score, $1.place) }
      .map(\.element)
  }

  private static func score(_ word: [UInt8], in text: [UInt8]) -> Int? {
    if let place = text.firstPlace(of: word)?.lowerBound {
      let isWhole = word.count == text.count
      let begins = place == 0 || !text[place - 1].isOfWord
      return 1_000 + (isWhole ? 1_000 : 0) + (place == 0 ? 400 : 0) + (begins ? 300 : 0)
        - min(200, place) - min(90, text.count / 8)
    }
    var place = 0
    var gaps = 0
    for (index, letter) in word.enumerated() {
      guard let found = text[place...].firstIndex(of: letter) else { return nil }
      let begins = found == 0 || !text[found - 1].isOfWord
      if index > 0, !begins { gaps += found - place }
      place = found + 1
    }
    return 400 - min(300, gaps * 4) - min(90, text.count / 8)
  }
}

extension UInt8 {
  fileprivate var isOfWord: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self >= 0x80 }
}
