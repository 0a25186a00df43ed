extension [Int] {
  /// Where a number stands among numbers in order; nil when it is not there.
  package func index(ofSorted number: Int) -> Int? {
    let index = insertionIndex(ofSorted: number)
    return index < count && self[index] == number ? index : nil
  }

  /// How many of the numbers, which are in order, are smaller.
  package func insertionIndex(ofSorted number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
