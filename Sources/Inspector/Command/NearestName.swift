/// Finds what somebody probably meant.
package nonisolated enum NearestName {
  /// The name that takes the fewest changes, if those are few for a word of this length.
  package static func of(_ word: String, in names: [String]) -> String? {
    let allowed = max(1, word.utf8.count / 3)
    let near = names.map { (name: $0, distance: distance(word, $0)) }
      .filter { $0.distance <= allowed }
    return near.min { $0.distance < $1.distance }?.name
  }

  /// How many letters must be added, left out, replaced or swapped with their neighbour.
  package static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.utf8.prefix(64))
    let right = Array(right.utf8.prefix(64))
    var before: [Int] = []
    var row = Array(0...right.count)
    for (place, letter) in left.enumerated() {
      var next = [place + 1]
      for (other, candidate) in right.enumerated() {
        var best = min(row[other + 1] + 1, next[other] + 1)
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
