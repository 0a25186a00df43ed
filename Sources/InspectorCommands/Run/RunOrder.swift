import RequestFiles

/// Requests with all they need, in an order in which they can be fired.
nonisolated struct RunOrder {
  let entries: [RequestCollection.Entry]
  /// False where one cannot be brought into an order: then each stands for itself.
  let isSound: Bool

  init(_ wanted: [RequestCollection.Entry], of collection: RequestCollection) {
    if let entries = try? collection.order(wanted) {
      (self.entries, isSound) = (entries, true)
      return
    }
    var seen: Set<Int> = []
    entries = wanted.flatMap { entry in
      let some = (try? collection.order([entry])) ?? [entry]
      return some.filter { seen.insert($0.id).inserted }
    }
    isSound = false
  }
}
