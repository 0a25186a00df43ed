import InspectorProxy
import NetEngine
import NetRecordings

/// The log of a capture: exchanges go to the recorder as they begin and end, then to the lines.
///
///     any thread ─► queue ─► recorder ─► lines
///
/// How far it may fall behind the passing server bounds.
package nonisolated final class CaptureLog: Sendable {
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
    /// Its response waits: it is written as it is now.
    case held(PassedExchange)
    case ended(PassedExchange)
    case refused(Refusal, ClientHead?)
  }

  /// Without a recorder nothing is kept; the lines note each exchange in the program's log themselves.
  package init(_ recorder: Recorder?, _ unpackers: Unpackers, _ lines: CaptureLines? = nil) {
    let server = Lock<PassingServer?>(nil)
    self.server = server
    queue = PassedQueue { steps in
      var exchanges: [Exchange] = []
      var ended: [(passed: PassedExchange, exchange: Exchange)] = []
      var refusals: [(refusal: Refusal, head: ClientHead?)] = []
      for step in steps {
        let exchange: Exchange
        switch step {
        case .began(let begun): exchange = await unpackers.unpacked(begun)
        case .held(let passed):
          exchanges.append(await unpackers.unpacked(passed.exchange))
          continue
        case .ended(let passed):
          exchange = await unpackers.unpacked(passed.exchange)
          ended.append((passed, exchange))
        case .refused(let refusal, let head):
          refusals.append((refusal, head))
          continue
        }
        if lines == nil { ProgramLog.note(passed: exchange) }
        // An end takes the place of its beginning; what has begun between keeps its own.
        if exchange.result != nil, exchanges.last?.sequence == exchange.sequence {
          exchanges.removeLast()
        }
        exchanges.append(exchange)
      }
      await recorder?.record(exchanges)
      await lines?.tell(ended, refusals)
      let bytes = ended.reduce(0) { $0 + $1.passed.keptBytes }
      server.withLock { $0 }?.told(ended.count, bytes: bytes)
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
  package func held(_ passed: PassedExchange) {
    guard !pause.withLock({ $0.skipped.contains(passed.number) }) else { return }
    queue.put(.held(passed))
  }

  /// Called on any thread.
  package func ended(_ passed: PassedExchange) {
    guard pause.withLock({ $0.skipped.remove(passed.number) }) == nil else {
      server.withLock { $0 }?.told(passed)
      return
    }
    queue.put(.ended(passed))
  }

  /// Called on a lane's thread.
  package func refused(_ refusal: Refusal, _ head: ClientHead?) {
    queue.put(.refused(refusal, head))
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
