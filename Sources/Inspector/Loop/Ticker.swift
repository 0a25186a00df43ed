import Dispatch
import InspectorCore

/// Posts a tick eight times a second while it runs; at rest it costs nothing.
final class Ticker {
  private let mailbox: Mailbox
  private var timer: (any DispatchSourceTimer)?

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  var isRunning: Bool {
    get { timer != nil }
    set {
      guard newValue != isRunning else { return }
      timer?.cancel()
      timer = newValue ? start() : nil
    }
  }

  private func start() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let mailbox = mailbox
    timer.setEventHandler { mailbox.post(.tick(at: StartClock.now)) }
    timer.schedule(
      deadline: .now() + .milliseconds(125), repeating: .milliseconds(125),
      leeway: .milliseconds(20))
    timer.resume()
    return timer
  }
}
