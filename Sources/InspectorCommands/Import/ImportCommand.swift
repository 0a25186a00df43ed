import Glibc
import NetEngine
import NetRecordings
import RequestFiles

/// `import`: what browsers, terminals and other tools keep requests as, as clean request files.
package enum ImportCommand {
  package static let words = "FILE|- [ENVIRONMENT…]"

  package static let options = [
    Subcommand.Option(
      name: "--to", value: "PATH",
      summary: "the file to write, others for bodies beside it; of a description the folder"),
    Subcommand.Option(name: "--force", summary: "replaces an existing file"),
  ]

  private typealias Named = (name: String?, request: HTTPRequest)

  package static func run(_ arguments: Arguments) async throws -> Int32 {
    let source = arguments.words[0]
    let piped = source == "-" ? try TextFile.body(source) : nil
    let kind = FileKind(try piped?.prefix(4_096).bytes ?? TextFile.start(of: source), path: source)
    if let isYAML = kind.isYAMLIfDescription,
      let code = try ImportedDescription.run(
        try piped ?? TextFile.body(source), isYAML: isYAML, arguments)
    {
      return code
    }
    guard arguments.words.count == 1 else {
      throw UsageMistake.needlessWord(arguments.words[1], command: "import")
    }
    var codes = ExitCodes()
    let requests: [Named]
    switch kind {
    case .session, .description(isYAML: false), .otherJSON:
      requests = try exchanges(try session(piped, source), of: source, &codes)
    case .foreign(let other):
      throw TextFile.Problem(path: source, what: "it is \(other.words(source))")
    case .description(isYAML: true), .text:
      requests = try commands(try piped?.bytes ?? TextFile.read(source), of: source, &codes)
    }
    guard !requests.isEmpty else {
      if codes.first == 0 { throw nothing(in: source, kind) }
      return codes.first
    }
    try write(requests, of: source, arguments, &codes)
    return codes.first
  }

  private static func nothing(in source: String, _ kind: FileKind) -> TextFile.Problem {
    let what =
      if MeantFile.isRequestFile(source) {
        "there is nothing to import in it"
      } else if case .session = kind {
        "there is no exchange in it"
      } else {
        "there is no curl command in it, and it is no HAR, OpenAPI or Postman file"
      }
    return TextFile.Problem(path: source, what: what)
  }

  /// Writes them to the file that is named, else to stdout.
  private static func write(
    _ requests: [Named], of source: String, _ arguments: Arguments, _ codes: inout ExitCodes
  ) throws {
    let target = arguments["--to"]
    let files = ImportedFiles(to: target)
    let placed = requests.compactMap { name, request -> Named? in
      do throws(ImportedFiles.Trouble) {
        return (name, try files.placed(request))
      } catch {
        Output.talk("\(source): \(error.what)")
        codes.add(2)
        return nil
      }
    }
    for note in files.notes { Output.talk("note: \(note)") }
    let text = RequestFileText(placed, prefix: target.map(prefix) ?? "body")
    for note in text.notes { Output.talk("note: \(note)") }
    ExportCommand.tell(variables: text.variables)
    tellSecrets(in: placed)
    if let target {
      try write(text, to: target, overwrites: arguments["--force"] != nil)
      let count = placed.count
      Output.talk("\(target): \(count) request\(count == 1 ? "" : "s")")
    } else {
      guard text.files.isEmpty else {
        throw UsageMistake.missingValue(option: "--to F.http, for bodies need files of their own")
      }
      try Output.text(text.text)
    }
  }

  /// What came as text is written as text: who shares the file has to know.
  private static func tellSecrets(in requests: [Named]) {
    let redactor = Redactor()
    let found = requests.flatMap { name, request in
      let exchange = Exchange(
        sequence: 1, name: "", startedAt: 0, request: request.withVariablesWritten)
      return redactor.scan(exchange).map { "\($0.name) of \(name ?? request.url)" }
    }
    guard let first = found.first else { return }
    let others = found.count == 1 ? "" : " and \(Units.count(found.count - 1, "more secret"))"
    Output.talk(
      "note: \(first)\(others) will stand there as text: before that is shared, put {{name}} in place"
        + " of the value, and give it by --set name=… or an environment file")
  }

  // MARK: cURL

  private static func commands(
    _ bytes: [UInt8], of source: String, _ codes: inout ExitCodes
  ) throws -> [Named] {
    let text = String(decoding: bytes, as: UTF8.self)
    func tell(_ problem: CurlImportProblem) {
      let before = text.utf8.prefix(problem.offset)
      let line = before.count { $0 == 0x0a } + 1
      let start = before.lastIndex(of: 0x0a).map { before.index(after: $0) } ?? before.startIndex
      let column = Substring(before[start...]).unicodeScalars.count + 1
      let hint = problem.hint.isEmpty ? "" : " — \(problem.hint)"
      Output.talk("\(source):\(line):\(column): \(problem.message)\(hint)")
      codes.add(2)
    }
    var requests: [Named] = []
    let found: [Result<CurlImport, CurlImportProblem>]
    do throws(CurlImportProblem) {
      found = try CurlImport.all(
        in: text, keepsVariables: true,
        files: { try $0 == "-" ? TextFile.read($0) : TextFile.plain($0) })
    } catch {
      tell(error)
      return []
    }
    var variables: [String] = []
    for result in found {
      switch result {
      case .success(let command):
        do {
          let request = try command.endpoint.build().exported
          requests.append((name(of: request), request))
          for note in command.notes { Output.talk("note: \(name(of: request)): \(note)") }
          for name in command.variables where !variables.contains(name) { variables.append(name) }
        } catch {
          Output.talk("\(source): \(error)")
          codes.add(2)
        }
      case .failure(let problem): tell(problem)
      }
    }
    tellVariables(variables)
    return numbered(requests)
  }

  private static func tellVariables(_ variables: [String]) {
    guard !variables.isEmpty else { return }
    let names = variables.map { "{{\($0)}}" }.joined(separator: ", ")
    Output.talk(
      "note: \(names): taken for variables, which need a value: @name = … or --set name=…;"
        + " {{brace}}{ with @brace = { is two braces that are meant")
  }

  // MARK: HAR

  private static func session(_ piped: Body?, _ source: String) throws -> Session {
    do throws(SessionProblem) {
      if let piped { return try Session.read(piped) }
      return try Session.open(source)
    } catch {
      guard case .notASession(let why) = error.reason else { throw error }
      throw TextFile.Problem(
        path: source,
        what: "it is no OpenAPI description, no Postman collection, and no HAR: \(why)")
    }
  }

  private static func exchanges(
    _ session: Session, of source: String, _ codes: inout ExitCodes
  ) throws -> [Named] {
    var exchanges: [Exchange] = []
    for notice in session.notices {
      Output.talk("\(source): \(notice)")
      codes.add(2)
    }
    for index in 0..<session.count {
      WorkProgress.report(.init("importing", index, of: session.count))
      do {
        let exchange = try session.exchange(at: index)
        _ = try Endpoint(url: exchange.request.url).build()
        exchanges.append(exchange)
      } catch {
        Output.talk("\(source): entry \(index + 1) is left out: \(error)")
        codes.add(2)
      }
    }
    return ExportedRequests(exchanges).forFile
  }

  // MARK: Names

  /// `GET /users`: the path as far as it tells something.
  private static func name(of request: HTTPRequest) -> String {
    var path = request.url.utf8[...]
    if let mark = request.url.utf8.firstIndex(of: UInt8(ascii: ":")) {
      path = request.url.utf8[mark...].dropFirst(3).drop { !"/?#".utf8.contains($0) }
    }
    path = path.prefix { !"?#".utf8.contains($0) }
    return "\(request.method.rawValue) \(path.isEmpty ? "/" : String(Substring(path)))"
  }

  /// Names are referred to, so each is there once.
  private static func numbered(_ requests: [Named]) -> [Named] {
    var seen: [String: Int] = [:]
    return requests.map { name, request in
      guard let name else { return (nil, request) }
      seen[name, default: 0] += 1
      let count = seen[name] ?? 1
      return (count == 1 ? name : "\(name) \(count)", request)
    }
  }

  // MARK: Writing

  /// `api.http` has bodies such as `api-1.json`.
  private static func prefix(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? "body"
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return dot > name.startIndex ? String(name[..<dot]) : name
  }

  private static func write(
    _ text: RequestFileText, to path: String, overwrites: Bool
  ) throws(Output.Failure) {
    let folder = SavedFile.folder(of: path)
    var files = text.files.map {
      (path: folder == "." ? $0.name : "\(folder)/\($0.name)", $0.bytes)
    }
    // The bodies first: a request file never names one that is not there.
    files.append((path, Array(text.text.utf8)))
    if !overwrites {
      for file in files where access(file.path, F_OK) == 0 {
        throw Output.Failure(code: EEXIST, path: file.path)
      }
    }
    for (path, bytes) in files {
      if let code = SavedFile.write(bytes, to: path) {
        throw Output.Failure(code: code, path: path)
      }
    }
  }
}
