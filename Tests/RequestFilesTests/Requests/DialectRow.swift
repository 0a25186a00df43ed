import NetEngine
import RequestFiles
import TestSupport
import Testing

/// A request file in the spelling of one editor, and what becomes of it here.
struct DialectRow: Sendable, CustomTestStringConvertible {
  /// What the file is about: a line of the table in docs/REQUESTS.md.
  var construct: Construct
  var editor: Editor
  var text: String
  /// Its requests as ``RequestSnapshot`` tells them.
  var lines: [String]

  init(_ construct: Construct, _ editor: Editor, _ text: String, _ lines: [String]) {
    (self.construct, self.editor) = (construct, editor)
    (self.text, self.lines) = (text, lines)
  }

  var testDescription: String { "\(construct) \(editor.rawValue): \(text.prefix(40))" }

  /// Who writes it so.
  enum Editor: String, Sendable, CaseIterable {
    case jetBrains = "JetBrains"
    case code = "VS Code"
    case httpYac = "httpYac"
    case others
  }

  static let all =
    lines + headers + bodies + behindBodies + scriptsKept + variables + references + comments
    + foreign + commands + tight + expressions + impliedReferences + names + elsewhere
    + remarks + others
}

/// A construct of request files, in the order of the table in docs/REQUESTS.md.
enum Construct: String, Sendable, CaseIterable {
  case names, requestLine, continuedTarget, indentedHeaders, variableHeaders, spreadHeaders,
    basicSignIn,
    digestSignIn, signInComments
  case fileBodies, graphQL, forms
  case frontOfBody, bodyComments, behindBody, blockComments, tightRequests, tightBodies, keptAnswers
  case tests, assertions, captures, keptValues
  case preScripts, scriptFiles, scriptBlocks, scriptWrites, behindHead
  case times, chance, selfNamed, encodedVariables, escapedBraces, variableLines, variableComments
  case colonVariables, plainVariables, shellVariables, foreignCalls, environments
  case references, impliedReferences, bases, imports, order
  case prompts, confirmation, disabled, switches, loops, conditions
  case signIns, fakeValues, expressions, protocols, commands, filesAbove

  /// What it looks like.
  var words: String {
    switch self {
    case .names: "`# @name login`, `### @name login`, `### login`"
    case .requestLine: "`GET url HTTP/1.1`, also without the method or the version"
    case .continuedTarget: "a target over several lines"
    case .indentedHeaders: "header lines that are indented"
    case .variableHeaders: "a header line that is one variable: `{{authHeader}}`"
    case .spreadHeaders: "a header line `...defaultHeaders`"
    case .basicSignIn: "`Authorization: Basic user password`"
    case .digestSignIn: "`Authorization: Digest user password`"
    case .signInComments:
      "`# @auth bearer token`, `# @auth file bearer token`, `# @basic user password`"
    case .fileBodies:
      "`< ./file`, `<@ ./file`, `<@latin1 ./file`, `# @injectVariables`, `# @body inline`"
    case .graphQL:
      "`GRAPHQL url`, `X-Request-Type: GraphQL`, `# @graphql`, `fragment F on T {`, `gql Q < ./file`"
    case .forms: "a form over several lines"
    case .bodyComments: "comment lines in JSON"
    case .frontOfBody: "comments and `@name = value` between the head and data"
    case .tightRequests: "requests without `###` between them"
    case .tightBodies: "JSON or a file right behind the head"
    case .keptAnswers: "`HTTP/1.1 200 OK` … behind a request, or in place of one"
    case .behindBody: "comments and `@name = value` behind a body"
    case .blockComments: "`/* … */`"
    case .tests: "`client.test`, `client.assert` in a script"
    case .assertions:
      "`# @assert status == 200`, `?? status == 200`, `# @expect status 200`, `EXPECTED_RESPONSE_STATUS 200`"
    case .captures:
      "`# @capture token = response.body.token`, `# @capture file token {{response.json.token}}`, `# @env-json-key token data.token`"
    case .keptValues: "`client.global.set` in a script"
    case .preScripts: "`< {% … %}`"
    case .scriptFiles: "`< ./before.js`, `> ./after.js`"
    case .scriptBlocks: "`{{` … `}}`, `--{%` … `--%}` over several lines"
    case .scriptWrites:
      "`request.variables.set`, `exports.id = …`, `request.setHeader` in a script in front"
    case .behindHead: "scripts right behind the head"
    case .times:
      "`{{$timestamp +1 d}}`, `{{$datetime}}`, `{{$datetime \"yyyy-MM-dd\"}}`, `{{$timestampMs}}`"
    case .chance: "`{{$uuid}}`, `{{$random.integer(1, 7)}}`"
    case .selfNamed: "`@host = {{host}}`"
    case .encodedVariables: "`{{%name}}`"
    case .escapedBraces: "`\\{\\{name\\}\\}`"
    case .variableLines: "`@name = value`, `@name := value`"
    case .colonVariables: "`:name = value`, `:name = <<`, `:name := (…)` and `:name`"
    case .plainVariables: "`name: value` in front of the first request"
    case .shellVariables: "`$TOKEN`, `${TOKEN}` in a target, header, variable, text of JSON"
    case .foreignCalls: "`\"guid()\"`, `\"upper('x')\"` as a text in JSON"
    case .variableComments: "`# @var file name value`, `# @global name value`"
    case .environments:
      "`http-client.env.json`, `.user`, `rest-client.environmentVariables`, `.env`"
    case .references: "`{{login.response.body.token}}`, `headers['X']`, `[0]`, `status`"
    case .impliedReferences:
      "`{{login.body.token}}`, `{{login.token}}`, `{{loginResponse.headers.x}}`"
    case .bases: "`GET /path` with a variable `baseUrl` or `host`"
    case .imports: "`# @import ./file`, `import ./file`"
    case .order: "`# @ref login`, `# @depends login`"
    case .prompts: "`# @prompt name words`, `# @kulala-prompt \"words\" name`, `{{:name}}`"
    case .confirmation: "`# @note words`"
    case .disabled: "`# @disabled`, `# @disabled !token`"
    case .switches:
      "`# @no-redirect`, `# @noRedirect`, `# @noRejectUnauthorized`, `# @connection-timeout 2s`, `# @setting insecure true`"
    case .loops: "`# @loop`, `# @sleep`, `# @poll`, `# @compare`, `# @trace`, `run ./file`"
    case .conditions: "`# @if x 404`, `# @when x`, `# @ssh host`"
    case .signIns:
      "AWS, NTLM, OAuth 2 in `Authorization`; `{{$auth.token(…)}}`; `ClientCert: pfx: file`"
    case .fakeValues: "`{{$random.name.firstName}}`"
    case .expressions:
      "`{{JSON.stringify(x)}}`, `{{users[*].name}}`, `{{id + 1}}`, `{{new Date()}}`, `# @apply`"
    case .protocols:
      "`WEBSOCKET`, `GRPC`, `MQTT`, `SSE`, `PUB` …, `GET wss://host`, `Host: kafka://host`"
    case .commands: "`curl …` as a request"
    case .filesAbove: "a body's file above the folder"
    }
  }

