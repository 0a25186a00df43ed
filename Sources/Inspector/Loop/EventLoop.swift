internal import CPlatform
import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine

/// Events in, frames out: the terminal, the app and its effects, one turn at a time.
///
/// ```
/// keys, signals ─┐                 ┌─► effects ─► transfers ─┐
/// transfers ─────┼─► mailbox ─► update ─► render ─► draw     │
/// ticks ─────────┘      ▲                                    │
///                       └────────────────────────────────────┘
/// ```
final class EventLoop {
  private var app: App
  private let terminal: Terminal
  private let mailbox: Mailbox
  private let effects: EffectRunner
  private var exitCode: Int32?

  /// Takes an app that has started.
  init(app: App, terminal: Terminal, mailbox: Mailbox, effects: EffectRunner) {
    self.app = app
    self.app.recording = effects.recordingState
    self.app.secondsAtStart = StartClock.secondOfDay
    self.terminal = terminal
    self.mailbox = mailbox
    self.effects = effects
  }

  /// Runs until somebody quits; answers the exit code.
  func run() throws(TerminalProblem) -> Int32 {
    defer { terminal.close() }
    crash_stack_here()
    let (width, height) = terminal.size
    effects.recallSplit(into: &app)
    effects.beginGuide(over: &app)
    for effect in app.update(.resized(width: width, height: height)) { perform(effect) }
    if case .everything = effects.start { takeFirstRows() }
    try terminal.open(with: frame) { [self] in hear($0) }
    // The system carries it to the terminal on a thread of its own, which waits for this processor.
    sched_yield()
    effects.recall(into: &app)
    effects.watchFiles()
    effects.watchConfiguration()
    effects.lookForLeftovers()
    effects.firstFrameIsDrawn()
    previewUnsent()
    ForcedEnd.happen {
      terminal.repaint()
      terminal.draw(frame)
    }
    while true {
      DescriptorWatch.main.wait(for: mailbox, ticking: effects.wantsTicks)
      turn()
      if let exitCode { return exitCode }
    }
  }

  /// A file's first rows are there in a moment: one frame does the work of two.
  private func takeFirstRows() {
    let end = StartClock.now.microseconds + Self.moment
    while case let left = end - StartClock.now.microseconds, left > 0 {
      DescriptorWatch.main.pause(for: mailbox, atMost: Int32(left / 1_000))
      if takeEvents().contains(where: \.hasRows) { return }
    }
  }

  /// In microseconds; a slow disk does not keep the first frame back.
  private static let moment: Int64 = 4_000

  /// Whatever has come makes one drawing.
  private func turn() {
    takeEvents()
    // What was answered on the spot belongs into the same frame.
    if exitCode == nil, mailbox.hasEvents { takeEvents() }
    if exitCode == nil, previewUnsent() { takeEvents() }
    if exitCode == nil { terminal.draw(frame) }
    trimMemory()
  }

  /// Builds the selected request for its pane, where it has no response and is not built yet.
  @discardableResult
  private func previewUnsent() -> Bool {
    guard let target = app.takeUnsentOrder() else { return false }
    effects.preview(target)
    return true
  }

  /// Gives memory back to the system some seconds from now, on a worker.
  ///
  /// A turn orders the next trim unless one is ordered: the last event is followed by one, and then
  /// the program sleeps.
  private func trimMemory() {
    guard DescriptorWatch.main.later == nil else { return }
    let at = Instant(microseconds: StartClock.now.microseconds + Self.trimPause)
    DescriptorWatch.main.later = (at, { IdleMemory.giveBack() })
  }

  /// In microseconds; a trim takes some milliseconds.
  private static let trimPause: Int64 = 5_000_000

  @discardableResult
  private func takeEvents() -> [Event] {
    let events = mailbox.take()
    for (index, event) in events.enumerated() {
      ScreenLog.note(event, of: app)
      effects.note(event)
      let hasMore = index + 1 < events.count
      for effect in app.update(event, hasMore: hasMore) { perform(effect) }
    }
    return events
  }

  private var frame: Frame {
    let (width, height) = terminal.size
    return app.render(Size(width: width, height: height))
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .edit(let target): effects.edit(target) { terminal.lend($0.run) }
    case .editDraft(let text): effects.edit(draft: text) { terminal.lend($0.run) }
    case .editCaptured(let text): effects.edit(captured: text) { terminal.lend($0.run) }
    case .copy(let clip): effects.side.copy(clip, through: terminal.sendSequence)
    case .recolor(let theme): terminal.recolor(theme)
    case .captureMouse(let captures): terminal.capturesMouse = captures
    case .suspend: suspend(job: true)
    case .redraw: terminal.repaint()
    case .quit: end(0)
    default: effects.perform(effect, of: app)
    }
  }

  /// The first reason to end is the one that counts.
  private func end(_ code: Int32) {
    if exitCode == nil { exitCode = code }
    effects.cancelAll()
  }

  private func suspend(job: Bool) {
    if !terminal.suspend(job: job) {
      mailbox.post(.message("not suspended: no shell waits that could continue this program"))
    }
    resized()
  }

  private func hear(_ heard: Listener.Heard) {
    switch heard {
    case .input(.key(let key)): mailbox.post(.key(key, at: StartClock.now))
    case .input(.paste(let bytes)): mailbox.post(.paste(bytes))
    case .input(.mouse(let mouse)): mailbox.post(.mouse(mouse, at: StartClock.now))
    case .resized: resized()
    case .stopAsked: suspend(job: false)
    case .continued:
      // Somebody stopped us by force and the shell has drawn over the screen.
      terminal.repaint()
      resized()
    case .ended(let signal):
      end(128 + signal)
      mailbox.post(.terminated)
    }
  }

  private func resized() {
    terminal.fit()
    let (width, height) = terminal.size
    mailbox.post(.resized(width: width, height: height))
  }
}

extension Event {
  /// Something to read has come, or all there will be.
  fileprivate var hasRows: Bool {
    switch self {
    case .exchange(_, .arrived, _), .exchange(_, .finished, _): true
    default: false
    }
  }
}
