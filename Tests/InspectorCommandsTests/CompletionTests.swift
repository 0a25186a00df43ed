import Inspector
import TestSupport
import Testing

/// Words at Tab: what the program answers, and what each shell makes of it.
@MainActor
@Suite("Completion")
struct CompletionTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(
      "api/users.http",
      """
      ### session ended
      GET {{host}}/users/42

      ### user
      GET {{host}}/users/{{id}}
      """)
    try folder.write("api/http-client.env.json", #"{"demo": {"host": "h"}, "live": {"host": "h"}}"#)
    try folder.write("api/inspector.json", #"{"profiles": {"shop": {"statusCodeKey": "code"}}}"#)
    try folder.write("sessions/login.har", "{}")
  }

  /// The words of a line up to the cursor, and what may stand there; `:files` for names of files.
  nonisolated static let lines: [(words: [String], found: [String])] = [
    (["ru"], ["run", ":files"]),
    (["run", ""], [":files"]),
    (["run", "api", "s"], ["session ended", ":files"]),
    (["run", "api", "us"], ["user", "users", ":files"]),
    (["run", "api", "--env", ""], ["demo", "live"]),
    (["run", "api", "--env=l"], ["--env=live"]),
    (["run", "api", "--set", ""], ["baseUrl=", "host=", "id="]),
    (["run", "api", "--profile", "sh"], ["shop"]),
    (["run", "api", "--repe"], ["--repeat"]),
    (["run", "api", "--only", "~m GET & ~ti"], ["~m GET & ~time", "~m GET & ~time >200ms"]),
    (["run", "api", "--only=(~cod"], ["--only=(~code", "--only=(~code !=0"]),
    (["run", "api", "--only", "~mar"], ["~marked"]),
    (["run", "api", "--report", "ju"], ["junit", "junit="]),
    (["run", "api", "--report", "junit=r"], [":files"]),
    (["run", "--", "--e"], [":files"]),
    (["list", "l"], ["login", ":files"]),
    (["list", "login", "--onl"], ["--only"]),
    (["list", "login", ""], []),
    (["export", "login", "--as", "ht"], ["http"]),
    (["diff", "login", "l"], ["login", ":files"]),
    (["send", "-d", "x", "P"], ["POST", "PUT", "PATCH"]),
    (["help", "fil"], ["filters", "files"]),
    (["config", "completions", ""], ["bash", "zsh", "fish"]),
    (["nothing", "--theme", "l"], ["light"]),
    (
      ["--"],
      [
        "--script", "--size", "--theme", "--env", "--set", "--variables-file", "--help",
        "--version", "--log",
      ]
    ),
  ]

  @Test("the program says what may stand there", arguments: lines)
  func words(_ row: (words: [String], found: [String])) throws {
    let said = row.words.map { "'\($0)'" }.joined(separator: " ")
    let run = try shell("'\(Spawn.inspector)' config completions words -- \(said)")
    #expect(run.ending == .exited(0))
    #expect(run.error == "")
    let found = run.output.split(separator: "\n").map { line in
      String(line.prefix { $0 != "\t" })
    }
    #expect(found.sorted() == row.found.sorted())
  }

  @Test("a script of an older version is answered too")
  func olderScript() throws {
    let run = try shell("'\(Spawn.inspector)' completions words -- 'ru'")
    #expect(run.ending == .exited(0))
    #expect(run.error == "")
    #expect(run.output.hasPrefix("run\t"))
  }

  @Test("every command and topic is known, and what is sent is nothing")
  func all() throws {
    let run = try shell("'\(Spawn.inspector)' config completions words -- ''")
    for (name, _, _) in CommandsDocument.helps where !name.isEmpty {
      #expect(run.output.contains("\(name)\t"), "\(name)")
    }
    let wrong = try shell("'\(Spawn.inspector)' config completions fis")
    #expect(wrong.ending == .exited(1))
    #expect(wrong.error.contains("Did you mean 'fish'?"), "\(wrong.error)")
  }

  /// What is typed, as bash breaks it into words, and what bash puts there.
  nonisolated static let bash: [(line: String, words: [String], replies: [String])] = [
    ("inspector ru", ["inspector", "ru"], ["run"]),
    (
      "inspector run api session\\ e", ["inspector", "run", "api", "session\\ e"],
      ["session ended"]
    ),
    ("inspector list lo", ["inspector", "list", "lo"], ["login"]),
    ("inspector run api --env ", ["inspector", "run", "api", "--env", ""], ["demo", "live"]),
    ("inspector run api --env=l", ["inspector", "run", "api", "--env", "=", "l"], ["live"]),
    ("inspector run api --env=", ["inspector", "run", "api", "--env", "="], ["demo", "live"]),
    (
      "inspector run api --only '~m GET & ~ti",
      ["inspector", "run", "api", "--only", "'~m GET & ~ti"],
      ["~m GET & ~time", "~m GET & ~time >200ms"]
    ),
    (
      "inspector run api --only \\~ti", ["inspector", "run", "api", "--only", "\\~ti"],
      ["\\~time", "\\~time\\ \\>200ms"]
    ),
    (
      "inspector list '$(touch hit)' --he", ["inspector", "list", "'$(touch hit)'", "--he"],
      ["--headers", "--help"]
    ),
    ("inspector list ap", ["inspector", "list", "ap"], ["api"]),
  ]

  @Test("bash takes the script and puts what it says, and evaluates nothing", arguments: bash)
  func bash(_ row: (line: String, words: [String], replies: [String])) throws {
    let words = row.words.map { "'\($0.quoted)'" }.joined(separator: " ")
    let run = try shell(
      """
      mkdir bin && ln -s '\(Spawn.inspector)' bin/inspector && PATH=$PWD/bin:$PATH
      source <(inspector config completions bash) || exit 9
      COMP_WORDS=(\(words)) COMP_LINE='\(row.line.quoted)'
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_POINT=${#COMP_LINE}
      _inspector
      printf '%s\\n' "${COMPREPLY[@]}" | sort
      """, "/bin/bash")
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.output.split(separator: "\n").map(String.init) == row.replies, "\(run.error)")
    #expect(folder.read("hit") == nil)
  }

  /// What is typed, and what zsh and fish offer at Tab.
  nonisolated static let typed: [(line: String, offered: [String])] = [
    ("inspector ru", ["run"]),
    ("inspector run api us", ["user", "users"]),
    ("inspector run api 'session e", ["session ended"]),
    (#"inspector run api session\ e"#, ["session ended"]),
    ("inspector run api --env ", ["demo", "live"]),
    ("inspector run api --env=l", ["--env=live"]),
    ("inspector run api --profile sh", ["shop"]),
    ("inspector list lo", ["login"]),
    (
      "inspector run api --only '~m GET & ~ti", ["~m GET & ~time", "~m GET & ~time >200ms"]
    ),
    ("inspector list $(touch hit)lo", []),
  ]

  nonisolated private static func isHere(_ shell: String) -> Bool {
    (try? Piped(["-c", "command -v \(shell)"], program: "/bin/sh").ending) == .exited(0)
  }

  @Test("fish offers what the program says", .enabled(if: isHere("fish")), arguments: typed)
  func fish(_ row: (line: String, offered: [String])) throws {
    let script = """
      inspector config completions fish | source; or exit 9
      complete -C '\(row.line.quoted)' | string replace -r '\\t.*' '' | sort
      """
    try folder.write("typed.fish", script)
    let run = try shell("\(Self.onPath); fish --no-config typed.fish")
    #expect(run.output.split(separator: "\n").map(String.init) == row.offered, "\(run.error)")
    #expect(folder.read("hit") == nil)
  }

  @Test("zsh offers what the program says", .enabled(if: isHere("zsh")), arguments: typed)
  func zsh(_ row: (line: String, offered: [String])) throws {
    try folder.write("typed.zsh", Self.zshAtTab)
    let run = try shell("\(Self.onPath); zsh -f typed.zsh '\(row.line.quoted)'")
    #expect(run.ending == .exited(0), "\(run.output) \(run.error)")
    #expect(run.output.split(separator: "\n").map(String.init) == row.offered, "\(run.error)")
    #expect(folder.read("hit") == nil)
  }

  private static let onPath =
    "mkdir -p bin && ln -sf '\(Spawn.inspector)' bin/inspector && PATH=$PWD/bin:$PATH"

  /// A zsh in a terminal of its own, asked at Tab; it says each word it is given, then that it is done.
  private static let zshAtTab = #"""
    zmodload zsh/zpty || exit 9
    zpty z zsh -f -i
    zpty -w z 'PROMPT= PS2= RPROMPT=; stty -echo'
    zpty -w z 'autoload -Uz compinit && compinit -u -d ./dump; source <(inspector config completions zsh)'
    zpty -w z 'opened() { print }; closed() { print -r -- "E""ND"; exit }; compprefuncs=(opened) comppostfuncs=(closed)'
    zpty -w z 'compadd() { local -a hits; [[ ${@[1,(i)(-|--)]} == *-[OAD]* ]] || { builtin compadd -A hits "$@"; print -rl -- "${(@)hits/#/HIT }" }; builtin compadd "$@" }'
    zpty -w z 'bindkey "^I" complete-word; print READ""Y'
    zpty -r z out '*READY*' || exit 8
    zpty -n -w z "$1"$'\t'
    zpty -r z out '*END*' || exit 7
    print -r -- "$out" | tr -d '\r' | sed -n 's/\\//g; s/^HIT //p' | sort -u
    """#

  @Test("each shell that is here reads its script", arguments: ["bash", "zsh", "fish"])
  func syntax(_ name: String) throws {
    let run = try shell(
      """
      '\(Spawn.inspector)' config completions \(name) > script || exit 9
      ! command -v \(name) > /dev/null || \(name) -n script
      """)
    #expect(run.ending == .exited(0))
    #expect(run.error == "")
  }

  @Test("the manual page is one that groff takes without a word, where groff is here")
  func manual() throws {
    let run = try shell(
      """
      '\(Spawn.inspector)' help man > page || exit 9
      command -v groff > /dev/null || exit 0
      groff -ww -z -man -Tutf8 page
      """)
    #expect(run.ending == .exited(0))
    #expect(run.error == "")
    let page = try #require(folder.read("page"))
    for (name, _, _) in CommandsDocument.helps {
      #expect(page.contains(".SS \"inspector \(name)"), "\(name)")
    }
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect(line.contains(/^\.(TH|SH|SS|TP|B|BR|PP|RS|RE|nf|fi|nh|ad|br)\b/), "\(line)")
    }
  }

  private func shell(_ line: String, _ program: String = "/bin/sh") throws -> Piped {
    try Piped(
      ["-c", "cd '\(folder.path)' || exit 8\n\(line)"],
      environment: ["XDG_CONFIG_HOME": folder.path + "/none"], program: program)
  }
}

extension String {
  /// For between single quotes of a shell.
  fileprivate var quoted: String {
    split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }
}
