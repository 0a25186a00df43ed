import LosslessJSON
import NetEngine
import NetRecordings

/// Requests and answers that wait until somebody has looked at them.
///
/// Each has a time after which it goes on as it is: nobody's app hangs because nobody looks.
package final class HoldDesk: Sendable {
  /// One that waits.
  package struct Held: Sendable {
    /// The number of its exchange.
    package let number: Int
    package let side: Alteration.Side
    /// What goes on, or went on, to the server behind.
    package let request: HTTPRequest
    /// What goes to the client; nil for a request.
    package let answer: HeldAnswer?

    package init(
      number: Int, side: Alteration.Side, request: HTTPRequest, answer: HeldAnswer?
    ) {
      (self.number, self.side, self.request, self.answer) = (number, side, request, answer)
    }
  }

  /// An answer as a person sees it, its packing undone.
  package struct HeldAnswer: Sendable, Hashable {
    package var status: Int
    package var headers: Headers
    package var body: Body

    package init(status: Int, headers: Headers, body: Body) {
      (self.status, self.headers, self.body) = (status, headers, body)
    }
  }

  /// What becomes of it.
  package enum Decision: Sendable {
    /// It goes on as it is.
    case goOn
    /// The time was over, and it goes on as it is.
    case late
    /// Another request goes on.
    case request(HTTPRequest)
    /// The client gets this; a request that was held reaches no server.
    case answer(HeldAnswer)
    /// The client's connection breaks; a request that was held reaches no server.
    case drop
  }

  private struct Waiting {
    var held: Held
    var decide: @Sendable (Decision) -> Void
  }

  private let state = Lock<[Int: Waiting]>([:])
  private let hear: Lock<@Sendable ([Held]) -> Void>
  private let telling = Lock(())
  /// How long one waits where its rule says nothing, in microseconds.
  package static let usualTime = 300_000_000

  package init(onChange: @escaping @Sendable ([Held]) -> Void = { _ in }) {
    hear = Lock(onChange)
  }

  /// Hears of all that wait when that has changed, in the order of their numbers; on any thread,
  /// which must not change it again while it hears.
  package func onChange(_ hear: @escaping @Sendable ([Held]) -> Void) {
    self.hear.withLock { $0 = hear }
  }

  /// Those that wait.
  package var all: [Held] { state.withLock { Self.ordered($0) } }

  private static func ordered(_ waiting: [Int: Waiting]) -> [Held] {
    waiting.values.map(\.held).sorted { $0.number < $1.number }
  }

  /// Who holds it says when its time is over.
  func hold(_ held: Held, decide: @escaping @Sendable (Decision) -> Void) {
    change { $0[held.number] = Waiting(held: held, decide: decide) }
  }

  /// Says what becomes of one; false where it does not wait any more.
  @discardableResult package func decide(_ number: Int, _ decision: Decision) -> Bool {
    guard let waiting = change({ $0.removeValue(forKey: number) }) else { return false }
    waiting.decide(decision)
    return true
  }

  /// The client of one has left; false where it did not wait any more.
  func forget(_ number: Int) -> Bool {
    change { $0.removeValue(forKey: number) } != nil
  }

  private func change<Value: Sendable>(
    _ change: (inout [Int: Waiting]) -> Value
  ) -> Value {
    // One after the other: who hears last hears of what is.
    telling.withLock { _ in
      let (value, all) = state.withLock { waiting in
        let value = change(&waiting)
        return (value, Self.ordered(waiting))
      }
      hear.withLock { $0 }(all)
      return value
    }
  }
}
