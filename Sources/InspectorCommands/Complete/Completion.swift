import NetEngine

/// What may stand where the cursor is on a command line.
///
/// It is made of the table of commands, of request files and of sessions; nothing is sent.
package struct Completion {
  /// Something that may stand there; one that ends with `=` goes on.
  package struct Candidate: Equatable {
    package let word: String
    package let meaning: String

    package init(_ word: String, _ meaning: String = "") {
      (self.word, self.meaning) = (word, meaning)
    }
  }

  package private(set) var candidates: [Candidate] = []
  /// Names of files may stand there too.
  package private(set) var takesFiles = false
  private let line: CompletedLine
  private let names: CompletionNames
  private let topics: [Candidate]

  /// `words` are those of the line behind the program's name, up to the cursor, which stands in the last.
  package init(_ words: [String], commands: [Subcommand], topics: [Candidate]) {
    self.topics = topics
    line = CompletedLine(words, commands: commands)
    names = CompletionNames(line)
    if line.isOption {
      options()
    } else if let option = line.option {
      value(of: option)
    } else {
      word(commands)
    }
    let typed = line.current
    candidates.removeAll { candidate in
      // A line break or a tab would be read as another one.
      !candidate.word.hasPrefix(typed) || candidate.word.utf8.contains { $0 < 0x20 }
    }
  }

  private mutating func options() {
    for option in line.command.options where !option.isHidden {
      candidates.append(Candidate(option.name, option.summary))
    }
  }

  private mutating func value(of option: Subcommand.Option) {
    let front = line.valueFront
    func add(_ found: [Candidate]) {
      candidates += found.map { Candidate(front + $0.word, $0.meaning) }
    }
    switch option.name {
    case "--env": add(names.environments)
    case "--set": add(names.variables)
    case "--allow-env": add(names.sentVariables)
    case "--profile": add(names.profiles)
    case "--from", "--record": add(names.sessions)
    case "--only", "--fail-on": add(filters)
    default: add(Self.choices[option.name] ?? [])
    }
    let said = line.current.dropFirst(front.count)
    takesFiles =
      option.value == "FILE" || option.value == "PATH" || option.value == "RECORDING"
      || option.name == "--report" && said.contains("=")
  }

  /// The tests a filter is made of, behind what of it is there.
  private var filters: [Candidate] {
    let said = line.current.dropFirst(line.valueFront.count)
    let end = said.lastIndex { " !(|&".contains($0) }.map { said.index(after: $0) }
    let front = said[..<(end ?? said.startIndex)]
    let terms = FilterTerm.all.filter { $0.name.hasPrefix(said[front.endIndex...]) }
    var found = terms.map { Candidate(front + $0.name, "\($0.meaning): \($0.example)") }
    // Beside its only test a shell would close the quote, and what it asks for is still to come.
    if terms.count == 1, terms[0].example != terms[0].name {
      found.append(Candidate(front + terms[0].example, "for example"))
    }
    return found
  }

  private mutating func word(_ commands: [Subcommand]) {
    let place = line.words.count
    switch line.command.name {
    case "":
      if place == 0 {
        candidates += commands.filter { !$0.name.isEmpty }.map { Candidate($0.name, $0.summary) }
      }
      takesFiles = true
    case "help":
      guard place == 0 else { return }
      candidates += commands.filter { !$0.name.isEmpty }.map { Candidate($0.name, $0.summary) }
      candidates += topics
      candidates.append(Candidate("man", "all of it as a manual page"))
    case "config":
      if line.words == ["completions"] {
        candidates += CompletionScript.allCases.map { Candidate($0.rawValue) }
      } else {
        if place == 0 { candidates += [Candidate("completions"), Candidate("cookies")] }
        takesFiles = place == 0 || line.words == ["cookies"]
      }
    case "send":
      if place == 0 {
        candidates += ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].map { Candidate($0) }
      }
    case "list" where place == 0 || WordKind(line.words[0]) == .recording:
      if place == 0 { candidates += names.sessions }
      takesFiles = place == 0
    case "run", "list":
      if place > 0 { candidates += names.requests }
      takesFiles = true
    case "check", "diff", "export", "replay", "seal", "serve":
      if line.command.wordCount.contains(place + 1) {
        candidates += names.sessions
        takesFiles = true
      }
    default: takesFiles = line.command.wordCount.contains(place + 1)
    }
  }

  private static let choices: [String: [Candidate]] = [
    "--as": [
      Candidate("har"), Candidate("curl", "a shell script"), Candidate("http", "a request file"),
      Candidate("swift", "targets"), Candidate("locust", "load"),
    ],
    "--exhausted": [Candidate("last", "again"), Candidate("error", "a failure")],
    "--latency": [Candidate("none"), Candidate("recorded"), Candidate("x2")],
    "--map": ["auto", "json", "string", "image", "none"].map { Candidate($0) },
    "--miss": ["error", "forward"].map { Candidate($0) },
    "--report": ReportOptions.Form.allCases.flatMap {
      [Candidate($0.rawValue, $0.meaning), Candidate($0.rawValue + "=", "into a file")]
    },
    "--slower": [Candidate("2x")],
    "--status": ["2xx", "2xx+3xx", "none"].map { Candidate($0) },
    "--theme": ["dark", "light"].map { Candidate($0) },
  ]
}
