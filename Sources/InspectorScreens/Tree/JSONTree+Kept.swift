import NetEngine

/// Those of many documents that are shown: in which something is found.
struct KeptParts: Sendable {
  /// In order.
  var parts: [Int] = []
  /// How many of the places found were looked at.
  var placeCount = 0
}

/// Showing some of many documents: the lines or events in which what is searched for stands.
extension JSONTree {
  /// The first part that is shown from one on; the count of all where there is none.
  func nextPart(_ part: Int) -> Int {
    guard let parts = kept?.parts else { return min(max(0, part), forest.count) }
    let index = parts.insertionIndex(ofSorted: part)
    return index < parts.count ? parts[index] : forest.count
  }

  /// The last part that is shown up to one; -1 where there is none.
  func previousPart(_ part: Int) -> Int {
    guard let parts = kept?.parts else { return min(part, forest.count) }
    let index = parts.insertionIndex(ofSorted: part + 1)
    return index > 0 ? parts[index - 1] : -1
  }

  func shownPart(nearest part: Int) -> Int {
    let next = nextPart(part)
    return next < forest.count ? next : max(0, previousPart(part))
  }

  /// Shows the parts in which one of these bytes stands, or all.
  ///
  /// Places that come behind those it was told before cost no more than they are.
  mutating func keep(_ places: [Int]?) {
    guard let places else {
      kept = nil
      return settle()
    }
    var kept = kept ?? KeptParts()
    if places.count < kept.placeCount || places.isEmpty { kept = KeptParts() }
    for place in places[kept.placeCount...] {
      // Most matches stand where the last one did.
      if let last = kept.parts.last, let range = forest.range(of: last), place < range.upperBound {
        continue
      }
      if let part = forest.part(atByte: place), part != kept.parts.last { kept.parts.append(part) }
    }
    kept.placeCount = places.count
    self.kept = kept
    settle()
  }
}
