import InspectorCommands
import InspectorScreens
import NetEngine

/// Follows a script: the same app, events and transfers as in a terminal, and frames as text.
final class ScriptRunner {
  private var app: App
  private let script: Script
  private let path: String
  private var size: Size
  private let mailbox = Mailbox()
  private let effects: EffectRunner
  private var frameCount = 0
  private var hasQuit = false

  /// How long one `wait` may take: nobody is there to press cancel.
  private static let patience = Duration.seconds(120)

  init(
    _ program: Program, _ script: Script, path: String, size: Size,
    _ files: ConfigurationFiles? = nil, recordsIn state: String? = nil
  ) {
    app = program.app(files, recalling: state)
    self.script = script
    self.path = path
    self.size = size
    effects = EffectRunner(
      program: program, mailbox: mailbox, recordsIn: state, files: files)
    app.recording = effects.recordingState
    effects.recall(into: &app)
  }

  /// The last thing to do: what was recorded gets its end.
  func endRecording(_ code: Int32) async -> Int32 {
    await effects.endRecording(code)
  }

  /// Answers the exit code: 1 when an expectation is not met.
  func run() throws(Output.Failure) -> Int32 {
    tell(.resized(width: size.width, height: size.height))
    for effect in app.start(effects.start) { perform(effect) }
    // A key acts on what the command line opens, however slow the disk is.
    guard wait(at: nil) else { return 1 }
    for step in script.steps {
      guard !hasQuit else { break }
      guard try follow(step) else {
        effects.cancelAll()
        return 1
      }
    }
    effects.cancelAll()
    return 0
  }

  /// False when the script cannot go on.
  private func follow(_ step: Script.Step) throws(Output.Failure) -> Bool {
    switch step.action {
    case .key(let key): tell(.key(key, at: StartClock.now))
    case .paste(let bytes): tell(.paste(bytes))
    case .resize(let width, let height):
      size = Size(width: width, height: height)
      tell(.resized(width: width, height: height))
    case .wait: return wait(at: step.line)
    case .frame: try printFrame(line: step.line)
    case .expect(let text): return expect(text, line: step.line)
    }
    return true
  }

  private func tell(_ event: Event) {
    mailbox.post(event)
    drain()
  }

  private func drain() {
    while case let events = mailbox.take(), !events.isEmpty {
      for event in events {
        ScreenLog.note(event, of: app)
        effects.note(event)
        for effect in app.update(event) { perform(effect) }
      }
      if let target = app.takeUnsentOrder() { effects.preview(target) }
    }
  }

  /// There is no terminal to suspend or to paint again.
  private func perform(_ effect: Effect) {
    switch effect {
    case .edit(let target): effects.edit(target) { $0.run(on: nil) }
    case .editDraft(let text): effects.edit(draft: text) { $0.run(on: nil) }
    case .editCaptured(let text): effects.edit(captured: text) { $0.run(on: nil) }
    case .copy(let clip): effects.side.copy(clip, through: nil)
    case .quit: hasQuit = true
    default: effects.perform(effect, of: app)
    }
  }

  /// Returns once nothing is in flight, or says at which line that takes too long; nil is before the
  /// first one.
  private func wait(at line: Int?) -> Bool {
    if isIdleInTime() { return true }
    let running = app.runningWords
    let more = running.count > 3 ? " and \(running.count - 3) more" : ""
    let what = running.isEmpty ? "" : ": " + running.prefix(3).joined(separator: "; ") + more
    let place = line.map { ":\($0)" } ?? ""
    let waiting = line == nil ? "what was to be opened is not there" : "still waiting"
    Output.talk("\(path)\(place): \(waiting) after two minutes\(what)")
    effects.cancelAll()
    return false
  }

  private func isIdleInTime() -> Bool {
    drain()
    let clock = ContinuousClock()
    let deadline = clock.now + Self.patience
    // Ticks come as well: the deadline is looked at in time.
    while !effects.isIdle {
      if clock.now > deadline { return false }
      DescriptorWatch.main.wait(for: mailbox, ticking: true)
      drain()
    }
    return true
  }

  /// A rule above each frame says which one it is; trailing blanks are left out.
  private func printFrame(line: Int) throws(Output.Failure) {
    frameCount += 1
    let title = "── frame \(frameCount) · line \(line) · \(size.width)x\(size.height) "
    let rule = String(repeating: "─", count: max(4, 72 - title.count))
    try Output.data(title + rule)
    try Output.data(String(frame.dropLast(frame.hasSuffix("\n") ? 1 : 0)))
  }

  private func expect(_ text: String, line: Int) -> Bool {
    let frame = frame
    if frame.utf8.firstPlace(of: text.utf8) != nil { return true }
    Output.talk(
      lines: ["\(path):\(line): '\(text)' is not on the screen, which was:"]
        + frame.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    return false
  }

  private var frame: String { app.render(size).text }
}
