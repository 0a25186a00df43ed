import Glibc
import InspectorCommands
import InspectorProxy
import InspectorScreens
import NetEngine
import NetRecordings

/// Carries out what the screens order of the traffic they stand in: lines of rules, and what is held.
final class CaptureRunner {
  private let captured: Program.Captured
  private let mailbox: Mailbox

  init(_ captured: Program.Captured, _ mailbox: Mailbox) {
    (self.captured, self.mailbox) = (captured, mailbox)
    let path = captured.rules.path
    captured.rules.onChange { change in
      switch change {
      case .inForce(let count, let own):
        mailbox.post(.capture(.inForce(count, own: own, file: path)))
      case .mistake(let words): mailbox.post(.capture(.notTaken(words)))
      }
    }
    captured.refusals.onRefusal { mailbox.post(.aside($0.escapedForMessage)) }
    captured.desk.onChange { all in
      let sides = all.map { ($0.number, $0.side) }
      mailbox.post(.capture(.held(Dictionary(sides) { $1 })))
    }
  }

  /// Lines of rules read answers as the screens do.
  func read(through lens: Lens) { captured.reading.withLock { $0 = lens.profile(ofStored:) } }

  func perform(_ order: CaptureOrder) {
    switch order {
    case .alter(let line):
      let (rules, mailbox) = (captured.rules, mailbox)
      Task.detached(executorPreference: Workers.shared) {
        do throws(TextFile.Problem) {
          let number = try rules.add(line)
          mailbox.post(.capture(.added(rule: number, line, file: rules.path)))
        } catch {
          mailbox.post(.capture(.notTaken(error.text)))
        }
      }
    case .release(let numbers):
      for number in numbers { captured.desk.decide(number, .goOn) }
    case .drop(let number): captured.desk.decide(number, .drop)
    case .pause(let isOn): captured.log.pause(isOn)
    }
  }

  /// Opens the rules in the person's editor, which `lending` gives the terminal to.
  func editRules(lending: (Editor) -> String?) {
    if !SavedFile.exists(captured.rules.path) {
      let begin = """
        # request            part     what                            when
        # POST /orders       answer   as invalidSession               every 3
        # GET  /users/*      answer   status 503                      first 2
        # GET  /feed         answer   late 800ms..2s
        # POST /pay          hold     request


        """
      if let code = SavedFile.write(Array(begin.utf8), to: captured.rules.path) {
        return mailbox.post(
          .message("\(captured.rules.path) cannot be written: \(Output.reason(code))"))
      }
    }
    if let trouble = lending(Editor(path: captured.rules.path, line: 1)) {
      mailbox.post(.message(trouble))
    }
  }

  /// Opens what is held in the person's editor; what they have made of it goes on.
  func edit(held number: Int, in folder: StateFolder?, lending: (Editor) -> String?) {
    guard let held = captured.desk.all.first(where: { $0.number == number }) else {
      return mailbox.post(.message("it is not held any more"))
    }
    guard let folder else {
      return mailbox.post(.message("there is no folder to put a text for an editor into"))
    }
    let (name, text) = ("held-\(getpid()).http", HeldText.bytes(of: held))
    do throws(TextFile.Problem) {
      let path = try folder.write(name, Body(text))
      defer { folder.remove(name) }
      if let trouble = lending(Editor(path: path, line: 1)) {
        return mailbox.post(.message("still held: \(trouble)"))
      }
      let edited = folder.read(name) ?? []
      guard edited != text else {
        return mailbox.post(.message("nothing was changed: it is still held"))
      }
      do throws(HeldText.Mistake) {
        let decision = try HeldText.decision(edited, of: held)
        if !captured.desk.decide(number, decision) {
          mailbox.post(.message("it was not held any more: what was written went nowhere"))
        }
      } catch {
        mailbox.post(.message("still held: \(error.words)"))
      }
    } catch {
      mailbox.post(.message("no text for an editor: \(error.text)"))
    }
  }
}
