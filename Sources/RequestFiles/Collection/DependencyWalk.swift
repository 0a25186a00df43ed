import BytesAndJSON
import ExchangesAndOutcomes

/// Puts requests behind what they need.
struct DependencyWalk {
  let collection: RequestCollection
  private(set) var order: [RequestCollection.Entry] = []
  private(set) var problems: [Int: RequestFileProblem] = [:]
  private var done: Set<Int> = []
  private typealias Step = (entry: RequestCollection.Entry, left: [RequestCollection.Entry])

  init(collection: RequestCollection) {
    self.collection = collection
  }

  /// A problem is one of all that lead to it.
  mutating func visit(_ entry: RequestCollection.Entry) throws(RequestFileProblem) {
    guard !done.contains(entry.id) else { return }
    var path: [Step] = []
    do throws(RequestFileProblem) {
      try follow(entry, &path)
    } catch {
      for step in path { problems[step.entry.id] = error }
      throw error
    }
  }

  /// Without recursion: a chain may be as long as the collection.
  private mutating func follow(
    _ entry: RequestCollection.Entry, _ path: inout [Step]
  ) throws(RequestFileProblem) {
    try enter(entry, &path)
    var onPath: Set<Int> = [entry.id]
    while let last = path.indices.last {
      guard let next = path[last].left.popLast() else {
        let finished = path.removeLast().entry
        onPath.remove(finished.id)
        done.insert(finished.id)
        order.append(finished)
        continue
      }
      if done.contains(next.id) { continue }
      guard onPath.insert(next.id).inserted else {
        let start = path.firstIndex { $0.entry.id == next.id } ?? 0
        let names = path[start...].map(\.entry.request.listName) + [next.request.listName]
        throw RequestFileProblem(
          path[last].entry.request.place,
          .cycle(RequestFileProblem.ends(ofChain: names[...])))
      }
      try enter(next, &path)
    }
  }

  private func enter(
    _ entry: RequestCollection.Entry, _ path: inout [Step]
  ) throws(RequestFileProblem) {
    path.append((entry, []))
    if let problem = problems[entry.id] { throw problem }
    path[path.count - 1].left = try collection.dependencies(of: entry).reversed()
  }
}
