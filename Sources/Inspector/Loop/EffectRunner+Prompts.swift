import InspectorCommands
import InspectorScreens
import NetEngine

/// What is typed is there in the next run.
extension EffectRunner {
  /// Gives the app what was typed in earlier runs.
  package func recall(into app: inout App) {
    guard let prompts else { return }
    app.memory = prompts.memory
    app.keepsPrompts = true
    app.drafts = DraftFile(folder: prompts.folder, known: knownDrafts).read()
  }

  /// Divides the screen as it was divided last; before the first frame, which would jump.
  func recallSplit(into app: inout App) {
    if let split = prompts?.folder.read(Self.splitName) { app.split = Split(split) }
  }

  /// Begins the guided minute over the demo, as long as nobody has ended it.
  func beginGuide(over app: inout App) {
    guard program.isGuided, let prompts, prompts.folder.read(Self.guideName) == nil else { return }
    app.beginGuide()
  }

  nonisolated static let splitName = "layout.json"
  nonisolated static let guideName = "guide.json"

  /// Keeps how the screen is divided and the like; where that cannot be kept nothing is lost.
  func keep(_ name: String, _ bytes: [UInt8]) {
    guard let folder = prompts?.folder else { return }
    jobs.run(in: .prompts) { _ = try? folder.write(name, Body(bytes)) }
  }

  /// Keeps a typed line for the next run; that it cannot be kept is said once.
  ///
  /// One after the other and beside the screen: a home folder may be slow. What the answers of this
  /// run show to be a secret is not kept.
  func remember(_ line: PromptLineTyped, _ answers: [Response]) {
    guard let prompts else { return }
    let (mailbox, keepsLines) = (mailbox, keepsLines)
    jobs.run(in: .prompts) {
      guard keepsLines.withLock({ $0 }), !line.holdsSecret(of: answers) else { return }
      do throws(TextFile.Problem) {
        try prompts.add(line)
      } catch {
        keepsLines.withLock { $0 = false }
        mailbox.post(.aside("what is typed is not kept for the next run: \(error.text)"))
      }
    }
  }
}
