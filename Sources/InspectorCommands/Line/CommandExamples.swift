/// Command lines that work as they stand; the help shows them and a test runs them.
///
/// They are run in a folder with the demo's `requests/`, two sessions of it, `answer.json` and
/// `curl.txt`, while the demo listens where it usually does.
package nonisolated enum CommandExamples {
  package nonisolated struct Example: Sendable {
    package let line: String
    package let meaning: String
    /// What it ends with.
    package var code: Int32 = 0
  }

  package static func of(_ command: String) -> [Example] { all[command] ?? [] }

  private static let all: [String: [Example]] = [
    "": [
      Example(line: "inspector requests/ --script keys.txt", meaning: "the screens, as a script"),
      Example(
        line: "inspector requests/login.http --env demo --script keys.txt --size 100x30",
        meaning: "one file, its environment chosen"),
      Example(
        line: "inspector answer.json --script keys.txt", meaning: "any other file, in the panes"),
    ],
    "capture": [
      Example(
        line:
          "inspector capture --to http://127.0.0.1:8791 --port 0 --run 'inspector send $INSPECTOR_URL/users/1'",
        meaning: "what a program asks for, and what it means"),
      Example(
        line:
          "inspector capture --to http://127.0.0.1:8791 --port 0 --fail-on '~kind expired' --run 'inspector send $INSPECTOR_URL/users/1'",
        meaning: "the same for CI: a 200 that means no fails"),
    ],
    "check": [
      Example(
        line: "inspector check monday.har --only '~p ^/users'",
        meaning: "what the stored responses mean today"),
      Example(
        line: "inspector check monday.har --profile status/msg/data --report junit=check.xml",
        meaning: "the same under another profile, for CI"),
      Example(
        line: "inspector check --secrets monday.har tuesday.har",
        meaning: "what is secret in them, before they are shared"),
      Example(
        line: "inspector send http://127.0.0.1:8791/users | inspector check -",
        meaning: "is it JSON, and if not, where"),
    ],
    "config": [
      Example(
        line: "inspector config requests/", meaning: "what is set, and in which file"),
      Example(
        line: "inspector config cookies requests/", meaning: "what signs in here, and until when"),
      Example(
        line: "inspector config completions bash > completions.bash",
        meaning: "for ~/.local/share/bash-completion/completions/inspector"),
      Example(
        line: "inspector config completions zsh > _inspector",
        meaning: "for a folder of $fpath; for fish ~/.config/fish/completions/inspector.fish"),
    ],
    "demo": [
      Example(
        line: "inspector demo --all --script keys.txt",
        meaning: "every target of the demo, as a script")
    ],
    "diff": [
      Example(
        line: "inspector diff monday.har tuesday.har", meaning: "what has changed, and where",
        code: 4),
      Example(
        line: "inspector diff monday.har#1 tuesday.har#1 --json", meaning: "two exchanges",
        code: 4),
    ],
    "export": [
      Example(line: "inspector export monday.har --as curl", meaning: "as curl commands"),
      Example(
        line: "inspector export monday.har --as http --out monday.http",
        meaning: "as a request file, without its secrets"),
      Example(
        line: "inspector export monday.har --as locust --profile status/msg/data",
        meaning: "as load, with the profile by which a 200 that means no is a failure"),
    ],
    "help": [
      Example(line: "inspector help filters", meaning: "the language of --only and # @expect"),
      Example(
        line: "inspector help man > inspector.1",
        meaning: "for ~/.local/share/man/man1, so that 'man inspector' finds it"),
    ],
    "import": [
      Example(
        line: "inspector import curl.txt --to copied.http",
        meaning: "curl commands become a request file"),
      Example(
        line: "printf \"curl -H 'Accept: text/plain' localhost:8791/echo\" | inspector import -",
        meaning: "one from a pipe, to stdout"),
    ],
    "list": [
      Example(
        line: "inspector list requests/ --env demo",
        meaning: "every request, its URL and place; mistakes on stderr, and an exit code"),
      Example(
        line: "inspector list requests/ --only '~m POST' --json", meaning: "some, for a script"),
      Example(
        line: "inspector list monday.har --only '~c 2xx' --headers",
        meaning: "the exchanges of a recording"),
    ],
    "replay": [
      Example(
        line: "inspector replay monday.har --live", meaning: "send it again and compare"),
      Example(
        line: "inspector replay monday.har --live --base-url http://127.0.0.1:8791",
        meaning: "against another server"),
      Example(
        line: "inspector replay monday.har --live --update",
        meaning: "and keep what has changed as the recording"),
    ],
    "run": [
      Example(
        line: "inspector run requests/ --env demo", meaning: "all of them, in order"),
      Example(
        line: "inspector run requests/ login orders --env demo --json",
        meaning: "some by name, with what they need; a line of JSON each"),
      Example(
        line: "inspector run requests/ --env demo --parallel 4 --report junit=report.xml",
        meaning: "four at once, and a report for CI"),
      Example(
        line: "inspector run requests/ --env demo --report html=report.html --report github",
        meaning: "a page for people, and annotations where GitHub shows the change"),
      Example(
        line: "inspector run requests/ --env demo --only '~m GET & !~n slow' --fail-fast",
        meaning: "what a filter lets through, up to the first failure"),
    ],
    "seal": [
      Example(line: "inspector seal monday.har shared.har", meaning: "a copy without secrets"),
      Example(line: "inspector seal --list", meaning: "what was never finished"),
    ],
    "send": [
      Example(
        line: "inspector send http://127.0.0.1:8791/users/1",
        meaning: "GET; the body to stdout"),
      Example(
        line: "inspector send http://127.0.0.1:8791/users/42 --profile status/msg/data --json",
        meaning: "what the response means, for a script", code: 4),
      Example(
        line: "inspector send PUT http://127.0.0.1:8791/echo --body-json '{\"a\": 1}' -i",
        meaning: "a method, a body, the heads as well"),
    ],
    "serve": [
      Example(
        line:
          "inspector serve --from monday.har --port 0 --run 'inspector send $INSPECTOR_URL/users/1'",
        meaning: "a test suite against a recording, without the server"),
      Example(
        line:
          "inspector serve requests/ --port 0 --env demo --run 'inspector send $INSPECTOR_URL/users/1'",
        meaning: "the samples of request files as a server"),
    ],
  ]
}
