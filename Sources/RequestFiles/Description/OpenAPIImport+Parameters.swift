import LosslessJSON

/// Parameters in every place and style.
extension OpenAPIImport {
  /// A parameter with an example of its value.
  struct Parameter {
    var name: String
    var place: String
    var isRequired: Bool
    var style: String
    var explodes: Bool
    var value: JSON
    /// The value is JSON in a text of its own.
    var isJSON: Bool
  }

  /// Those of the path and of the operation, which take the place of the first.
  mutating func parameters(of operation: OpenAPINode, _ item: OpenAPINode) -> [Parameter] {
    var found: [Parameter] = []
    var indexes: [[String]: Int] = [:]
    for owner in [item, operation] {
      for node in references.elements(owner["parameters"]) {
        let node = references.resolved(node)
        guard let parameter = parameter(node) else { continue }
        let key = [parameter.name, parameter.place]
        if let index = indexes[key] {
          found[index] = parameter
        } else {
          indexes[key] = found.count
          found.append(parameter)
        }
      }
    }
    return found
  }

  private mutating func parameter(_ node: OpenAPINode) -> Parameter? {
    guard let name = node.json["name"].string, let place = node.json["in"].string else {
      return nil
    }
    let usual = place == "query" || place == "cookie" ? "form" : "simple"
    let style = node.json["style"].string ?? usual
    let content = node.json["content"].members?.first
    var value = node.json["example"].exists ? node.json["example"] : firstExample(node)
    if value == nil, let (type, _) = content {
      value = example(of: node["content"][type])
    }
    if value == nil { value = wholeSample(node["schema"]) }
    return Parameter(
      name: name, place: place, isRequired: place == "path" || node.json["required"].bool == true,
      style: style, explodes: node.json["explode"].bool ?? (style == "form"),
      value: value ?? "text", isJSON: content != nil)
  }

  /// `examples` by their names.
  private mutating func firstExample(_ node: OpenAPINode) -> JSON? {
    guard let first = references.members(node["examples"]).first?.value.json["value"] else {
      return nil
    }
    return first.exists ? first : nil
  }

  /// The example of a body of one type.
  mutating func example(of media: OpenAPINode) -> JSON? {
    if media.json["example"].exists { return media.json["example"] }
    return firstExample(media) ?? wholeSample(media["schema"])
  }

  // MARK: Writing

  /// A plain value is a variable that can be changed at the top of its request.
  mutating func add(
    _ parameter: Parameter, to request: inout DescribedRequest, _ place: String
  ) {
    let plain = parameter.value.plainText
    let isPlain = plain != nil && !parameter.isJSON
    let variable = parameter.name.variableName
    let isSent = parameter.isRequired
    func written(_ escapes: Bool) -> String {
      guard isPlain, let plain else { return "" }
      request.notes.append("@\(variable) = \(escapes ? plain.urlEscaped : plain.oneLine)")
      return "{{\(variable)}}"
    }
    switch parameter.place {
    case "path":
      request.pathValues[parameter.name] = parameter.inPath(isPlain ? written(true) : nil)
    case "query":
      let pairs =
        isPlain
        ? ["\(parameter.name.urlEscaped)=\(isSent ? written(true) : plain?.urlEscaped ?? "")"]
        : parameter.inQuery
      for pair in pairs {
        request.query.append((isSent ? "" : "# ") + (request.query.isEmpty ? "?" : "&") + pair)
      }
    case "header":
      // These are said elsewhere in the description.
      guard !["accept", "content-type", "authorization"].contains(parameter.name.lowercasedASCII)
      else { return }
      guard isSent else {
        request.notes.append("# \(parameter.name): \(plain ?? parameter.inHeader)")
        return
      }
      request.headers.append((parameter.name, isPlain ? written(false) : parameter.inHeader))
    case "cookie":
      guard isSent else { return }
      request.addCookie(
        isPlain ? "\(parameter.name)=\(written(true))" : parameter.inQuery.joined(separator: "; "))
    default:
      files.note(
        "\(place): the parameter '\(parameter.name)' in '\(parameter.place)' is not carried")
    }
  }
}

extension OpenAPIImport {
  /// Fills the places of the path; one that no parameter describes is a variable too.
  mutating func fillPlaces(of request: inout DescribedRequest, _ place: String) {
    var open = DistinctTexts()
    request.target = request.target.fillingPlaces { name in
      if let value = request.pathValues[name] { return value }
      open.insert(name)
      return "{{\(name.variableName)}}"
    }
    for name in open.all {
      request.notes.append("@\(name.variableName) = text")
      files.note("\(place): '\(name)' of the path is not described")
    }
  }
}

extension OpenAPIImport.Parameter {
  /// Names and texts of an object, or the elements of an array under no name.
  private var parts: [(name: String, text: String)] {
    if let members = value.members {
      return members.map { ($0.key.urlEscaped, $0.value.shortText.urlEscaped) }
    }
    return (value.array ?? [value]).map { ("", $0.shortText.urlEscaped) }
  }

  private var isObject: Bool { value.kind == .object }

  /// `a,b`, `k,v,l,w`.
  private func flat(_ separator: String) -> String {
    parts.flatMap { isObject ? [$0.name, $0.text] : [$0.text] }.joined(separator: separator)
  }

  /// As the style has it in a path; a plain value is given as it is written.
  func inPath(_ plain: String?) -> String {
    if isJSON { return JSONPrinter.compact.text(value).urlEscaped }
    switch style {
    case "label":
      if let plain { return "." + plain }
      guard explodes else { return "." + flat(",") }
      return "." + parts.map { isObject ? "\($0.name)=\($0.text)" : $0.text }.joined(separator: ".")
    case "matrix":
      if let plain { return ";\(name)=\(plain)" }
      guard explodes else { return ";\(name)=" + flat(",") }
      return parts.map { isObject ? ";\($0.name)=\($0.text)" : ";\(name)=\($0.text)" }.joined()
    default:
      if let plain { return plain }
      guard explodes, isObject else { return flat(",") }
      return parts.map { "\($0.name)=\($0.text)" }.joined(separator: ",")
    }
  }

  /// The pairs of a query.
  var inQuery: [String] {
    let name = self.name.urlEscaped
    if isJSON { return ["\(name)=\(JSONPrinter.compact.text(value).urlEscaped)"] }
    switch style {
    case "deepObject" where isObject: return parts.map { "\(name)[\($0.name)]=\($0.text)" }
    case "spaceDelimited" where !explodes: return ["\(name)=\(flat("%20"))"]
    case "pipeDelimited" where !explodes: return ["\(name)=\(flat("%7C"))"]
    default:
      guard explodes else { return ["\(name)=\(flat(","))"] }
      return parts.map { isObject ? "\($0.name)=\($0.text)" : "\(name)=\($0.text)" }
    }
  }

  /// `a,b` or `k=v,l=w`; nothing is escaped in a header.
  var inHeader: String {
    if isJSON { return JSONPrinter.compact.text(value) }
    if let members = value.members {
      return members.map { "\($0.key)\(explodes ? "=" : ",")\($0.value.shortText)" }
        .joined(separator: ",")
    }
    return (value.array ?? [value]).map(\.shortText).joined(separator: ",")
  }
}

extension JSON {
  /// The text of a value that is no object and no array.
  var plainText: String? {
    switch kind {
    case .string: string
    case .number, .bool: rawText
    case .null, .array, .object, nil: nil
    }
  }

  /// The same, of anything.
  var shortText: String { plainText ?? JSONPrinter.compact.text(self) }
}
