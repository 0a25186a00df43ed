import InspectorCommands

/// The order and the headings of commands and options in the help, the manual page and
/// docs/COMMANDS.md.
package enum HelpGroups {
  package static let commands: [(title: String, names: [String])] = [
    ("Send and run", ["", "demo", "send", "run", "import"]),
    ("Record and compare", ["replay", "diff", "check", "export", "seal"]),
    ("Capture and serve", ["capture", "serve"]),
    ("Look up", ["list", "config", "help"]),
  ]

  static let examples: [(line: String, meaning: String)] = [
    ("inspector demo", "the screens, with a demo server to try them on"),
    ("inspector send https://example.com", "one request; the body goes to stdout"),
    (
      "inspector run requests/ --report junit=report.xml",
      "every request of a folder in order, with a report for CI"
    ),
  ]

  /// The command's own options under headings; one heading where there are few.
  package static func options(
    of command: Subcommand
  ) -> [(title: String, options: [Subcommand.Option])] {
    let common = Subcommand.common.map(\.name)
    let own = command.options.filter { !$0.isHidden && !common.contains($0.name) }
    guard let first = mostUsed[command.name] else { return [("Options", own)] }
    let used = first.compactMap { name in own.first { $0.name == name } }
    let rest = own.filter { !first.contains($0.name) }
    let groups = sections.map { title, names in
      (title: title, options: rest.filter { names.contains($0.name) })
    }
    let named = sections.flatMap(\.names)
    let others = (title: "More", options: rest.filter { !named.contains($0.name) })
    return ([(title: "Most used", options: used)] + groups + [others])
      .filter { !$0.options.isEmpty }
  }

  /// Commands with a page of options, and the ten of each that come first.
  private static let mostUsed = [
    "send": [
      "--header", "--data", "--body-json", "--form", "--request", "--user", "--output", "--include",
      "--insecure", "--json",
    ],
    "run": [
      "--env", "--set", "--only", "--data", "--fail-fast", "--parallel", "--retry", "--record",
      "--from", "--report",
    ],
    "replay": [
      "--live", "--base-url", "--only", "--rules", "--unsafe", "--update", "--update-to",
      "--parallel", "--strict", "--report",
    ],
    "capture": [
      "--to", "--port", "--run", "--record", "--rules", "--hold", "--fail-on", "--listen",
      "--headless", "--json",
    ],
    "serve": [
      "--from", "--port", "--run", "--miss", "--to", "--record", "--rules", "--latency", "--listen",
      "--json",
    ],
  ]

  private static let sections: [(title: String, names: [String])] = [
    (
      "Request",
      [
        "--data-raw", "--data-binary", "--data-urlencode", "--form-string", "--upload-file",
        "--get", "--url-query", "--head", "--digest", "--oauth2-bearer", "--cookie", "--user-agent",
        "--referer", "--range",
      ]
    ),
    ("Variables", ["--env", "--set", "--variables-file", "--allow-env"]),
    (
      "Choice and order",
      ["--only", "--stub", "--repeat", "--delay", "--strict", "--rate", "--speed"]
    ),
    (
      "Recordings",
      [
        "--only-new", "--force", "--exhausted", "--fail-unused", "--match-header", "--rules",
        "--latency", "--slower",
      ]
    ),
    (
      "Listening",
      [
        "--listen", "--yes", "--name", "--cors", "--unmarked", "--keep-host", "--keep-origin",
        "--rewrite-links",
      ]
    ),
    (
      "Connection",
      [
        "--insecure", "--cacert", "--http1.1", "--http2", "--no-redirect", "--no-cookies",
        "--allow-downgrade",
      ]
    ),
    (
      "Limits",
      ["--timeout", "--connect-timeout", "--idle-timeout", "--max-body", "--max-redirects"]
    ),
    ("Reading of responses", ["--status", "--map", "--profile"]),
    ("Output", ["--remote-name", "--json", "--theme"]),
  ]
}
