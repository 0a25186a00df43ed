import LosslessJSON

/// Values that a schema allows, made where nobody wrote an example.
extension OpenAPIImport {
  static let sampleDepth = 12
  static let sampleLimit = 2_000

  /// An example of a schema that stands for itself.
  mutating func wholeSample(_ schema: OpenAPINode) -> JSON? {
    valuesLeft = Self.sampleLimit
    return sample(schema)
  }

  /// An example of what a schema describes; nil where it needs itself.
  mutating func sample(_ schema: OpenAPINode, depth: Int = 0) -> JSON? {
    guard valuesLeft > 0 else { return nil }
    valuesLeft -= 1
    let before = schema.trail
    let node = references.resolved(schema)
    // A type that holds itself ends where it comes again.
    if node.trail.dropFirst(before.count).contains(where: before.contains) { return nil }
    guard depth < Self.sampleDepth else { return nil }
    let json = node.json
    for key in ["example", "const", "default"] where json[key].exists { return written(json[key]) }
    for key in ["examples", "enum"] {
      if let first = json[key].array?.first { return written(first) }
    }
    if json["allOf"].exists { return merged(node, depth) }
    for key in ["oneOf", "anyOf"] {
      for index in 0..<json[key].count {
        if let made = sample(node[key][index], depth: depth + 1), !made.isNull { return made }
      }
    }
    return typed(node, depth)
  }

  /// A value as the description has it; a long one counts as many.
  private mutating func written(_ json: JSON) -> JSON {
    valuesLeft -= (json.node.map { json.document.range(of: $0).count } ?? 0) / 256
    return json
  }

  private mutating func merged(_ node: OpenAPINode, _ depth: Int) -> JSON? {
    var all: [(key: String, value: JSON)] = []
    func take(_ json: JSON?) { all += json?.members ?? [] }
    var other: JSON?
    for index in 0..<node.json["allOf"].count {
      let part = sample(node["allOf"][index], depth: depth + 1)
      if part?.kind == .object { take(part) } else { other = other ?? part }
    }
    if node.json["properties"].exists { take(object(node, depth)) }
    // A repeated key keeps its last value, at that value's place.
    var seen: Set<String> = []
    let members = Array(all.reversed().filter { seen.insert($0.key).inserted }.reversed())
    return members.isEmpty ? other ?? JSON(members: []) : JSON(members: members)
  }

  private mutating func typed(_ node: OpenAPINode, _ depth: Int) -> JSON? {
    let json = node.json
    let types = json["type"].string.map { [$0] } ?? json["type"].arrayValue.compactMap(\.string)
    let type = types.first { $0 != "null" } ?? types.first
    switch type ?? (json["properties"].exists ? "object" : json["items"].exists ? "array" : "") {
    case "object": return object(node, depth)
    case "array":
      let item = json["items"].exists ? sample(node["items"], depth: depth + 1) : nil
      return JSON(item.map { [$0] } ?? [])
    case "integer", "number": return number(json)
    case "boolean": return true
    case "null": return nil
    case "string": return JSON(text(json))
    default: return JSON(members: [])
    }
  }

  /// What is only answered is not sent.
  private mutating func object(_ node: OpenAPINode, _ depth: Int) -> JSON {
    var members: [(key: String, value: JSON)] = []
    for (key, value) in node.json["properties"].members ?? [] where valuesLeft > 0 {
      let property = OpenAPINode(value, file: node.file, trail: node.trail)
      if references.resolved(property).json["readOnly"].bool == true { continue }
      if let made = sample(property, depth: depth + 1) { members.append((key, made)) }
    }
    let more = node.json["additionalProperties"]
    if members.isEmpty, more.kind == .object, more.count > 0,
      let made = sample(node["additionalProperties"], depth: depth + 1)
    {
      members.append(("key", made))
    }
    return JSON(members: members)
  }

  private func number(_ json: JSON) -> JSON {
    let least = json["minimum"].exists ? json["minimum"] : json["exclusiveMinimum"]
    let isOpen = json["exclusiveMinimum"].exists && json["exclusiveMinimum"].bool != false
    guard let whole = least.int else {
      if least.kind == .number { return least }
      guard let most = json["maximum"].int, most < 1 else { return 1 }
      return JSON(most)
    }
    return JSON(isOpen ? whole &+ 1 : max(whole, min(1, json["maximum"].int ?? 1)))
  }

  private func text(_ json: JSON) -> String {
    let text: String
    switch json["format"].string {
    case "date-time": text = "2024-05-01T12:00:00Z"
    case "date": text = "2024-05-01"
    case "time": text = "12:00:00Z"
    case "duration": text = "P1D"
    case "uuid": text = "123e4567-e89b-42d3-a456-426614174000"
    case "email": text = "ada@example.com"
    case "uri", "url", "uri-reference": text = "https://example.com/"
    case "hostname": text = "example.com"
    case "ipv4": text = "192.0.2.1"
    case "ipv6": text = "2001:db8::1"
    case "byte": text = "dGV4dA=="
    default: text = "text"
    }
    let least = min(json["minLength"].int ?? 0, 1_000)
    let most = json["maxLength"].int ?? .max
    let long =
      text.utf8.count < least ? text + String(repeating: "x", count: least - text.utf8.count) : text
    return String(long.prefix(max(0, most)))
  }
}
