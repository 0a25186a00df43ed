import InspectorCore
import NetEngine

/// What is typed is there in the next run.
extension EffectRunner {
  /// Gives the app what was typed in earlier runs.
  package func recall(into app: inout App) {
    guard let prompts else { return }
    app.memory = prompts.memory
    app.keepsPrompts = true
  }

  /// Keeps a typed line for the next run; that it cannot be kept is said once.
  ///
  /// One after the other and beside the screen: a home folder may be slow. What the answers of this
  /// run show to be a secret is not kept.
  func remember(_ line: PromptLineTyped, _ answers: [Response]) {
    guard let prompts else { return }
    let (mailbox, before) = (mailbox, remembering)
    remembering = Task.detached(executorPreference: Workers.shared) {
      if let before, await !before.value { return false }
      guard !line.holdsSecret(of: answers) else { return true }
      do throws(TextFile.Problem) {
        try prompts.add(line)
        return true
      } catch {
        mailbox.post(.aside("what is typed is not kept for the next run: \(error.text)"))
        return false
      }
    }
  }
}
