/// The word somebody may have meant.
package enum NearestWord {
  /// Of more names than these, which a file made up, none is guessed: each of its names may be
  /// wrong, and all of them would be looked through for each.
  package static let mostOwn = 500

  /// The closest of the candidates, if it is close: a third of the letters may differ.
  package static func of(_ word: String, in candidates: some Sequence<String>) -> String? {
    let bytes = word.utf8.map(\.lowercasedASCII)
    // Nobody mistypes more than this, and the work grows with the square.
    guard bytes.count <= 64 else { return nil }
    // Of two letters one changed is another word altogether.
    let allowed = bytes.count < 3 ? 0 : max(1, bytes.count / 3)
    var best: (word: String, distance: Int)?
    // Each letter that one has more is a difference.
    for candidate in candidates where (candidate.utf8.count - bytes.count).magnitude <= allowed {
      let distance = distance(bytes, candidate.utf8.map(\.lowercasedASCII))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= allowed else { return nil }
    return best.word
  }

  /// The same as a question for the end of a message.
  package static func question(
    _ word: String, in candidates: some Sequence<String>
  ) -> String? {
    of(word, in: candidates).map { question($0) }
  }

  package static func question(_ near: String) -> String { "did you mean '\(near)'?" }

  /// Letters to add, leave out, replace or swap with their neighbour.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var row = Array(0...right.count)
    for (place, letter) in left.enumerated() {
      var next = [place + 1]
      for (other, candidate) in right.enumerated() {
        var best = min(row[other + 1], next[other]) + 1
        best = min(best, row[other] + (letter == candidate ? 0 : 1))
        if place > 0, other > 0, letter == right[other - 1], left[place - 1] == candidate {
          best = min(best, before[other - 1] + 1)
        }
        next.append(best)
      }
      before = row
      row = next
    }
    return row[right.count]
  }
}
