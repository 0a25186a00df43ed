import Glibc

/// Work on many things at once, on as many threads as there are processors, up to eight.
///
/// The caller works too, and alone where no thread is to be had.
package enum ParallelWork {
  /// What is made of each place, in the order of the places; every thread has a state of its own.
  package static func map<State, Made: Sendable>(
    _ places: Range<Int>, with state: @escaping @Sendable () -> State,
    _ make: @escaping @Sendable (Int, inout State) -> Made
  ) -> [Made] {
    let made = Results<Made>(places)
    let work: @Sendable () -> Void = {
      var state = state()
      while let place = made.next() { made.put(make(place, &state), at: place) }
    }
    let threads = (1..<max(1, min(processors, places.count))).compactMap { _ in
      try? OwnThread(work)
    }
    work()
    for thread in threads { thread.join() }
    return made.all
  }

  /// The same where no thread keeps anything.
  package static func map<Made: Sendable>(
    _ places: Range<Int>, _ make: @escaping @Sendable (Int) -> Made
  ) -> [Made] {
    map(places, with: {}, { place, _ in make(place) })
  }

  private static let processors = min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  private final class Results<Made: Sendable>: Sendable {
    private let places: Range<Int>
    private let state: Lock<(next: Int, made: [Made?])>

    init(_ places: Range<Int>) {
      self.places = places
      state = Lock((places.lowerBound, [Made?](repeating: nil, count: places.count)))
    }

    func next() -> Int? {
      state.withLock { state in
        guard state.next < places.upperBound else { return nil }
        state.next += 1
        return state.next - 1
      }
    }

    func put(_ made: Made, at place: Int) {
      state.withLock { $0.made[place - places.lowerBound] = made }
    }

    var all: [Made] { state.withLock { $0.made.compactMap { $0 } } }
  }
}
