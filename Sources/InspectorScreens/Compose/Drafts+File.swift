import NetEngine
import NetRecordings
import RequestFiles

/// Drafts in a file: a JSON object a line, without any secret.
extension Drafts {
  /// Reads what ``bytes`` has written; a line that cannot be read is left out.
  package init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      let json = JSONDocument(Array(line)).json
      guard let key = json["key"].string, let draft = Draft(json) else { continue }
      keep(draft, of: key)
    }
  }

  package var bytes: [UInt8] {
    all.flatMap { kept in
      let members = [("key", JSON(kept.key))] + kept.draft.withoutSecrets.members
      return JSONPrinter.compact.bytes(JSON(members: members)) + [0x0A]
    }
  }
}

extension Draft {
  /// The same with names in place of secrets, whose values are gone.
  package var withoutSecrets: Draft {
    var names = SecretsAsNames()
    var clean = self
    clean.secrets = [:]
    clean.rows = rows.map { row in
      Row(
        names.named(line: row.line), isOn: row.isOn, taken: row.taken.map { names.named(line: $0) })
    }
    let type = rows.compactMap { HeaderText($0.line) }
      .last { $0.name.isSameHeaderName(as: "Content-Type") }?.value
    clean.url = names.named(url: url)
    clean.body = names.named(body, type: type)
    clean.unread = unread.map { names.named(text: $0) }
    if let taken {
      clean.taken?.url = names.named(url: taken.url)
      clean.taken?.body = names.named(taken.body, type: type)
    }
    return clean
  }
}

// MARK: - As JSON

extension Draft {
  /// Tells requests apart that stand nowhere; no secret is in it.
  var fingerprint: String {
    var hash = SHA256()
    hash.update(JSONPrinter.compact.bytes(JSON(members: withoutSecrets.members)))
    return hash.digest.hex
  }

  fileprivate var members: [(key: String, value: JSON)] {
    let lines = rows.map { row in
      JSON([JSON(row.line), JSON(row.isOn)] + (row.taken.map { [JSON($0)] } ?? []))
    }
    var members = [
      ("method", JSON(method)), ("url", JSON(url)), ("rows", JSON(lines)), ("body", body.json),
      ("notes", JSON(notes.map { JSON($0) })), ("version", JSON(version)),
    ]
    if let unread { members.append(("unread", JSON(unread))) }
    if let taken {
      members.append(
        (
          "taken",
          [
            "words": JSON(taken.words), "method": JSON(taken.method), "url": JSON(taken.url),
            "body": taken.body.json,
          ]
        ))
    }
    return members
  }

  fileprivate init?(_ json: JSON) {
    guard let method = json["method"].string, let url = json["url"].string,
      let body = WrittenRequest.Payload(json["body"])
    else { return nil }
    self.init(WrittenRequest(method: method, target: url, body: body))
    rows = (json["rows"].array ?? []).compactMap { row in
      let parts = row.array ?? []
      guard parts.count > 1, let line = parts[0].string else { return nil }
      return Row(line, isOn: parts[1].bool ?? true, taken: parts.count > 2 ? parts[2].string : nil)
    }
    notes = (json["notes"].array ?? []).compactMap(\.string)
    version = json["version"].string ?? ""
    unread = json["unread"].string
    let taken = json["taken"]
    if let words = taken["words"].string, let method = taken["method"].string,
      let url = taken["url"].string, let body = WrittenRequest.Payload(taken["body"])
    {
      self.taken = Taken(words: words, method: method, url: url, body: body)
    }
  }
}

extension WrittenRequest.Payload {
  fileprivate var json: JSON {
    switch self {
    case .text(let text): JSON([JSON("text"), JSON(text)])
    case .lines(let text): JSON([JSON("lines"), JSON(text)])
    case .held(let body): JSON([JSON("held"), JSON((body.collected ?? .empty).bytes.base64)])
    }
  }

  fileprivate init?(_ json: JSON) {
    guard let parts = json.array, parts.count == 2, let text = parts[1].string else { return nil }
    switch parts[0].string {
    case "text": self = .text(text)
    case "lines": self = .lines(text)
    case "held":
      guard let bytes = Base64Text.decode(text.utf8) else { return nil }
      self = .held(.bytes(Body(bytes)))
    default: return nil
    }
  }
}
