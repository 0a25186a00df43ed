internal import CPlatform
import Glibc
import InspectorScreens
import NetEngine

/// Where events from every thread wait for the next turn of the loop.
///
/// A stream of events could not say "that was all for now"; a locked list with a doorbell can, and
/// so a thousand events make one drawing. The bell is a descriptor, because that is what the main
/// thread sleeps on, see ``DescriptorWatch``; a test that waits for an event uses a continuation.
package nonisolated final class Mailbox: Sendable {
  /// Can be read while the reader sleeps and something has come.
  let bell = bell_make()
  private let waiting = Lock(Waiting())

  fileprivate struct Waiting {
    var events: [Event] = []
    /// Where the latest progress of an exchange stands, so that a newer one takes its place.
    var progress: [ExchangeID: Int] = [:]
    /// The same for what has come of its answer.
    var arrivals: [ExchangeID: Int] = [:]
    var hasTick = false
    /// The main thread sleeps, or is about to.
    var isAwaited = false
    /// Lets a test go on that waits for an event.
    var wake: (@Sendable () -> Void)?
  }

  package init() {}

  deinit { close(bell) }

  /// Leaves an event; may be called from any thread, returns at once.
  ///
  /// Progress and ticks replace their predecessor: a terminal that takes no bytes for a minute
  /// must not fill the memory.
  package func post(_ event: Event) {
    let (wake, rings) = waiting.withLock { waiting in
      waiting.add(event)
      defer { (waiting.wake, waiting.isAwaited) = (nil, false) }
      return (waiting.wake, waiting.isAwaited)
    }
    wake?()
    if rings { ring() }
  }

  /// Whether something waits.
  var hasEvents: Bool { waiting.withLock { !$0.events.isEmpty } }

  /// Says that the bell is listened to from now on; false when something waits already.
  func listen() -> Bool {
    waiting.withLock { waiting in
      waiting.isAwaited = waiting.events.isEmpty
      return waiting.isAwaited
    }
  }

  /// Makes the bell silent once it was heard.
  func silence() {
    var count: UInt64 = 0
    _ = read(bell, &count, MemoryLayout.size(ofValue: count))
  }

  private func ring() {
    var count: UInt64 = 1
    _ = write(bell, &count, MemoryLayout.size(ofValue: count))
  }

  /// Returns once there is something to take; one reader.
  package func arrival(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { reader in
      let hasSome = waiting.withLock { waiting in
        if waiting.events.isEmpty { waiting.wake = { reader.resume() } }
        return !waiting.events.isEmpty
      }
      if hasSome { reader.resume() }
    }
  }

  /// Takes everything that waits.
  package func take() -> [Event] {
    waiting.withLock { waiting in
      defer { waiting = Waiting(isAwaited: waiting.isAwaited, wake: waiting.wake) }
      return waiting.events
    }
  }
}

nonisolated extension Mailbox.Waiting {
  fileprivate mutating func add(_ event: Event) {
    switch event {
    case .exchange(let id, .progress, _):
      if let place = progress[id] {
        events[place] = event
        return
      }
      progress[id] = events.count
    case .exchange(let id, .arrived, _):
      if let place = arrivals[id] {
        events[place] = event
        return
      }
      arrivals[id] = events.count
    case .exchange(let id, .finished, _):
      // What comes after this place may not be moved before it.
      progress[id] = nil
      arrivals[id] = nil
    case .tick:
      if hasTick { return }
      hasTick = true
    default: break
    }
    events.append(event)
  }
}
