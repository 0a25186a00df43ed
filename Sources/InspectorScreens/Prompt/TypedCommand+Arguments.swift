extension TypedCommand {
  /// What a command can be done with, and what it then does.
  package struct Argument: Sendable {
    /// What stands for it: `EXPRESSION`.
    package let name: String
    /// What it is then for, in a sentence.
    package let help: String
    /// Without it the command does nothing.
    let isNeeded: Bool
    let run: @Sendable (inout App, String) -> [Effect]

    init(
      _ name: String, _ help: String, isNeeded: Bool = false,
      run: @escaping @Sendable (inout App, String) -> [Effect]
    ) {
      (self.name, self.help, self.isNeeded, self.run) = (name, help, isNeeded, run)
    }
  }

  /// The commands that take something; all others are whole by their name.
  package static let arguments: [Command: Argument] = [
    .filter: Argument("EXPRESSION", "show only what it lets through") { $0.filter(typed: $1) },
    .environment: Argument("NAME", "take the environment with this name") {
      $0.chooseEnvironment($1)
    },
    .set: Argument("NAME=VALUE", "what is sent from now on has this value") {
      $0.set(typed: $1)
    },
    .unset: Argument("NAME", "the value its files say counts again") { $0.set($1, to: nil) },
    .clearCookies: Argument("all", "take every cookie of the page away") { app, _ in
      app.clearCookies()
    },
    .write: Argument(
      "FILE [WHAT]", "write it as it came: body, headers, request, exchange, report or value"
    ) { $0.write(typed: $1, isExact: true) },
    .theme: Argument("NAME", "draw in this theme for this run: dark or light") {
      $0.draw(inTheme: $1)
    },
    .save: Argument(
      "NAME", "keep what was recorded as sessions/NAME.har, or at a path"
    ) { $0.save(as: $1) },
    .openSession: Argument("FILE", "open this session; login is sessions/login.har") {
      $0.openSession($1)
    },
    .keep: Argument(
      "FILE", "make requests of this file of it: a new one, or behind what stands there"
    ) { $0.keep(in: $1) },
    .note: Argument("TEXT", "keep this with the exchange, in the session", run: inNoSession),
    .replayBase: Argument("URL", "send the session again at this base URL", run: inNoSession),
    .rules: Argument("FILE", "forgive what this file says", run: inNoSession),
    .hold: Argument("FILTER", "hold these requests; answer FILTER holds answers", run: inNoSession),
    .release: Argument("all", "let go all that is held", run: inNoSession),
    .update: Argument("all", "keep every new response that differs as the recording") {
      $0.updateRecording(typed: $1)
    },
    .jump: Argument("NAME", "go to the request that fits best") { $0.jump(typed: $1) },
    .search: Argument("TEXT", "find it in the response") { $0.search(typed: $1) },
    .compose: Argument("[METHOD] URL", "send this request; it stays in the list") {
      $0.compose(typed: $1)
    },
    .sort: Argument(
      "ORDER", "listed, name, kind, time or size; responses also newest and status"
    ) { $0.order(typed: $1) },
    .answerFrom: Argument(
      "SOURCE", "network, samples, or the file of a recording: it answers"
    ) { $0.answer(fromNamed: $1) },
    .pipe: Argument("COMMAND", "give the body to this command of the shell") { $0.pipe(to: $1) },
    .copy: Argument("WHAT", "copy it, secrets left out") { $0.copy($1, isExact: false) },
    .copyExact: Argument("WHAT", "copy it, secrets and all") { $0.copy($1, isExact: true) },
    .nextStatusFilter: Argument("RANGE", "let these statuses pass: 2xx, 200-299,304") {
      $0.filterStatus(typed: $1)
    },
    .chooseProfile: Argument("NAME", "read envelopes by this profile") {
      $0.chooseProfile(typed: $1)
    },
    .chooseMapping: Argument(
      "MAPPING", "auto, json, string, string(path), object(path), image or none"
    ) { $0.chooseMapping(typed: $1) },
    .showTab: Argument("NUMBER", "show the tab with this number", isNeeded: true) {
      $0.showTab(typed: $1)
    },
  ]

  /// A recording that is open is asked before.
  @Sendable private static func inNoSession(_ app: inout App, _ text: String) -> [Effect] {
    app.house.notice = CommandEntry.Place.session.notice
    return []
  }
}
