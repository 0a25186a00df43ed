import InspectorCore

/// What is typed is there in the next run.
extension EffectRunner {
  /// Gives the app what was typed in earlier runs.
  package func recall(into app: inout App) {
    guard let prompts else { return }
    app.memory = prompts.memory
    app.keepsPrompts = true
  }

  /// Keeps a typed line for the next run; that it cannot be kept is said once.
  func remember(_ line: PromptLineTyped) {
    do throws(TextFile.Problem) {
      try prompts?.add(line)
    } catch {
      prompts = nil
      mailbox.post(.aside("what is typed is not kept for the next run: \(error.text)"))
    }
  }
}
