import NetEngine
import NetRecordings
import RequestFiles

/// What keeping comes to, before it is written: a person looks at it first.
package struct KeepPlan: Sendable, Hashable {
  package var order: KeepOrder
  /// The file, as a person would name it, and where it is.
  package var file: String
  package var path: String
  /// The bytes it has now; nil where it is new.
  package var before: [UInt8]?
  /// What is written behind them, or at `place`.
  package var text: String
  /// The byte of the file in front of which it is written; nil for behind all.
  package var place: Int?
  /// Files that go beside it.
  package var files: [File]
  /// The names of the requests.
  package var names: [String]
  /// What is worth knowing, a line each: variables that were put back, names that were taken.
  package var notes: [String]
  /// What has to be there before it can be fired, a line each.
  package var needs: [String] = []

  package struct File: Sendable, Hashable {
    package var name: String
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  package init(order: KeepOrder, file: String, path: String, before: [UInt8]?) {
    (self.order, self.file, self.path, self.before) = (order, file, path, before)
    (text, files, names, notes) = ("", [], [], [])
  }

  /// The whole file as it will be.
  package var bytes: [UInt8] {
    guard let before, !before.isEmpty else { return Array(text.utf8) }
    if let place { return before[..<place] + Array(text.utf8) + before[place...] }
    let end = before.last == 0x0A ? "" : "\n"
    return before + Array("\(end)\n\(text)".utf8)
  }

  /// The line the first of them begins at.
  package var line: Int {
    bytes.prefix(place ?? bytes.count - text.utf8.count).count { $0 == 0x0A } + 1
  }
}

extension KeepPlan {
  /// Adds a request, its variables put back, under a name that is free.
  package mutating func add(
    _ sent: KeepOrder.Sent, named wanted: String?, _ values: [KnownValue], taken: inout Set<String>
  ) {
    var draft = sent.draft
    let used = draft.putBack(values)
    var written = draft.withoutSecrets.written
    // A variable's value may be longer than the text it replaces.
    written.headers = Array(Headers(written.headers).endToEnd)
    let base =
      wanted
      ?? (sent.name.isEmpty
        ? ExportedRequests.name(
          of: sent.draft.written.method, sent.draft.written.target) : sent.name)
    let name = base.firstFree(base + " ") { !taken.insert($0).inserted }
    names.append(name)
    if wanted != nil || !sent.name.isEmpty, name != base {
      notes.append("the name '\(base.shortened)' is taken: it is called '\(name.shortened)'")
    }
    for value in used {
      let line = "\(value.written) stands for \(value.origin)"
      if !notes.contains(line) { notes.append(line) }
    }
    if !text.isEmpty { text += "\n" }
    text += self.text(of: written, name)
  }

  /// The text of a request; a body no request file can hold goes into a file beside it.
  private mutating func text(of request: WrittenRequest, _ name: String) -> String {
    guard !request.isWritable else { return request.text(named: name) }
    var other = request
    let bytes: [UInt8]
    var mark = "<"
    switch request.body {
    case .text(let text):
      bytes = Array(text.utf8)
      if text.contains("{{") { mark = "<@" }
    case .lines(let text): bytes = Array(text.utf8)
    case .held(let body): bytes = (body.collected ?? .empty).bytes
    }
    let file =
      "\(name.asFileName)-body.\(String(validating: bytes, as: UTF8.self) == nil ? "bin" : "txt")"
    files.append(File(name: file, bytes: bytes))
    notes.append("its body goes into \(file): a request file cannot hold it")
    other.body = .lines("\(mark) ./\(file)")
    return other.text(named: name)
  }
}

extension Draft {
  /// Writes variables where their values stand, gives those that were used.
  ///
  /// A secret may be the value of a variable too. Where looking into secrets would leave one as text,
  /// a part of a longer word, they stay the names they are.
  fileprivate mutating func putBack(_ values: [KnownValue]) -> [KnownValue] {
    let named = written
    var shown = self
    shown.revealSecrets()
    var request = shown.written
    var used = request.putBack(values)
    let names = secrets.map { name, value in
      KnownValue(value: value, written: "{{$processEnv \(name)}}", origin: "")
    }.sorted { $0.value.utf8.count > $1.value.utf8.count }
    _ = request.putBack(names)
    if secrets.values.contains(where: { request.count(of: $0) > named.count(of: $0) }) {
      request = named
      used = request.putBack(values)
    }
    take(request)
    return used
  }

  /// Values in place of the names that stand for them: only as long as they are looked at.
  fileprivate mutating func revealSecrets() {
    let secrets = secrets
    change { text in
      secrets.reduce(text) { $0.putting($1.value, inPlaceOf: "{{$processEnv \($1.key)}}") }
    }
  }

  /// Gives secrets other names, all at once: one may get the name another had.
  mutating func rename(secrets names: [String: String]) {
    guard !names.isEmpty else { return }
    let pairs = names.sorted { $0.key < $1.key }
    change { text in
      let marked = pairs.reduce(text) {
        $0.putting("{{\u{0}\($1.value)}}", inPlaceOf: "{{$processEnv \($1.key)}}")
      }
      return marked.putting("{{$processEnv ", inPlaceOf: "{{\u{0}")
    }
    secrets = Dictionary(secrets.map { (names[$0.key] ?? $0.key, $0.value) }) { first, _ in first }
  }

  /// Changes every text of it.
  private mutating func change(_ changed: (String) -> String) {
    url = changed(url)
    rows = rows.map { Row(changed($0.line), isOn: $0.isOn) }
    switch body {
    case .text(let text): body = .text(changed(text))
    case .lines(let text): body = .lines(changed(text))
    case .held: break
    }
  }
}

extension String {
  fileprivate func putting(_ text: String, inPlaceOf other: String) -> String {
    split(separator: other, omittingEmptySubsequences: false).joined(separator: text)
  }
}

extension WrittenRequest {
  /// How often a text stands in what is sent.
  fileprivate func count(of text: String) -> Int {
    var places = [target] + headers.map(\.value)
    switch body {
    case .text(let body), .lines(let body): places.append(body)
    case .held: break
    }
    return places.reduce(0) { count, place in
      count + place.split(separator: text, omittingEmptySubsequences: false).count - 1
    }
  }
}
