/// A command line of `:`, or of the shell, and the words by which the palette also finds it.
package struct Synonyms: Sendable {
  /// `copy curl`, or `inspector import FILE` where the screens have no such command.
  package let line: String
  /// The words, in lower case.
  package let words: [String]
  /// The effect of the line; empty when the command's help says it.
  let help: String

  private init(_ line: String, _ words: String, help: String = "") {
    self.line = line
    self.words = words.split(separator: " ").map(String.init)
    self.help = help
  }

  /// The name of the command of the screens; nil for a line of the shell.
  package var name: String? {
    let name = line.prefix { $0 != " " }
    return name == "inspector" ? nil : String(name)
  }

  /// Whether a typed word is one of the words, or the first three letters or more of one.
  func fit(_ typed: String) -> Bool {
    words.contains { $0 == typed || typed.utf8.count > 2 && $0.hasPrefix(typed) }
  }

  /// The table; of several lines with one word the first comes first.
  package static let all = requests + responses + recordings + program + shell

  private static let requests = [
    Synonyms("fire", "execute run call go play"),
    Synonyms("fire-again", "resend retry repeat rerun reload refresh reissue again"),
    Synonyms("fire-all", "batch everything bulk"),
    Synonyms("cancel", "stop abort kill halt terminate"),
    Synonyms("mark", "tag select tick star pick"),
    Synonyms(
      "compose",
      "new create add insert url get post put patch head options duplicate clone paste graphql"
        + " form change modify"),
    Synonyms("open-draft", "resume unsent unfinished continue"),
    Synonyms("discard", "delete remove drop erase trash"),
    Synonyms(
      "edit",
      "editor vim vi nano emacs code rename change modify script assertion auth authentication"
        + " authorization login signin credentials token bearer basic oauth password api-key"),
    Synonyms(
      "keep", "store persist add duplicate clone collection folder save-as save-request generate"),
    Synonyms("environment", "stage staging dev development prod production server switch host"),
    Synonyms("variables", "vars values params parameters auth login token credentials password"),
    Synonyms("set", "assign define override let"),
    Synonyms("unset", "undefine forget"),
    Synonyms("cookies", "cookie jar session-cookie auth login"),
    Synonyms("delete-cookie", "remove drop logout signout"),
    Synonyms("clear-cookies", "purge wipe logout signout"),
    Synonyms("preview", "dry-run inspect resolve show interpolate resolved auth"),
    Synonyms("undo", "undo revert ctrl-z"),
    Synonyms("start-over", "undo revert reset restore"),
    Synonyms("toggle-header", "disable enable header headers"),
    Synonyms("rename-kept", "rename title name"),
    Synonyms("jump", "goto find switch locate navigate palette"),
    Synonyms("sort", "order arrange group by"),
    Synonyms("filter", "find where grep limit narrow query hide"),
  ]

  private static let responses = [
    Synonyms("search", "find grep look regex match highlight"),
    Synonyms("show-tab 4", "headers header content-type", help: "show the headers of the response"),
    Synonyms(
      "show-tab 5", "timing timings latency duration time waterfall dns tls ssl certificate speed",
      help: "show how long each part of the exchange took"),
    Synonyms("show-tab 6", "request sent", help: "show the request as it was sent"),
    Synonyms("show-tab 7", "hex hexdump binary bytes", help: "show the bytes of the body"),
    Synonyms("show-tab 1", "raw body response text", help: "show the body as it came"),
    Synonyms("show-tab 2", "json tree structure collapse", help: "show the body as a JSON tree"),
    Synonyms("lay-out", "format pretty prettify beautify indent raw minify"),
    Synonyms("toggle-wrap", "linewrap soft-wrap lines"),
    Synonyms("previous-answer", "history earlier older past log"),
    Synonyms("next-answer", "history later newer"),
    Synonyms("go-to-path", "jsonpath jq query xpath pointer"),
    Synonyms("pipe", "jq shell exec external command-line python yq"),
    Synonyms("zoom", "fullscreen maximize maximise expand enlarge"),
    Synonyms("wider", "resize bigger grow"),
    Synonyms("narrower", "resize smaller shrink"),
    Synonyms("next-pane", "focus window panel panes"),
    Synonyms("expect", "assert assertion test tests check verify validate"),
    Synonyms("next-status-filter", "code codes error errors"),
    Synonyms("choose-profile", "envelope envelopes success"),
    Synonyms("edit-profile", "envelope schema new-profile settings"),
    Synonyms("choose-mapping", "parse decode type content-type model image"),
    Synonyms("reset-pipeline", "defaults original"),
    Synonyms("copy", "clipboard yank clip export"),
    Synonyms("copy curl", "curl export share", help: "copy the request as a cURL command"),
    Synonyms("copy swift", "swift codegen snippet moya", help: "copy the pipeline as Swift code"),
    Synonyms("copy report", "markdown ticket issue bug share", help: "copy a report in Markdown"),
    Synonyms("copy headers", "headers", help: "copy the headers of the response"),
    Synonyms("copy body", "body payload", help: "copy the body of the response"),
    Synonyms("copy-exact", "secrets unredacted unmasked reveal"),
    Synonyms("write", "download export dump output save-body file"),
  ]

  private static let recordings = [
    Synonyms("save", "store persist record export har session save-as archive backup"),
    Synonyms("open-session", "load import har recording recordings history restore read"),
    Synonyms("replay", "resend rerun again regression"),
    Synonyms("answer-from", "mock stubs fake offline samples simulate source"),
    Synonyms("diff", "compare difference differences changes delta vs"),
    Synonyms("note", "comment annotate remark memo"),
    Synonyms("replay-base", "host server base-url baseurl"),
    Synonyms("rules", "ignore forgive-file tolerate"),
    Synonyms("forgive", "ignore tolerate accept-change"),
    Synonyms("update", "accept-change approve snapshot bless overwrite"),
    Synonyms("alter", "rewrite tamper mock inject map-local map-remote proxy intercept"),
    Synonyms("hold", "breakpoint break intercept proxy"),
    Synonyms("release", "resume unblock forward"),
    Synonyms("pause", "suspend-recording mute"),
    Synonyms("template", "group merge pattern"),
  ]

  private static let program = [
    Synonyms("help", "keys shortcuts keybindings bindings hotkeys docs documentation usage how ?"),
    Synonyms("guide", "tutorial tour intro learn docs walkthrough onboarding"),
    Synonyms("theme", "colour colours color colors dark light appearance skin settings"),
    Synonyms("messages", "log logs console notifications errors warnings events"),
    Synonyms("back", "return previous-screen leave"),
    Synonyms("quit", "exit bye q q! wq leave"),
    Synonyms("close", "dismiss escape clear"),
    Synonyms("toggle-mouse", "selection trackpad"),
    Synonyms("redraw", "repaint refresh"),
    Synonyms("suspend", "background shell"),
  ]

  private static let shell = [
    Synonyms(
      "inspector import FILE", "import postman insomnia openapi swagger curl har",
      help: "makes request files of curl commands, HAR, OpenAPI or Postman"),
    Synonyms(
      "inspector export RECORDING", "export har locust load code",
      help: "writes a recording as HAR, curl, a request file or Swift"),
    Synonyms(
      "inspector capture --to URL", "capture proxy intercept mitm sniff traffic listen record",
      help: "records the traffic between an app and its server"),
    Synonyms(
      "inspector serve RECORDING", "serve mock fake server offline stubs",
      help: "answers an app from a recording"),
    Synonyms(
      "inspector run PATH", "run test tests ci report junit assert runner suite",
      help: "sends requests and reports what is not as expected"),
    Synonyms(
      "inspector check RECORDING --secrets", "secrets leak leaks scan",
      help: "searches a recording for secrets"),
    Synonyms(
      "inspector seal RECORDING",
      "seal redact sanitize sanitise anonymize mask hide secrets share encrypt",
      help: "writes a copy without secrets"),
    Synonyms(
      "inspector config",
      "config configuration settings preferences options timeout timeouts limits redirects plugins",
      help: "shows the settings of inspector.json and where each comes from"),
    Synonyms(
      "inspector config completions bash", "completion completions zsh fish bash",
      help: "writes the completions of a shell"),
    Synonyms(
      "inspector help man", "docs documentation manual man page reference",
      help: "is the manual page"),
    Synonyms("inspector demo", "demo example examples sample", help: "starts the demo backend"),
    Synonyms(
      "inspector PATH --log FILE", "log debug trace verbose logging",
      help: "writes a line per event into a file"),
    Synonyms("inspector --version", "version about", help: "shows the version"),
  ]
}

