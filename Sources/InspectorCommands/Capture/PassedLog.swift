import InspectorProxy
import NetEngine
import NetRecordings

/// What is passed on, written into a journal as it begins and as it ends.
package nonisolated final class PassedLog: Sendable {
  private let queue: PassedQueue<Step>
  private let server: Lock<PassingServer?>
  private let pause = Lock(Pause())

  /// What passes while nobody wants it kept.
  private struct Pause {
    var isOn = false
    /// What has begun meanwhile: its end is not kept either.
    var skipped: Set<Int> = []
    var skippedCount = 0
  }

  /// Behind a reference: it goes from list to list.
  private indirect enum Step: Sendable {
    case began(Exchange)
    case ended(PassedExchange)

    var exchange: Exchange {
      switch self {
      case .began(let exchange): exchange
      case .ended(let passed): passed.exchange
      }
    }
  }

  package init(_ recorder: Recorder, _ unpackers: Unpackers) {
    let server = Lock<PassingServer?>(nil)
    self.server = server
    queue = PassedQueue { steps in
      var exchanges: [Exchange] = []
      for step in steps {
        let exchange = await unpackers.unpacked(step.exchange)
        ProgramLog.note(passed: exchange)
        // An end takes the place of its beginning; what has begun between keeps its own.
        if exchange.result != nil, exchanges.last?.sequence == exchange.sequence {
          exchanges.removeLast()
        }
        exchanges.append(exchange)
      }
      await recorder.record(exchanges)
      var (count, bytes) = (0, 0)
      for case .ended(let passed) in steps {
        count += 1
        bytes += passed.keptBytes
      }
      server.withLock { $0 }?.told(count, bytes: bytes)
    }
  }

  /// Called on a lane's thread.
  package func began(_ number: Int, _ request: HTTPRequest) {
    let isSkipped = pause.withLock { pause in
      guard pause.isOn else { return false }
      pause.skipped.insert(number)
      pause.skippedCount += 1
      return true
    }
    if isSkipped { return }
    queue.put(
      .began(
        Exchange(
          sequence: number, name: "", startedAt: Recorder.realTime, request: request, result: nil)))
  }

  /// Called on any thread.
  package func ended(_ passed: PassedExchange) {
    guard pause.withLock({ $0.skipped.remove(passed.number) }) == nil else {
      server.withLock { $0 }?.told(passed)
      return
    }
    queue.put(.ended(passed))
  }

  /// How many have passed that nobody wanted kept.
  package var skippedCount: Int { pause.withLock { $0.skippedCount } }

  /// Keeps nothing of what begins from now on, or everything again.
  package func pause(_ isOn: Bool) { pause.withLock { $0.isOn = isOn } }

  /// Says to the server what was dealt with from now on.
  package func begin(telling passing: PassingServer) { server.withLock { $0 = passing } }

  /// Returns once everything is written; nothing may come any more.
  package func finish() async {
    await queue.finish()
    server.withLock { $0 = nil }
  }
}
