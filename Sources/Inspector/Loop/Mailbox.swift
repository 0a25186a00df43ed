import InspectorCore
import NetEngine

/// Where events from every thread wait for the next turn of the loop.
///
/// An `AsyncStream` of events could not say "that was all for now"; a locked list with a doorbell
/// can, and so a thousand events make one drawing.
nonisolated final class Mailbox: Sendable {
  /// Rings when something has come; rings that nobody has answered yet count as one.
  let bell: AsyncStream<Void>
  private let ringer: AsyncStream<Void>.Continuation
  private let waiting = Lock(Waiting())

  private struct Waiting {
    var events: [Event] = []
    /// Where the latest progress of an exchange stands, so that a newer one takes its place.
    var progress: [ExchangeID: Int] = [:]
    var hasTick = false
  }

  init() {
    (bell, ringer) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Leaves an event; may be called from any thread, returns at once.
  ///
  /// Progress and ticks replace their predecessor: a terminal that takes no bytes for a minute
  /// must not fill the memory.
  func post(_ event: Event) {
    waiting.withLock { waiting in
      switch event {
      case .exchange(let id, .progress, _):
        if let place = waiting.progress[id] {
          waiting.events[place] = event
          return
        }
        waiting.progress[id] = waiting.events.count
      case .exchange(let id, .finished, _):
        // What comes after this place may not be moved before it.
        waiting.progress[id] = nil
      case .tick:
        if waiting.hasTick { return }
        waiting.hasTick = true
      default: break
      }
      waiting.events.append(event)
    }
    ringer.yield()
  }

  /// Takes everything that waits.
  func take() -> [Event] {
    waiting.withLock { waiting in
      defer { waiting = Waiting() }
      return waiting.events
    }
  }
}
