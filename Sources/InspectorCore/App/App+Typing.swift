import NetEngine

extension App {
  /// Changes the line that is typed: the prompt's, else the form's.
  mutating func type(_ change: (inout LineEditor) -> Void) {
    if var editor = prompt?.editor {
      change(&editor)
      prompt?.editor = editor
      promptChanged()
    } else {
      form?.edit(change)
    }
  }

  mutating func open(_ prompt: Prompt) {
    self.prompt = prompt
    promptChanged()
  }

  mutating func openFilter() {
    openFilter(main.sieve.text)
    prompt?.editor.selectAll()
  }

  /// Opens the filter's prompt; Esc goes back to where one stands now.
  mutating func openFilter(_ text: String) {
    main.beforeFilter = MainScreen.Standing(
      row: main.list.selectedRow, cursor: main.list.cursor, pinned: answer.pinned)
    open(Prompt(.filter(before: main.sieve.text), text))
  }

  mutating func openSearch() {
    guard answer.hasContent else {
      house.notice = Notice(text: "there is no answer to search in: fire the request first")
      return
    }
    open(Prompt(.search(before: answer.search)))
  }

  /// What is typed takes effect at once: rows come and go, matches light up.
  mutating func promptChanged() {
    prompt?.completion = nil
    takeEffect()
  }

  private mutating func takeEffect() {
    guard let prompt else { return }
    let text = prompt.editor.text
    switch prompt.kind {
    case .filter:
      let note = filterChanged(text)
      self.prompt?.note = note
    case .helpFilter:
      let note = filterHelp(text)
      self.prompt?.note = note
    case .search(let before):
      lookFor(prompt.editor.bytes, before: before)
    case .sessionFilter:
      self.prompt?.note = SessionScreen.note(ofFilter: text)
    case .sessionPath:
      self.prompt?.note = .hint("a name in sessions/, or a path: a HAR of any tool, a journal")
    case .sessionName:
      self.prompt?.note = App.note(ofName: text)
    case .profileName:
      let note = note(ofProfileName: text)
      self.prompt?.note = note
    case .successCodes, .sessionCodes:
      self.prompt?.note = App.note(ofCodes: text)
    case .sessionNote:
      self.prompt?.note = .hint("kept in the session; nothing takes the note away")
    case .replayBase:
      self.prompt?.note = SessionScreen.note(ofBase: text)
    case .replayRules:
      self.prompt?.note = .hint("a file of rules; nothing: the one beside the session")
    case .replaySecret:
      self.prompt?.note = .hint(
        "it was taken out of the recording; nothing skips what needs it, Esc fires nothing")
    case .command:
      self.prompt?.note = TypedCommand.note(for: text)
    case .statusRange:
      self.prompt?.note = App.note(ofRange: text)
    case .stringPath:
      let note = note(ofPath: text)
      self.prompt?.note = note
    case .shell:
      let size = Units.bytes(viewedRecord?.response?.body.count ?? 0)
      self.prompt?.note = .hint("a command of the shell; its input is the body, \(size)")
    }
  }

  // MARK: Completing and recalling

  mutating func complete(_ step: Int) {
    guard var prompt, var completion = prompt.completion ?? prompt.completion(self) else { return }
    let word = completion.step(step)
    let rest = prompt.editor.bytes[prompt.editor.cursor...]
    var editor = LineEditor(
      String(decoding: prompt.editor.bytes[..<completion.start], as: UTF8.self) + word)
    // One word only is what was meant: the next one may follow, but for the rest of a path.
    if completion.words.count == 1, prompt.takesWords, !word.hasSuffix("/") { editor.insert(" ") }
    editor.append(rest)
    prompt.editor = editor
    prompt.completion = completion.words.count == 1 ? nil : completion
    self.prompt = prompt
    takeEffect()
    guard completion.words.count > 1 else { return }
    self.prompt?.note = .choices(completion.words, chosen: completion.chosen ?? 0)
  }

  mutating func recall(_ step: Int) {
    guard let prompt else { return }
    let lines = memory[prompt.memory]
    let text = prompt.editor.text
    guard let line = self.prompt?.recall.step(step, in: lines, from: text) else { return }
    self.prompt?.editor = LineEditor(line)
    promptChanged()
  }

