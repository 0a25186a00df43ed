import LosslessJSON
import NetEngine

/// Reads an OpenAPI 3.0 or 3.1 description: a request for each operation, a file for each tag.
struct OpenAPIImport {
  var references: OpenAPIReferences
  var files: DescribedFiles
  /// How many values one example may still be made of: types that hold each other hold very many.
  var valuesLeft = 0
  /// Names of secrets that requests ask for.
  var secrets = DistinctTexts()

  static func read(
    _ json: JSON, _ byteLimit: Int, _ reader: @escaping ImportedCollection.FileReader
  ) throws(ImportedCollection.Problem) -> ImportedCollection {
    guard let version = json["openapi"].string, version.hasPrefix("3.") else {
      throw ImportedCollection.Problem(
        message: "OpenAPI 3.0 and 3.1 can be read, not '\(json["swagger"].string ?? "another")'")
    }
    var run = OpenAPIImport(
      references: OpenAPIReferences(root: json, reader),
      files: DescribedFiles(byteLimit: byteLimit))
    let root = OpenAPINode(json, file: "")
    for (path, item) in run.references.members(root["paths"]) { run.read(path, item) }
    if json["webhooks"].exists {
      run.files.note("webhooks are not carried: nobody sends them here")
    }
    for words in run.references.notes.all { run.files.note(words) }
    let servers = run.references.elements(root["servers"])
    if servers.count > Self.serverLimit {
      run.files.note("\(servers.count - Self.serverLimit) more servers are left out")
    }
    return run.files.collection(run.environments(servers.prefix(Self.serverLimit)))
  }

  /// Each server gets every secret of the description.
  private static let serverLimit = 100

