import NetEngine
import NetRecordings

/// The lines that were typed in each prompt, oldest first, each once, bounded.
package struct PromptMemory: Sendable, Hashable {
  package enum Kind: String, CaseIterable, Sendable, Hashable {
    case filter, search, command, status, shell, path, session, name, profile, codes
    case note, base, rules, rule, help, file, request, written
    /// Of which nothing is ever kept.
    case secret
  }

  /// So many of each kind are kept.
  package static let limit = 200
  /// Longer ones are kept as long as the program runs.
  private static let longest = 2_000
  private var lines: [Kind: [String]] = [:]
  /// What was typed since somebody asked last.
  private var fresh: [PromptLineTyped] = []

  package init() {}

  package subscript(kind: Kind) -> [String] { lines[kind] ?? [] }

  /// Keeps a line as the newest of its kind; one that shows a secret is not recalled either.
  package mutating func keep(_ line: String, _ kind: Kind) {
    let typed = PromptLineTyped(kind: kind, text: line)
    guard !line.isEmpty, kind != .secret, !typed.showsSecret else { return }
    remember(line, kind)
    fresh.append(typed)
  }

  private mutating func remember(_ line: String, _ kind: Kind) {
    var kept = self[kind].filter { !$0.utf8.elementsEqual(line.utf8) }
    kept.append(line)
    lines[kind] = kept.suffix(PromptMemory.limit)
  }

  /// What was typed since the last time, to be written where the next run finds it.
  mutating func takeFresh() -> [PromptLineTyped] {
    defer { fresh = [] }
    return fresh
  }

  // MARK: In a file

  /// Reads what ``bytes`` has written; a line that cannot be read is left out.
  package init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      let parts = JSONDocument(Array(line)).json.array ?? []
      guard parts.count == 2, let kind = parts[0].string.flatMap({ Kind(rawValue: $0) }),
        let text = parts[1].string, !text.isEmpty
      else { continue }
      remember(text, kind)
    }
  }

  /// A JSON array a line: the kind and what was typed.
  package var bytes: [UInt8] {
    Kind.allCases.flatMap { kind in
      self[kind].flatMap { line in
        JSONPrinter.compact.bytes(JSON([JSON(kind.rawValue), JSON(line)])) + [0x0A]
      }
    }
  }

  /// Takes a line that is to stand in a file; false for one that must not, or was the newest anyway.
  package mutating func add(_ line: PromptLineTyped) -> Bool {
    guard line.kind != .secret, line.text.utf8.count <= PromptMemory.longest, !line.holdsSecret,
      self[line.kind].last?.utf8.elementsEqual(line.text.utf8) != true
    else { return false }
    remember(line.text, line.kind)
    return true
  }
}

/// A line that was typed in a prompt.
package struct PromptLineTyped: Sendable, Hashable {
  package var kind: PromptMemory.Kind
  package var text: String

  package init(kind: PromptMemory.Kind, text: String) { (self.kind, self.text) = (kind, text) }

  /// Whether it gives a variable a value for this run alone, which may be any secret.
  fileprivate var setsValue: Bool {
    kind == .command && text.utf8.starts(with: "set ".utf8) && text.utf8.contains(UInt8(ascii: "="))
  }

  /// Whether no file may hold it.
  package var holdsSecret: Bool { setsValue || showsSecret }

  /// Whether anything in it is, or stands where, a secret would be.
  ///
  /// The rules are those of redaction, asked of the line, of each URL in it, and of each word with a
  /// value behind it: `X-Api-Key: …`, `token=…`. A password on a command line has no name.
  fileprivate var showsSecret: Bool {
    let redactor = Redactor()
    guard redactor.redact(text).utf8.elementsEqual(text.utf8) else { return true }
    let words = text.utf8.split { " \t'\"".utf8.contains($0) }.map { String($0) ?? "" }
    if kind == .shell || kind == .command,
      words.contains(where: { ["-u", "--user", "-b", "--cookie", "-p", "--password"].contains($0) })
    {
      return true
    }
    for word in words where word.utf8.contains(UInt8(ascii: "/")) {
      guard redactor.redact(url: word).utf8.elementsEqual(word.utf8) else { return true }
    }
    return namesSecret(redactor)
  }

  /// Whether answers of this run, or what was sent for them, show that something in it is a secret:
  /// a token that is looked for stands in the line alone.
  package func holdsSecret(of answers: [Response]) -> Bool {
    let parts = text.utf8.split { " \t'\"()=!~".utf8.contains($0) }
    let words = parts.compactMap { part in
      part.count < NamedSecret.shortest
        ? nil : try? Pattern(String(part) ?? "", isLiteral: true)
    }
    let redactor = Redactor()
    var known = KnownSecrets()
    for response in answers where words.contains(where: { response.holds($0) }) {
      redactor.learn(
        from: Exchange(
          sequence: 0, name: "", startedAt: 0, request: response.request,
          result: .success(response)),
        into: &known)
    }
    return known.count > 0
      && !redactor.redact(text, knowing: known).utf8.elementsEqual(text.utf8)
  }

  /// Whether a name that redaction knows has a value behind it.
  private func namesSecret(_ redactor: Redactor) -> Bool {
    let bytes = Array(text.utf8)
    for place in bytes.indices where ":=".utf8.contains(bytes[place]) {
      let before = bytes[..<place].reversed().drop { $0 == 0x20 || "=!<>~".utf8.contains($0) }
      let name = String(decoding: before.prefix { $0.isInName }.reversed(), as: UTF8.self)
      let rest = bytes[(place + 1)...].drop { " =~'\"".utf8.contains($0) }
      guard !name.isEmpty, !rest.isEmpty else { continue }
      let value = String(decoding: rest, as: UTF8.self)
      // A value nobody takes for a scheme's word.
      let asked = redactor.redact(header: name, value: "x" + value)
      if !asked.utf8.elementsEqual(("x" + value).utf8) { return true }
      let pair = "?\(name)=x"
      if !redactor.redact(url: pair).utf8.elementsEqual(pair.utf8) { return true }
    }
    return false
  }
}

extension Response {
  /// Whether a word stands anywhere in what was sent and what came.
  fileprivate func holds(_ word: Pattern) -> Bool {
    let heads = hops.flatMap { [$0.requestHead, $0.head, Array($0.url.utf8)] }
    let fields = request.headers.map { Array($0.value.utf8) } + [Array(request.url.utf8)]
    if (heads + fields).contains(where: { $0.withUnsafeBytes { word.isFound(in: $0) } }) {
      return true
    }
    let bodies = [body, request.body.collected ?? .empty]
    return bodies.contains { $0.withUnsafeBytes { word.isFound(in: $0) } }
  }
}

extension Pattern {
  fileprivate func isFound(in bytes: UnsafeRawBufferPointer) -> Bool {
    // Where the search gives up it may be there.
    do throws(Trouble) { return try firstMatch(in: bytes) != nil } catch { return true }
  }
}

extension UInt8 {
  /// Letters, digits and what joins them in the name of a header or a field.
  fileprivate var isInName: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
}
