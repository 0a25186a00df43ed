extension HelpTopic {
  static let sessions = HelpTopic(
    name: "sessions", summary: "Recordings are HAR files, ours and other tools'",
    parts: [
      .text(
        "'login' means sessions/login.har where there is no file of that name, login.har#7 its"
          + " exchange 7, - stdin. Packed files open too. A journal is a recording that goes on."),
      .rows([
        ("list", "its exchanges, a line each; 'inspector RECORDING' opens the screens on it"),
        ("check", "its responses judged again under another profile; --secrets that are left"),
        ("run --from", "its responses in place of the network"),
        ("replay --live", "sent again, and what has changed; --update keeps it"),
        ("serve --from", "as a server for a real app"),
        ("diff", "two of them compared"),
        ("export", "as HAR, curl commands, request files and more"),
        ("seal", "secrets out, and what was never finished"),
      ]),
    ])

  static let rules = HelpTopic(
    name: "rules", summary: "Rules say what may differ, and what is altered on its way",
    parts: [
      .text(
        "A file with the session's name, login.rules beside login.har, or any by --rules FILE. In"
          + " front stand method and path, * is one segment, ** any number."),
      .lines([
        "# request      part    place                  what",
        "GET /users/*   body    /items/*/updated_at    ignore",
        "*   /**        body    /items                 set key=sku",
        "GET /prices    body    /**/price              within 0.01",
        "*   /**        header  x-build                ignore",
        "POST /orders   match   body /at               any",
        "*   /**        match   header x-tenant        same",
      ]),
      .text(
        "'ignore', 'set' and 'within' forgive differences; 'match' says what a request is found by"
          + " when a recording answers. For capture, lines with 'answer' alter answers:"),
      .lines([
        "POST /orders   answer  as invalidSession      every 3",
        "GET  /users/*  answer  status 503             first 2",
        "GET  /big      answer  late 800ms..2s         chance 10% seed 7",
        "GET  /feed     answer  from sample ./feed.json",
      ]),
      .text(
        "A sample lies beside the rules. GET /users/{name} template says which parts of a path are"
          + " values: paths that differ in those alone are one target."),
    ])

  static let capture = HelpTopic(
    name: "capture", summary: "Between an app and its server: passed on, recorded, judged",
    parts: [
      .lines([
        "inspector capture --to https://api.example.com",
        "inspector capture --to http://127.0.0.1:3000 --run 'npm test' --record monday",
      ]),
      .text(
        "The app's base URL becomes http://127.0.0.1:8793, which is $INSPECTOR_URL for --run."
          + " Requests and responses pass byte by byte; on a terminal the screens show them as they"
          + " come. --rules alters responses: 'help rules'. --fail-on FILTER ends with 4."),
    ])
}