  // MARK: Enter and Esc

  mutating func accept() -> [Effect] {
    guard let accepted = prompt else { return [] }
    // What cannot be read stays to be mended.
    if case .mistake = accepted.note { return [] }
    let text = accepted.editor.text
    switch accepted.kind {
    case .filter:
      prompt = nil
      memory.keep(text, .filter)
      return []
    case .helpFilter:
      prompt = nil
      memory.keep(text, .help)
      return []
    case .search:
      prompt = nil
      memory.keep(text, .search)
      return find(accepted.editor.bytes)
    case .sessionFilter:
      prompt = nil
      memory.keep(text, .filter)
      return typedSessionFilter(text)
    case .sessionPath:
      prompt = nil
      memory.keep(text, .session)
      return openSession(text)
    case .sessionName:
      prompt = nil
      return text.isEmpty ? [] : save(as: text)
    case .profileName:
      prompt = nil
      return saveProfile(as: text)
    case .successCodes:
      prompt = nil
      memory.keep(text, .codes)
      profile?.setSuccess(text)
      return []
    case .sessionCodes:
      prompt = nil
      memory.keep(text, .codes)
      profile?.setSession(text)
      return []
    case .sessionNote(let row):
      prompt = nil
      return inSession { $0.takeNote(text, row: row, &$1) }
    case .replayBase:
      prompt = nil
      memory.keep(text, .base)
      return inSession {
        $0.takeBase(text, &$1)
        return []
      }
    case .replayRules:
      prompt = nil
      memory.keep(text, .rules)
      return inSession {
        $0.takeRules(text, &$1)
        return []
      }
    case .replaySecret(let name):
      prompt = nil
      return takeSecret(text, name: name)
    case .command:
      return acceptCommand(text)
    case .statusRange:
      prompt = nil
      memory.keep(text, .status)
      return takeStatusRange(text)
    case .stringPath:
      prompt = nil
      memory.keep(text, .path)
      answer.stringPart = nil
      answer.stringPath = text.isEmpty ? nil : JSONPath(text)
      return []
    case .shell:
      prompt = nil
      memory.keep(text, .shell)
      return text.utf8.contains { $0 != 0x20 } ? pipe(to: text) : []
    }
  }

  /// Finds the next place of a text in the answer.
  mutating func find(_ bytes: [UInt8]) -> [Effect] {
    guard !bytes.isEmpty else { return [] }
    guard let needle = try? Needle(typed: bytes) else { return [] }
    answer.search = TextSearch(needle)
    isInAnswer = true
    search(forward: true)
    return []
  }

  private mutating func acceptCommand(_ line: String) -> [Effect] {
    guard line.utf8.contains(where: { $0 != 0x20 }) else {
      prompt = nil
      return []
    }
    do throws(TypedCommand.Mistake) {
      let typed = try TypedCommand(line)
      memory.keep(line, .command)
      prompt = nil
      return run(typed)
    } catch {
      prompt?.note = .mistake(offset: error.offset, error.message)
      return []
    }
  }

  mutating func closePrompt() {
    switch prompt?.kind {
    case .filter(let before):
      main.returning = main.beforeFilter
      try? setFilter(before)
    case .search(let before): answer.search = before
    case .helpFilter(let before): help?.look(for: before)
    case .replaySecret:
      _ = inSession {
        $0.decline(&$1)
        return []
      }
    case .sessionPath, .sessionName, .sessionFilter, .sessionNote, .replayBase, .replayRules,
      .command, .shell, .statusRange, .stringPath, .profileName, .successCodes, .sessionCodes, nil:
      break
    }
    prompt = nil
  }

  /// Esc: the prompt goes, else what the screen that is on would let go first.
  mutating func close() -> [Effect] {
    if prompt != nil {
      closePrompt()
    } else if let last = above.indices.last {
      let turn = above[last].close(&house)
      return follow(turn, of: last) ?? []
    } else if question != nil {
      return answer(isYes: false)
    } else if answer.chooser != nil {
      answer.chooser = nil
    } else if answer.search != nil {
      answer.leaveSearch()
    } else if main.sieve.isOn || main.sieve.isWorking {
      try? setFilter("")
    } else if !main.list.marked.isEmpty {
      main.list.marked = []
    }
    return []
  }
}