  private static let methods = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
  ]

  private mutating func read(_ path: String, _ item: OpenAPINode) {
    for method in Self.methods {
      let operation = references.resolved(item[method])
      if operation.json.exists { read(operation, method.uppercasedASCII, path, item) }
    }
  }

  private mutating func read(
    _ operation: OpenAPINode, _ method: String, _ path: String, _ item: OpenAPINode
  ) {
    guard files.hasRoom() else { return }
    let id = operation.json["operationId"].string ?? ""
    let words = operation.json["summary"].string ?? (id.isEmpty ? "\(method) \(path)" : id)
    var request = DescribedRequest(
      title: words + (operation.json["deprecated"].bool == true ? " (deprecated)" : ""),
      name: id.isEmpty ? "" : id.variableName, method: method, target: path)
    let place = "\(method) \(path)"
    // What may be left out stands behind what may not: a line that is no comment any more still fits.
    let parameters = parameters(of: operation, item)
    for parameter in parameters.filter(\.isRequired) + parameters.filter({ !$0.isRequired }) {
      add(parameter, to: &request, place)
    }
    fillPlaces(of: &request, place)
    request.target = base(of: operation, item, place) + request.target
    addSecurity(of: operation, to: &request, place)
    addBody(of: operation, to: &request, place)
    let tag = references.resolved(operation["tags"]).json[0].string
    let file = tag?.fileName ?? "requests"
    addSample(of: operation, to: &request, file, place)
    for key in ["callbacks"] where operation.json[key].exists {
      files.note("\(place): \(key) are not carried")
    }
    files.add(request, to: file)
  }

  // MARK: Servers

  /// An environment for each server.
  private func environments(
    _ servers: ArraySlice<OpenAPINode>
  ) -> [(name: String, values: [(String, String)], secrets: [(String, String)])] {
    var found: [(name: String, values: [(String, String)], secrets: [(String, String)])] = []
    var names: Set<String> = []
    let secrets = secrets.all.map { ($0, "") }
    for (index, server) in servers.enumerated() {
      let words = server.json["description"].string?.fileName
      var name = words ?? (index == 0 ? "default" : "server-\(index + 1)")
      if !names.insert(name).inserted { name += "-\(index + 1)" }
      found.append((name, [("baseUrl", url(of: server))], secrets))
    }
    guard found.isEmpty else { return found }
    return [("default", [("baseUrl", "http://localhost")], secrets)]
  }

  /// Its variables have their defaults; a path alone stands on this machine.
  private func url(of server: OpenAPINode) -> String {
    var values: [String: String] = [:]
    for (name, value) in server.json["variables"].members ?? [] {
      values[name] = value["default"].string ?? value["enum"][0].string ?? ""
    }
    var url = (server.json["url"].string ?? "/").fillingPlaces { values[$0] }
    while url.utf8.last == UInt8(ascii: "/") { url.removeLast() }
    return url.utf8.first == UInt8(ascii: "/") || url.isEmpty ? "http://localhost" + url : url
  }

  /// A path or an operation may have servers of its own.
  private mutating func base(
    of operation: OpenAPINode, _ item: OpenAPINode, _ place: String
  ) -> String {
    for node in [operation, item] {
      guard let own = references.elements(node["servers"]).first else { continue }
      return url(of: own)
    }
    return "{{baseUrl}}"
  }

  // MARK: Security

  private mutating func addSecurity(
    of operation: OpenAPINode, to request: inout DescribedRequest, _ place: String
  ) {
    let root = references.root
    let said = operation.json["security"].exists ? operation.json["security"] : root["security"]
    // The first of several is enough; an empty one means: none.
    guard let first = said.array?.first, let names = first.members else { return }
    for (name, _) in names {
      let scheme = references.resolved(
        OpenAPINode(root["components"]["securitySchemes"][name], file: ""))
      add(scheme.json, named: name, to: &request, place)
    }
  }

  private mutating func add(
    _ scheme: JSON, named name: String, to request: inout DescribedRequest, _ place: String
  ) {
    func secret(_ words: String) -> String {
      secrets.insert(words)
      return "{{\(words)}}"
    }
    switch (scheme["type"].string ?? "", scheme["scheme"].string?.lowercasedASCII ?? "") {
    case ("http", "basic"):
      request.headers.append(
        ("Authorization", "Basic \(secret("username")):\(secret("password"))"))
    case ("http", "bearer"): request.headers.append(("Authorization", "Bearer \(secret("token"))"))
    case ("apiKey", _):
      let key = secret(name.variableName)
      let field = scheme["name"].string ?? name
      switch scheme["in"].string {
      case "query": request.query.append((request.query.isEmpty ? "?" : "&") + "\(field)=\(key)")
      case "cookie": request.addCookie("\(field)=\(key)")
      default: request.headers.append((field, key))
      }
    case ("oauth2", _), ("openIdConnect", _):
      request.headers.append(("Authorization", "Bearer \(secret("token"))"))
      files.note(
        "\(place): \(name) is signed in to elsewhere: the variable token takes what comes of it")
    case (let type, let kind):
      let words = [type, kind].filter { !$0.isEmpty }.joined(separator: " ")
      files.note(
        "\(place): the sign-in '\(name)' is not carried: \(words.isEmpty ? "it is not described" : words)"
      )
    }
  }
}

extension String {
  /// The text with other texts for places such as `{id}`; nil leaves a place as it is.
  func fillingPlaces(_ text: (String) -> String?) -> String {
    let bytes = Array(utf8)
    var made: [UInt8] = []
    var braces = ForwardSearch(UInt8(ascii: "}"))
    var at = 0
    while at < bytes.count {
      let run = bytes[at...].prefix { $0 == UInt8(ascii: "{") }.count
      if run == 1, let close = braces.place(in: bytes, from: at) {
        let name = String(decoding: bytes[at + 1..<close], as: UTF8.self)
        made += text(name).map { Array($0.utf8) } ?? Array(bytes[at...close])
        at = close + 1
      } else {
        // Two braces are a variable already.
        made += bytes[at..<at + max(run, 1)]
        at += max(run, 1)
      }
    }
    return String(decoding: made, as: UTF8.self)
  }
}

extension DescribedRequest {
  /// All cookies stand in one line.
  mutating func addCookie(_ pair: String) {
    if let index = headers.firstIndex(where: { $0.name == "Cookie" }) {
      headers[index].value += "; " + pair
    } else {
      headers.append(("Cookie", pair))
    }
  }
}
