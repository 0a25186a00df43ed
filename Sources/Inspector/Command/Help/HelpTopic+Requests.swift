import RequestFiles

extension HelpTopic {
  static let requests = HelpTopic(
    name: "requests",
    summary: "Request files: .http or .rest, plain text, as other editors know them",
    parts: [
      .lines([
        "@host = https://api.example.com",
        "",
        "### login",
        "# @name login",
        "# @expect ~c 200",
        "POST {{host}}/login",
        "Content-Type: application/json",
        "",
        "{\"user\": \"{{user}}\", \"id\": \"{{$uuid}}\"}",
        "",
        "### orders",
        "GET {{host}}/orders?page=1",
        "Authorization: Bearer {{login.response.body.$.data.token}}",
      ]),
      .text(
        "### begins a request. A head, an empty line, a body; '< ./file' is a body from a file. A"
          + " request whose response another one refers to is sent first. 'list' reads files and sends"
          + " nothing, 'run' sends them, 'inspector PATH' opens the screens on them."),
      .text(
        "What scripts of other editors assert and keep is read and asked, and no script is run. What"
          + " was not checked is counted, and fails with --strict. 'help comments' has the comments"
          + " that mean something, 'help environments' where values come from."),
      .text(
        "'import' makes request files of curl commands, HAR, OpenAPI and Postman; 'export' of a"
          + " session."),
    ])

  static let comments = HelpTopic(
    name: "comments", summary: "What comments above a request say; other tools pass them over",
    parts: [
      .rows(MetaWord.all.map { ("# @\($0.name) \($0.value)", $0.meaning) }),
      .text(
        "In front of the first request those about how requests are sent and judged hold for the"
          + " whole file; what a request says itself comes first."),
    ])

  static let environments = HelpTopic(
    name: "environments", summary: "Where {{values}} come from, the first that has one",
    parts: [
      .rows([
        ("--set NAME=VALUE", "said on the line"),
        ("{{login.response.…}}", "the response to another request"),
        ("@name = value", "the request file itself, and those it imports"),
        ("http-client.private.env.json", "by environment; not to be committed"),
        ("http-client.env.json", "by environment; $shared is for all of them"),
        (".env", "also as $dotenv; {{$processEnv NAME}} is the process's own"),
      ]),
      .text(
        "The files stand beside the requests, or in a folder above up to the repository's root; the"
          + " nearest wins. Private values and .env above the folder that is opened are a person's:"
          + " the first send to an origin asks. --env NAME chooses; the only environment is taken by itself. Made anew"
          + " each time: {{$uuid}}, {{$timestamp}}, {{$isoTimestamp}}, {{$randomInt 1 7}} and others."
      ),
    ])

  static let profiles = HelpTopic(
    name: "profiles", summary: "Profiles tell a 200 that means no from one that means yes",
    parts: [
      .lines([
        "{",
        "  \"profile\": \"shop\",",
        "  \"profiles\": {",
        "    \"shop\": {",
        "      \"statusCodeKey\": \"meta.code\", \"tipStrKey\": \"meta.msg\",",
        "      \"modelKey\": \"data\",",
        "      \"successValues\": [0], \"invalidSessionValues\": [401]",
        "    }",
        "  }",
        "}",
      ]),
      .text(
        "This stands in inspector.json. --profile NAME chooses one, or none; 'code/msg/data' is one by"
          + " its keys. Where none is set a likely one is only a hint. On the screens P keeps the"
          + " detected one, Ctrl-p makes one by picking in a response."),
    ])

  static let cookies = HelpTopic(
    name: "cookies", summary: "What a response sets is sent with later requests, as browsers do",
    parts: [
      .text(
        "Cookies are kept for each environment of a folder, in the state folder, never in the"
          + " project. 'inspector config cookies' lists them without their values, --delete and"
          + " --clear remove them. --no-cookies keeps a run free of them, '# @no-cookie-jar' one request."
      )
    ])
}
