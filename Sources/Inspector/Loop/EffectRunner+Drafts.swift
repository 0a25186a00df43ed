import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine

/// Requests that are being typed: in an editor, and there again in the next run.
extension EffectRunner {
  /// Opens a text in the person's editor, which `lending` gives the terminal to.
  ///
  /// The file is the person's alone and gone as soon as it was read.
  func edit(draft text: String, lending: (Editor) -> String?) {
    guard let folder = prompts?.folder else {
      return mailbox.post(.message("there is no folder to put a text for an editor into"))
    }
    let name = "draft-\(getpid()).http"
    do throws(TextFile.Problem) {
      let path = try folder.write(name, Body(text))
      defer { folder.remove(name) }
      if let trouble = lending(Editor(path: path, line: 1)) {
        return mailbox.post(.message(trouble))
      }
      let edited = String(decoding: folder.read(name) ?? [], as: UTF8.self)
      if edited != text { mailbox.post(.draftEdited(edited)) }
    } catch {
      mailbox.post(.message("no text for an editor: \(error.text)"))
    }
  }

  /// Opens a text of the capture in the person's editor.
  func edit(captured text: CapturedText, lending: (Editor) -> String?) {
    switch text {
    case .rules: capture?.editRules(lending: lending)
    case .held(let number): capture?.edit(held: number, in: prompts?.folder, lending: lending)
    }
  }

  /// Writes what is typed beside the screen: of many changes that come together the last ones count.
  func keep(draft: Draft?, of key: String) {
    guard let prompts else { return }
    let file = DraftFile(folder: prompts.folder, known: knownDrafts)
    let (mailbox, drafts) = (mailbox, drafts)
    drafts.withLock { $0[key] = .some(draft) }
    jobs.run(in: .drafts) {
      let changes = drafts.withLock { changes in
        defer { changes = [:] }
        return changes
      }
      guard !changes.isEmpty else { return }
      do throws(TextFile.Problem) {
        try file.change(changes)
      } catch {
        mailbox.post(.aside("what is typed is not kept for the next run: \(error.text)"))
      }
    }
  }
}
