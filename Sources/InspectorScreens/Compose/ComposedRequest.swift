import NetEngine
import RequestFiles

/// A request as it is sent once its variables have values: what the form shows, and no more.
package struct ComposedRequest: Sendable, Hashable {
  package var method: String
  package var url: String
  package var headers: [HeaderField]
  package var body: WrittenRequest.Payload
  /// Comments of a request file that say how it travels and how its answer is read.
  package var notes: [String] = []
  /// What the request line ends in.
  package var version = ""
  /// Values of this run that stand for `{{$processEnv NAME}}`; they are written nowhere.
  package var secrets: [String: String] = [:]
  /// Its names in other runs and in recordings.
  package var origin = Origin()

  /// All origins are equal: two requests are the same whatever they were made of.
  package struct Origin: Sendable, Hashable {
    /// The entry it was made of, and what was changed.
    package var key: String?
    /// The name of its row: the request it was made of, and what was changed.
    package var name: String?

    package static func == (left: Self, right: Self) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
  }

  package init(method: String, url: String, headers: [HeaderField] = [], body: [UInt8] = []) {
    self.init(
      method: method, url: url, headers: headers,
      payload: .text(String(decoding: body, as: UTF8.self)))
  }

  package init(
    method: String, url: String, headers: [HeaderField] = [], payload: WrittenRequest.Payload
  ) {
    (self.method, self.url, self.headers, body) = (method, url, headers, payload)
  }

  /// The same as a request file would say it.
  package var written: WrittenRequest {
    WrittenRequest(
      method: method, target: url, headers: headers, body: body, notes: notes, version: version)
  }

  /// A name for exactly this request before its variables have values, so the same in each run.
  var fingerprint: String {
    var words = [method, url, version] + notes + headers.map { "\($0.name): \($0.value)" }
    switch body {
    case .text(let text), .lines(let text): words.append(text)
    case .held(let body): if case .bytes(let bytes) = body { words.append(bytes.sha256.hex) }
    }
    return Body(Array(words.joined(separator: "\n").utf8)).sha256.hex
  }

  /// `GET https://…`, or a URL alone, as it was typed; nil when there is no URL.
  init?(words text: String) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = words.first else { return nil }
    if words.count == 2 {
      let url = words[1].drop { $0 == " " }
      self.init(method: String(first).uppercased(), url: String(url))
    } else {
      guard first.utf8.contains(where: { "./:".utf8.contains($0) }) else { return nil }
      self.init(method: "GET", url: String(first))
    }
  }

  /// The curl command that `POST https://… -H 'A: b' -d {}` is, or `-X POST https://…`.
  static func curl(in text: String) -> String? {
    if text.utf8.first == UInt8(ascii: "-") { return "curl \(text)" }
    let words = text.split(separator: " ", maxSplits: 1)
    guard let first = words.first, text.contains(" -") else { return nil }
    if first.utf8.contains(where: { "./:".utf8.contains($0) }) { return "curl \(text)" }
    return words.count == 2 ? "curl -X \(first.uppercased()) \(words[1])" : nil
  }
}

extension String {
  /// The URL somebody meant whose scheme is misspelt: `htp:/x`, `http//x`; nil where nothing is.
  ///
  /// Without it the scheme would be taken for a host, and the mistake for one of the network.
  var nearURL: String? {
    let isLetter = { (byte: UInt8) in 0x61...0x7A ~= byte | 0x20 }
    let word = String(decoding: utf8.prefix(while: isLetter), as: UTF8.self)
    let rest = utf8.dropFirst(word.utf8.count)
    let mark = rest.prefix { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    let other = rest.dropFirst(mark.count)
    guard !word.isEmpty, !other.isEmpty, mark.count > 1,
      let scheme = NearestWord.of(word, in: ["http", "https"])
    else { return nil }
    let isRight = scheme == word.lowercased() && mark.elementsEqual("://".utf8)
    return isRight ? nil : "\(scheme)://\(String(decoding: other, as: UTF8.self))"
  }

  /// With `http://` in front where no scheme is written; a path and a variable stay as they are.
  var withScheme: String {
    if utf8.first == UInt8(ascii: "/") || utf8.starts(with: "{{".utf8) { return self }
    guard let mark = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[mark...].starts(with: "://".utf8)
    else { return "http://" + self }
    return self
  }
}
