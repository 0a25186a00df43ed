import InspectorCore
import NetEngine

/// Carries out what the app orders of recordings: files are read and requests sent apart from it.
package final class SessionRunner {
  private let mailbox: Mailbox
  private var opening: Task<Void, Never>?
  private var sifting: Task<Void, Never>?
  private var replaying: Task<Void, Never>?
  /// Orders that have not been answered yet.
  private var pending = 0

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  var isIdle: Bool { pending == 0 }

  package func perform(_ order: SessionOrder) {
    switch order {
    case .open(let path): open(path)
    case .load(let load): begin { load.run() }
    case .sift(let sift):
      sifting?.cancel()
      sifting = begin {
        sift.run(now: VariableSystem.live.now() * 1_000, unless: { Task.isCancelled })
      }
    case .replay(let replay): self.replay(replay)
    case .stop: replaying?.cancel()
    }
  }

  /// To be told of each event before the app is.
  func note(_ event: SessionEvent) {
    switch event {
    case .opened(_, _, let fraction) where fraction < 1: break
    case .replayed: break
    default: pending -= 1
    }
  }

  /// Runs beside the screen and posts what comes of it; nil is that nobody wants it any more.
  @discardableResult
  private func begin(_ work: @escaping @Sendable () -> SessionEvent?) -> Task<Void, Never> {
    pending += 1
    let mailbox = mailbox
    return Task.detached(executorPreference: Workers.shared) {
      mailbox.post(.session(work() ?? .sifted(id: -1, rows: [], trouble: nil)))
    }
  }

  private func open(_ path: String) {
    opening?.cancel()
    let mailbox = mailbox
    opening = begin {
      do throws(SessionProblem) {
        let session = try Session.open(path) { part, fraction in
          if fraction < 1 {
            mailbox.post(.session(.opened(path: path, part, fraction: fraction)))
          }
          return !Task.isCancelled
        }
        return .opened(path: path, session, fraction: 1)
      } catch {
        return .failed(error.description)
      }
    }
  }

  private func replay(_ order: SessionReplay) {
    pending += 1
    let mailbox = mailbox
    replaying = Task.detached(executorPreference: Workers.shared) {
      do throws(SetupProblem) {
        let replay = try order.make(environment: VariableSystem.live.environment)
        _ = await replay.run { mailbox.post(.session(.replayed($0))) }
        mailbox.post(.session(.replayEnded(nil)))
      } catch {
        mailbox.post(.session(.replayEnded(error.message)))
      }
    }
  }
}