extension App {
  /// The lines that the palette finds by synonyms, in the order of their table.
  func offers(bySynonym typed: String) -> [Offer] {
    let words = typed.lowercased().split(separator: " ").map(String.init)
    return Synonyms.all.filter { words.contains(where: $0.fit) }.compactMap(offer)
  }

  private func offer(_ synonyms: Synonyms) -> Offer? {
    let (line, help) = (synonyms.line, synonyms.help)
    guard let name = synonyms.name else {
      return Offer(
        words: line, note: "in a shell: \(help)",
        taken: .elsewhere("in a shell, '\(line)' \(help)"))
    }
    guard let entry = CommandTable.entries.first(where: { $0.name == name }) else { return nil }
    let mark = line == name ? house.keymap.names(of: entry) : ""
    let places = scopesBelowPrompt + [.copying]
    let isTyped = TypedCommand.entries.contains { $0.command == entry.command }
    guard isTyped, entry.scopes.contains(where: places.contains) else {
      let title = entry.scopes.first?.title ?? ""
      return Offer(
        words: line, mark: mark, note: "on '\(title)': \(entry.help)",
        taken: .elsewhere("\(name) works on '\(title)': \(entry.help)"))
    }
    return Offer(
      words: line, mark: mark, note: help.isEmpty ? entry.help : help, taken: .line(line))
  }
}
