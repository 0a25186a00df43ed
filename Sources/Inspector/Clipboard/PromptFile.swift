import InspectorCommands
import InspectorScreens
import NetEngine

/// What was typed in the prompts, in a file of the person's alone, for the next run.
///
/// It is read again before each change: another program may have written meanwhile.
nonisolated struct PromptFile {
  private static let name = "prompts.jsonl"
  let folder: StateFolder

  var memory: PromptMemory {
    folder.read(Self.name).map { PromptMemory($0) } ?? PromptMemory()
  }

  func add(_ line: PromptLineTyped) throws(TextFile.Problem) {
    let bytes = try folder.readForChange(Self.name)
    var memory = PromptMemory(bytes)
    guard memory.add(line) else { return }
    _ = try folder.write(Self.name, Body(memory.bytes + StateFolder.damagedLines(of: bytes)))
  }
}
