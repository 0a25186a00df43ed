import LosslessJSON
import NetEngine

/// Reads a Postman collection of format 2.1: a file for each folder, in a folder of its own where it
/// stands in another.
struct PostmanImport {
  private var files: DescribedFiles

  static func read(
    _ json: JSON, _ environments: [[UInt8]], _ byteLimit: Int
  ) throws(ImportedCollection.Problem) -> ImportedCollection {
    let schema = json["info"]["schema"].string ?? ""
    guard schema.isEmpty || schema.contains("v2.") else {
      throw ImportedCollection.Problem(
        message: "collections of format 2.1 can be read, not '\(schema)'")
    }
    var run = PostmanImport(files: DescribedFiles(byteLimit: byteLimit))
    let name = json["info"]["name"].string?.fileName ?? "requests"
    run.read(json, folder: name, isRoot: true, auth: json["auth"], place: "")
    var layers: [(name: String, values: [(String, String)], secrets: [(String, String)])] = []
    let shared = run.values(json["variable"])
    if !shared.plain.isEmpty || !shared.secret.isEmpty {
      layers.append((EnvironmentLayer.shared, shared.plain, shared.secret))
    }
    for bytes in environments {
      let document = JSONDocument(bytes)
      guard document.error == nil, document.json["values"].exists else {
        throw ImportedCollection.Problem(
          message: "an environment has no 'values': Postman exports one with them")
      }
      let values = run.values(document.json["values"])
      layers.append((document.json["name"].string ?? "default", values.plain, values.secret))
    }
    return run.files.collection(layers)
  }

  /// What is said to be secret goes into the private file.
  private func values(_ json: JSON) -> (plain: [(String, String)], secret: [(String, String)]) {
    var plain: [(String, String)] = []
    var secret: [(String, String)] = []
    for variable in json.arrayValue
    where variable["enabled"].bool != false && variable["disabled"].bool != true {
      guard let name = variable["key"].string ?? variable["id"].string else { continue }
      let pair = (name, variable["value"].plainText ?? "")
      if variable["type"].string == "secret" { secret.append(pair) } else { plain.append(pair) }
    }
    return (plain, secret)
  }

  // MARK: Folders

  private mutating func read(
    _ folder: JSON, folder name: String, isRoot: Bool, auth: JSON, place: String
  ) {
    if !isRoot || folder["event"].count > 0 { noteEvents(folder, place.isEmpty ? name : place) }
    for item in folder["item"].arrayValue {
      let title = item["name"].string ?? "request"
      let own = item["auth"].exists ? item["auth"] : auth
      let here = place.isEmpty ? title : "\(place) / \(title)"
      if item["item"].exists {
        let path = isRoot ? title.fileName : "\(name)/\(title.fileName)"
        read(item, folder: path, isRoot: false, auth: own, place: here)
      } else if item["request"].exists {
        read(request: item, file: name, auth: own, place: here)
      }
    }
  }

  private mutating func noteEvents(_ folder: JSON, _ place: String) {
    for event in folder["event"].arrayValue where event["script"]["exec"].scriptText.contains("pm.")
    {
      files.note("\(place): the script of the folder is not carried")
    }
  }

  // MARK: Requests

  private mutating func read(request item: JSON, file: String, auth: JSON, place: String) {
    guard files.hasRoom() else { return }
    let json = item["request"]
    let url = json.string ?? json["url"].string ?? json["url"]["raw"].string ?? ""
    var request = DescribedRequest(
      title: item["name"].string ?? "request", method: json["method"].string ?? "GET",
      target: target(url, json["url"]))
    for header in json["header"].arrayValue {
      guard let name = header["key"].string, !name.isEmpty else { continue }
      let value = header["value"].string ?? ""
      if header["disabled"].bool == true {
        request.notes.append("# \(name): \(value)")
      } else {
        request.headers.append((name, value))
      }
    }
    let own = json["auth"].exists ? json["auth"] : auth
    add(auth: own, to: &request, place)
    add(body: json["body"], to: &request, place)
    for event in item["event"].arrayValue { add(event: event, to: &request, place) }
    files.add(request, to: file)
  }

  /// Without a query's left out pairs, and with the values of `:id`.
  private func target(_ raw: String, _ url: JSON) -> String {
    var target = raw
    let query = url["query"].arrayValue
    if query.contains(where: { $0["disabled"].bool == true }) {
      let pairs = query.filter { $0["disabled"].bool != true }.map { pair in
        let value = pair["value"].string.map { "=" + $0 } ?? ""
        return (pair["key"].string ?? "") + value
      }
      let start = target.prefix { $0 != "?" }
      target = start + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }
    var values: [Substring: String] = [:]
    for variable in url["variable"].arrayValue {
      guard let name = variable["key"].string, values[":\(name)"] == nil else { continue }
      let value = variable["value"].string ?? ""
      values[":\(name)"] = value.isEmpty ? "{{\(name)}}" : value
    }
    guard !values.isEmpty else { return target }
    let parts = target.split(separator: "/", omittingEmptySubsequences: false).map { part in
      let word = part.prefix { $0 != "?" }
      return values[word].map { $0 + part[word.endIndex...] } ?? String(part)
    }
    return parts.joined(separator: "/")
  }

  // MARK: Sign-in

