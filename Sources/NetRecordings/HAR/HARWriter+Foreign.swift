import LosslessJSON
import NetEngine

extension HAREntryRun {
  /// An entry of another tool as it stands, our own fields around it.
  ///
  /// Only bodies may have another place, as in any session: large ones and those that are no text
  /// stand in files where there is a folder for them.
  mutating func write(_ foreign: ForeignEntry, _ exchange: Exchange, _ response: Response?) {
    let base = foreign.bytes.base.assumingMemoryBound(to: UInt8.self)
    let text = ForeignText(foreign)
    var entry = text.members(base, base + foreign.bytes.count)
    entry.sort(first: ["pageref", "startedDateTime", "time", "request"])
    line.raw("{")
    writeRow(exchange, response)
    line.member("_foreign", true)
    let own = OwnFields(exchange, comment: entry["comment"].flatMap { text.text(at: $0) })
    for (key, start, end) in entry.members where !own.replace(key) {
      line.key(key)
      if key.isText("request") {
        writeParts(start, end, text, "postData") { run, members in
          let body = exchange.request.body.stored
          return run.writeBody(members, body, isChanged: foreign.changesRequestBody, text)
        }
      } else if key.isText("response") {
        writeParts(start, end, text, "content") { run, members in
          run.writeBody(members, response?.wire, isChanged: foreign.changesBody, text)
        }
      } else {
        text.copy(start, end, to: &line)
      }
    }
    own.write(to: &line)
    if let hash = exchange.bodyHash { line.member("_bodySha256", hash) }
    line.raw("}")
  }

  /// A request or an answer; `body` says whether it has written the object that holds the body.
  private mutating func writeParts(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ text: ForeignText,
    _ holder: StaticString, _ body: (inout HAREntryRun, ForeignMembers) -> Bool
  ) {
    guard start.pointee == 0x7b else { return text.copy(start, end, to: &line) }
    line.raw("{")
    for (key, start, end) in text.members(start, end).members {
      line.key(key)
      if key.isText(holder), start.pointee == 0x7b, body(&self, text.members(start, end)) {
        continue
      }
      text.copy(start, end, to: &line)
    }
    line.raw("}")
  }

  /// The object around a body, when its text cannot stay as it is; else nothing is written.
  private mutating func writeBody(
    _ members: ForeignMembers, _ body: Body?, isChanged: Bool, _ text: ForeignText
  ) -> Bool {
    guard let body else { return false }
    let said = members["text"]
    let hasFile = said == nil && members["_file"] != nil
    guard hasFile || said?.first == 0x22 || said != nil && isChanged else { return false }
    let isBase64 = members["encoding"].map { $0.lowercasedASCII == "\"base64\"" } ?? false
    // What is called Base64 and is none stays the text it is.
    let isBroken =
      isBase64 && said.map { Base64Text.decode($0.dropFirst().dropLast()) == nil } ?? false
    let goesToFile =
      writer.bodyFolder != nil && !isBroken && said?.first != 0x7b
      && (hasFile || body.count > writer.inlineLimit || !body.isUTF8)
    guard goesToFile || hasFile || isChanged else { return false }
    let isCoded = isBase64 && !isBroken || !body.isUTF8
    line.raw("{")
    for (key, start, end) in members.members {
      if key.isText("text") || key.isText("_file") { continue }
      if key.isText("encoding"), isCoded, !goesToFile { continue }
      line.key(key)
      text.copy(start, end, to: &line)
    }
    if goesToFile, let folder = writer.bodyFolder {
      let path = "\(folder)/\(body.sha256.hex)"
      line.member("_file", path)
      files.append(HAREntry.StoredBody(path: path, body: body))
    } else if isCoded {
      line.member("encoding", "base64")
      body.withUnsafeBytes { line.base64("text", $0) }
    } else {
      line.key("text")
      body.withUnsafeBytes { line.string($0) }
    }
    line.raw("}")
    return true
  }

}

/// What we say of an entry that is not ours.
private struct OwnFields {
  private let exchange: Exchange
  private let note: String?

  /// A note that is only the entry's comment is said there.
  init(_ exchange: Exchange, comment: String?) {
    self.exchange = exchange
    let isSaid = exchange.note.utf8.elementsEqual((comment ?? "").utf8)
    note = isSaid ? nil : exchange.note
  }

  /// Whether a member of the entry is said anew; what we have nothing to say about stays.
  func replace(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard key.first == UInt8(ascii: "_") else { return false }
    let always: [StaticString] = [
      "_row", "_foreign", "_seq", "_note", "_marked", "_replay", "_redacted", "_bodySha256",
    ]
    return always.contains { key.isText($0) } || key.isText("_id") && !exchange.id.isEmpty
      || key.isText("_order") && exchange.order != nil
      || key.isText("_tags") && !exchange.tags.isEmpty || key.isText("_name") && hasName
  }

  private var hasName: Bool { !exchange.name.utf8.elementsEqual(exchange.request.url.utf8) }

  func write(to line: inout JSONLine) {
    line.member("_seq", exchange.sequence)
    if hasName { line.member("_name", exchange.name) }
    if !exchange.id.isEmpty { line.member("_id", exchange.id) }
    if let order = exchange.order { line.member("_order", order) }
    if let note { line.member("_note", note) }
    if !exchange.tags.isEmpty { line.member("_tags", exchange.tags) }
    if exchange.isMarked { line.member("_marked", true) }
    if exchange.isReplay { line.member("_replay", true) }
    if !exchange.redacted.isEmpty { line.member("_redacted", exchange.redacted) }
  }
}

extension ForeignText {
  /// The text of a value.
  fileprivate func text(at value: UnsafeBufferPointer<UInt8>) -> String? {
    guard let first = value.baseAddress else { return nil }
    return text(first - base..<first - base + value.count)
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var lowercasedASCII: String { scannedText.lowercasedASCII }
}
