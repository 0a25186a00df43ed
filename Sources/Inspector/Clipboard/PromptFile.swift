import InspectorCommands
import InspectorScreens
import NetEngine

/// What was typed in the prompts, in a file of the person's alone, for the next run.
nonisolated struct PromptFile: Sendable {
  private static let name = "prompts.jsonl"
  let folder: StateFolder

  var memory: PromptMemory {
    folder.read(Self.name).map { PromptMemory($0) } ?? PromptMemory()
  }

  func add(_ line: PromptLineTyped) throws(TextFile.Problem) {
    try folder.change(Self.name) { bytes in
      var memory = PromptMemory(bytes)
      return memory.add(line) ? memory.bytes + StateFolder.damagedLines(of: bytes) : nil
    }
  }
}
