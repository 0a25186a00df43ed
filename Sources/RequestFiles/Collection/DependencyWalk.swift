import LosslessJSON
import NetEngine

/// Puts requests behind what they need.
struct DependencyWalk {
  let collection: RequestCollection
  private(set) var order: [RequestCollection.Entry] = []
  private(set) var problems: [Int: RequestFileProblem] = [:]
  /// How far each request is, by its id; in front of them the one that stands in no file.
  private var states: [State]
  private enum State { case open, onPath, done }
  private typealias Step = (entry: RequestCollection.Entry, left: [RequestCollection.Entry])

  init(collection: RequestCollection) {
    self.collection = collection
    states = Array(repeating: .open, count: collection.entries.count + 1)
  }

  /// A problem is one of all that lead to it.
  mutating func visit(_ entry: RequestCollection.Entry) throws(RequestFileProblem) {
    guard states[entry.id + 1] != .done else { return }
    var path: [Step] = []
    do throws(RequestFileProblem) {
      try follow(entry, &path)
    } catch {
      for step in path {
        problems[step.entry.id] = error
        states[step.entry.id + 1] = .open
      }
      throw error
    }
  }

  /// Without recursion: a chain may be as long as the collection.
  private mutating func follow(
    _ entry: RequestCollection.Entry, _ path: inout [Step]
  ) throws(RequestFileProblem) {
    try enter(entry, &path)
    while let last = path.indices.last {
      guard let next = path[last].left.popLast() else {
        let finished = path.removeLast().entry
        states[finished.id + 1] = .done
        order.append(finished)
        continue
      }
      if states[next.id + 1] == .done { continue }
      guard states[next.id + 1] == .open else {
        let start = path.firstIndex { $0.entry.id == next.id } ?? 0
        let names = path[start...].map(\.entry.request.listName) + [next.request.listName]
        throw RequestFileProblem(
          path[last].entry.request.place,
          .cycle(RequestFileProblem.ends(ofChain: names[...])))
      }
      try enter(next, &path)
    }
  }

  private mutating func enter(
    _ entry: RequestCollection.Entry, _ path: inout [Step]
  ) throws(RequestFileProblem) {
    path.append((entry, []))
    states[entry.id + 1] = .onPath
    if let problem = problems[entry.id] { throw problem }
    path[path.count - 1].left = try collection.dependencies(of: entry).reversed()
  }
}
