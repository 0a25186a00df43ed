extension String {
  /// This name, or the first free one with a number, from 2 on, between `front` and `end`.
  package func firstFree(
    _ front: String, _ end: String = "", unless isTaken: (String) -> Bool
  ) -> String {
    var (free, number) = (self, 2)
    while isTaken(free) {
      free = "\(front)\(number)\(end)"
      number += 1
    }
    return free
  }
}
