import InspectorScreens

extension HelpTopic {
  static let keys = HelpTopic(
    name: "keys", summary: "Keys of the screens; ? shows those that count where one is",
    parts: Scope.allCases.flatMap { scope -> [Part] in
      let keymap = Keymap()
      let entries = CommandTable.entries.filter { $0.scopes.contains(scope) && !$0.keys.isEmpty }
      guard !entries.isEmpty else { return [] }
      return [
        .heading(scope.title), .rows(entries.map { (keymap.names(of: $0), $0.help) }),
      ]
    } + [
      .text("Another key for a command: \"keys\": {\"fire\": [\"F5\"]} in your own inspector.json.")
    ])

  static let environment = HelpTopic(
    name: "environment", summary: "What the program reads of its environment",
    parts: [
      .rows([
        ("NO_COLOR", "no colours anywhere"),
        ("TERM", "the terminal; 'dumb' has no line of progress"),
        ("VISUAL, EDITOR", "what e opens a request in"),
        ("http_proxy, https_proxy, all_proxy, no_proxy", "as curl reads them"),
        ("XDG_CONFIG_HOME", "the folder of inspector/inspector.json; else ~/.config"),
        ("XDG_STATE_HOME", "what is kept: recordings, cookies, prompts; else ~/.local/state"),
        ("TMPDIR", "where large bodies wait"),
      ]),
      .text("serve and capture set INSPECTOR_URL for what --run starts."),
    ])

  static let files = HelpTopic(
    name: "files", summary: "Files that are read and kept",
    parts: [
      .rows([
        ("inspector.json", "beside the request files: profiles, headers for them, lower limits"),
        (
          "~/.config/inspector/inspector.json",
          "your own: every setting; the project's profiles win"
        ),
        ("http-client.env.json", "environments; http-client.private.env.json wins"),
        ("sessions/NAME.har", "saved recordings; NAME.rules what may differ in them"),
        ("~/.local/state/inspector/", "what was sent and not saved, cookies, prompts, drafts"),
      ]),
      .text("'inspector config' prints what is in force and where each value comes from."),
    ])
}
