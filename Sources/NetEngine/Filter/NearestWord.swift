/// The word somebody may have meant.
package enum NearestWord {
  /// The closest of the candidates, if it is close: a third of the letters may differ.
  package static func of(_ word: String, in candidates: some Sequence<String>) -> String? {
    let bytes = Array(word.utf8)
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(bytes, Array(candidate.utf8))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, bytes.count / 3) else { return nil }
    return best.word
  }

  /// Insertions, deletions and replacements from one to the other.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let replaced = diagonal + (byte == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[right.count]
  }
}
