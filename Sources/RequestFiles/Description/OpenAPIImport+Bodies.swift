import LosslessJSON

/// What is sent, and what is answered.
extension OpenAPIImport {
  /// JSON first, then forms, then whatever is described first.
  mutating func addBody(
    of operation: OpenAPINode, to request: inout DescribedRequest, _ place: String
  ) {
    let body = references.resolved(operation["requestBody"])
    guard let types = body.json["content"].members?.map(\.key), let first = types.first else {
      return
    }
    let known = ["application/x-www-form-urlencoded", "multipart/form-data"]
    let type = types.first(where: \.isJSONType) ?? types.first(where: known.contains) ?? first
    let media = body["content"][type]
    let value = example(of: media)
    let boundary = "----boundary"
    request.headers.append(
      (
        "Content-Type",
        type.hasPrefix("multipart/")
          ? "\(type); boundary=\(boundary)" : type.replacing("*/*", with: "text/plain")
      ))
    if type.isJSONType {
      request.body = JSONPrinter.pretty.text(value ?? JSON(members: []))
    } else if type == known[0] {
      let pairs = (value?.members ?? []).map {
        "\($0.key.urlEscaped)=\($0.value.shortText.urlEscaped)"
      }
      request.body = pairs.enumerated().map { ($0.offset == 0 ? "" : "&") + $0.element }
        .joined(separator: "\n")
    } else if type.hasPrefix("multipart/") {
      request.body = multipart(media, value, boundary, place)
    } else if let text = value?.string, !isBinary(media) {
      request.body = text
    } else {
      files.note("\(place): the body of type \(type) is to be named: < ./file")
      files.add(file: "body.bin", [])
      request.body = "< ./body.bin"
    }
    if types.count > 1 {
      let others = types.filter { $0 != type }.joined(separator: ", ")
      files.note("\(place): of its bodies \(type) is taken, not \(others)")
    }
  }

  private mutating func isBinary(_ media: OpenAPINode) -> Bool {
    let schema = references.resolved(media["schema"]).json
    return schema["format"].string == "binary" || schema["contentEncoding"].exists
  }

  private mutating func multipart(
    _ media: OpenAPINode, _ value: JSON?, _ boundary: String, _ place: String
  ) -> String {
    let properties = references.resolved(references.resolved(media["schema"])["properties"])
    var text = ""
    for (name, part) in value?.members ?? [] {
      let schema = references.resolved(properties[name]).json
      text += "--\(boundary)\nContent-Disposition: form-data; name=\"\(name)\""
      if schema["format"].string == "binary" || schema["contentMediaType"].exists {
        let file = "\(name.fileName).bin"
        files.add(file: file, [])
        files.note("\(place): the part '\(name)' is a file: put it in place of \(file)")
        text += "; filename=\"\(file)\"\nContent-Type: application/octet-stream\n\n< ./\(file)\n"
      } else if let plain = part.plainText {
        text += "\n\n\(plain)\n"
      } else {
        text += "\nContent-Type: application/json\n\n\(JSONPrinter.compact.text(part))\n"
      }
    }
    return text + "--\(boundary)--"
  }

  /// The example of a good answer becomes what a stub answers.
  mutating func addSample(
    of operation: OpenAPINode, to request: inout DescribedRequest, _ file: String, _ place: String
  ) {
    for (code, answer) in references.members(operation["responses"])
    where code.hasPrefix("2") {
      guard let type = answer.json["content"].members?.map(\.key).first(where: \.isJSONType),
        let value = example(of: answer["content"][type])
      else { continue }
      let base = request.name.isEmpty ? place : request.name
      let name = "samples/\(file)-\(base.fileName).json"
      files.add(file: name, JSONPrinter.pretty.bytes(value) + [0x0a])
      request.notes.append("# @sample ./\(name)")
      return
    }
  }
}

extension String {
  fileprivate var isJSONType: Bool {
    let type = lowercasedASCII.split(separator: ";").first.map(String.init) ?? ""
    return type == "application/json" || type == "text/json" || type.hasSuffix("+json")
  }
}