  /// What happens here.
  var answer: String {
    switch self {
    case .requestLine, .continuedTarget, .indentedHeaders, .fileBodies, .forms, .variableLines,
      .environments, .chance, .tightBodies:
      "as there"
    case .names: "the name others refer to"
    case .signInComments: "the header line it stands for, where there is none"
    case .variableComments: "as `@name = value`"
    case .impliedReferences:
      "a value of the response, where nothing has that name and it means one value"
    case .bodyComments:
      "no part of the body; every other body is sent as it is, XML from its element on"
    case .escapedBraces: "the text `{{name}}`"
    case .colonVariables:
      "variables in a file that has no other kind; what a script works out needs `--set`"
    case .plainVariables: "one line says that it sets none here"
    case .shellVariables, .foreignCalls: "sent as it is written; one line says so"
    case .variableHeaders: "its value's lines are header lines"
    case .basicSignIn: "encoded when it is sent"
    case .digestSignIn: "signed in where the server asks for it, by MD5 or SHA-256"
    case .graphQL: "query and variables are sent as JSON"
    case .frontOfBody: "no part of the body; a heading in text is one"
    case .tightRequests:
      "each is one: a line `METHOD url` behind an empty one, but not in text, and right behind closed JSON, a file or a lone `#`"
    case .keptAnswers: "no part of the request"
    case .behindBody: "no part of the body"
    case .blockComments: "a comment, but for bodies"
    case .tests, .assertions:
      "asked of the response; what is not understood is counted as not checked"
    case .captures, .keptValues: "a variable of later requests, which wait for this one"
    case .preScripts, .scriptFiles, .scriptBlocks:
      "kept and not run, counted where it checks; the request is read"
    case .scriptWrites:
      "kept and not run: the variable needs `--set`, a request it changes is kept, not sent"
    case .behindHead: "as if an empty line stood in front"
    case .times: "now or so much before or after, `iso8601` where no form is said"
    case .selfNamed: "the one outside of the file"
    case .encodedVariables: "the value, percent-encoded"
    case .references: "a value of the response, `$.` or not"
    case .bases: "stands in front of the path"
    case .imports: "requests and variables of the file can be used"
    case .order: "that request goes first"
    case .prompts: "asked for on the screens; `run` needs `--set`"
    case .confirmation: "a yes is asked for on the screens"
    case .disabled: "kept, not sent; `run` skips it"
    case .switches: "the same under all its names"
    case .loops: "one line says that it has no effect; counted as not checked"
    case .signIns, .fakeValues, .expressions, .conditions, .spreadHeaders:
      "one line says so: kept, not sent; `run` skips it"
    case .protocols: "not HTTP: kept, not sent; `run` skips it"
    case .commands: "what the command would send"
    case .filesAbove: "read where it lies in the same repository"
    }
  }

  /// Its line of the table, with the editors whose spelling the rows have.
  func line(_ editors: [String]) -> String {
    "| \(words) | \(editors.joined(separator: ", ")) | \(answer) |"
  }
}