  private mutating func add(auth: JSON, to request: inout DescribedRequest, _ place: String) {
    guard let type = auth["type"].string, type != "noauth" else { return }
    // A list of keys and values, in older files an object.
    var values: [String: String] = [:]
    for pair in auth[type].arrayValue {
      if let key = pair["key"].string { values[key] = pair["value"].plainText ?? "" }
    }
    for (key, value) in auth[type].members ?? [] { values[key] = value.plainText ?? "" }
    guard !request.headers.contains(where: { $0.name.isSameHeaderName(as: "Authorization") }) else {
      return
    }
    switch type {
    case "basic":
      request.headers.append(
        ("Authorization", "Basic \(values["username"] ?? ""):\(values["password"] ?? "")"))
    case "bearer": request.headers.append(("Authorization", "Bearer \(values["token"] ?? "")"))
    case "apikey":
      let (key, value) = (values["key"] ?? "", values["value"] ?? "")
      if values["in"] == "query" {
        request.target += (request.target.contains("?") ? "&" : "?") + "\(key)=\(value)"
      } else {
        request.headers.append((key, value))
      }
    case "oauth2":
      let token = values["accessToken"] ?? "{{accessToken}}"
      request.headers.append(("Authorization", "\(values["headerPrefix"] ?? "Bearer") \(token)"))
      files.note(
        "\(place): OAuth 2 is signed in to elsewhere: the access token stands in a variable")
    default: files.note("\(place): the sign-in '\(type)' is not carried")
    }
  }

  // MARK: Bodies

  private mutating func add(body: JSON, to request: inout DescribedRequest, _ place: String) {
    func type(_ type: String) {
      guard !request.headers.contains(where: { $0.name.isSameHeaderName(as: "Content-Type") })
      else { return }
      request.headers.append(("Content-Type", type))
    }
    guard body["disabled"].bool != true else { return }
    switch body["mode"].string {
    case "raw":
      request.body = body["raw"].string ?? ""
      let types = [
        "json": "application/json", "xml": "application/xml", "html": "text/html",
        "text": "text/plain",
      ]
      if !request.body.isEmpty, let known = types[body["options"]["raw"]["language"].string ?? ""] {
        type(known)
      }
    case "urlencoded":
      type("application/x-www-form-urlencoded")
      let pairs = body["urlencoded"].enabled.map {
        "\($0["key"].string?.formEscaped ?? "")=\($0["value"].string?.formEscaped ?? "")"
      }
      request.body = pairs.joined(separator: "&\n")
    case "formdata": request.body = form(body["formdata"].enabled, place, type)
    case "graphql":
      request.method = "GRAPHQL"
      request.body = body["graphql"]["query"].string ?? ""
      let variables = body["graphql"]["variables"].string ?? ""
      if !variables.isEmpty { request.body += "\n\n" + variables }
    case "file":
      let path = body["file"]["src"].string ?? "body.bin"
      request.body = "< ./\(path.lastPart)"
      files.note("\(place): its body is the file '\(path)': put it beside the request file")
    default: break
    }
  }

  private mutating func form(
    _ parts: [JSON], _ place: String, _ type: (String) -> Void
  ) -> String {
    let boundary = "----boundary"
    type("multipart/form-data; boundary=\(boundary)")
    var text = ""
    for part in parts {
      let name = part["key"].string ?? ""
      text += "--\(boundary)\nContent-Disposition: form-data; name=\"\(name)\""
      let own = part["contentType"].string
      if part["type"].string == "file" {
        let path = part["src"].string ?? part["src"][0].string ?? "file.bin"
        text +=
          "; filename=\"\(path.lastPart)\"\nContent-Type: \(own ?? "application/octet-stream")"
        text += "\n\n< ./\(path.lastPart)\n"
        files.note(
          "\(place): the part '\(name)' is the file '\(path)': put it beside the request file")
      } else {
        text += own.map { "\nContent-Type: \($0)" } ?? ""
        text += "\n\n\(part["value"].string ?? "")\n"
      }
    }
    return text + "--\(boundary)--"
  }

  // MARK: Scripts

  /// Simple tests become assertions and kept values; what is left is named.
  private mutating func add(event: JSON, to request: inout DescribedRequest, _ place: String) {
    let script = event["script"]["exec"].scriptText
    guard script.split(whereSeparator: \.isNewline).contains(where: { !$0.isComment }) else {
      return
    }
    guard event["listen"].string == "test" else {
      files.note("\(place): the script in front of it is not carried")
      return
    }
    let (lines, left) = PostmanTests.read(script)
    request.notes += lines
    if left > 0 {
      files.note(
        "\(place): \(left) \(left == 1 ? "line" : "lines") of its tests could not be carried")
      request.tail += "\n> {%\n\(script)\n%}\n"
    }
  }
}

extension JSON {
  /// Those that are not switched off.
  fileprivate var enabled: [JSON] { arrayValue.filter { $0["disabled"].bool != true } }

  /// A script is a list of lines, or one text.
  fileprivate var scriptText: String {
    string ?? arrayValue.compactMap(\.string).joined(separator: "\n")
  }
}

extension Substring {
  fileprivate var isComment: Bool {
    let text = utf8.trimmingBlanks
    return text.isEmpty || text.starts(with: "//".utf8)
  }
}

extension String {
  fileprivate var lastPart: String {
    split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? self
  }

  /// As a form has it; variables stay variables.
  fileprivate var formEscaped: String {
    Template(self, at: FilePlace("")).pieces.map { piece in
      switch piece {
      case .text(let text): text.urlEscaped.replacing("%20", with: "+")
      case .use(let use): "{{\(use.written)}}"
      }
    }.joined()
  }
}
