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

  @discardableResult
  mutating func open(_ prompt: Prompt) -> [Effect] {
    self.prompt = prompt
    promptChanged()
    return []
  }

  mutating func openFilter() {
    _ = openFilter(main.sieve.text)
    prompt?.editor.selectAll()
  }

  /// Opens the filter's prompt; Esc goes back to where one stands now.
  mutating func openFilter(_ text: String) -> [Effect] {
    rememberStanding()
    return open(Prompt(.filter(before: main.sieve.text), text))
  }

  mutating func openSearch() -> [Effect] {
    guard answer.hasContent else {
      return house.notify("there is no response to search in: send the request first")
    }
    return open(Prompt(.search(answer.searchLabel, before: answer.search)))
  }

  /// What is typed takes effect at once: rows come and go, matches light up.
  mutating func promptChanged() {
    prompt?.completion = nil
    takeEffect()
  }

  private mutating func takeEffect() {
    guard let prompt else { return }
    let note = prompt.row.typed(&self, prompt.editor)
    let offers = prompt.row.offers(self, prompt.editor.text)
    self.prompt?.note = offers?.isFirstMeant == true ? .hint("Enter takes the marked row") : note
    self.prompt?.offers = offers
  }

  /// What can be opened has become known.
  mutating func offerSessions() {
    guard let prompt else { return }
    let offers = prompt.row.offers(self, prompt.editor.text)
    self.prompt?.offers = offers
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
    // Who has gone back through what was typed comes forward again first.
    if !prompt.recall.isBack, self.prompt?.offers?.move(by: -step) == true { return }
    let lines = memory[prompt.row.memory]
    let text = prompt.editor.text
    guard let line = self.prompt?.recall.step(step, in: lines, from: text) else { return }
    self.prompt?.editor = LineEditor(line)
    promptChanged()
  }

  // MARK: Enter and Esc

  mutating func accept() -> [Effect] {
    if let effects = takeOffer() { return effects }
    guard let accepted = prompt else { return [] }
    // What cannot be read stays to be mended.
    if case .mistake = accepted.note { return [] }
    if let mistake = accepted.row.mistake(accepted.editor.text) {
      prompt?.note = mistake
      return []
    }
    prompt = nil
    if accepted.row.remembers { memory.keep(accepted.editor.text, accepted.row.memory) }
    return accepted.row.taken(&self, accepted.editor)
  }

  /// Finds the next place of a text in the answer.
  mutating func find(_ bytes: [UInt8]) -> [Effect] {
    guard !bytes.isEmpty else { return [] }
    guard let needle = try? Needle(typed: bytes) else { return [] }
    answer.search = TextSearch(needle)
    isInAnswer = true
    return search(forward: true)
  }

  /// Does what was typed behind `:`.
  mutating func run(line: String) -> [Effect] {
    guard let typed = try? TypedCommand(line) else { return [] }
    memory.keep(line, .command)
    return run(typed)
  }

  mutating func closePrompt() {
    prompt?.row.left(&self)
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
    } else if main.closeInAnswer() {
      return []
    } else if main.sieve.isOn || main.sieve.isWorking {
      try? setFilter("")
    } else if !main.list.marked.isEmpty {
      main.list.marked = []
    }
    return []
  }
}
