import LosslessJSON
import NetEngine

/// A value that stands for a variable: where it is found in a request, the variable is written.
public struct KnownValue: Sendable, Hashable {
  /// The bytes that are looked for.
  public var value: String
  /// What is written in their place: `{{token}}`.
  public var written: String
  /// Where the value comes from, in words.
  public var origin: String

  /// Takes all three.
  public init(value: String, written: String, origin: String) {
    (self.value, self.written, self.origin) = (value, written, origin)
  }
}

extension RequestCollection {
  /// Shorter values of answers are there by chance.
  private static let shortestAnswer = 12

  /// The base URL and values of earlier responses, the longest first, that a request in a file could
  /// write as variables.
  ///
  /// A value of a response counts if it is in exactly one response and its request did not send it:
  /// an echo is no source.
  public func knownValues(
    inFile name: String, in context: RequestContext = RequestContext()
  ) -> [KnownValue] {
    let values = base(inFile: name, context) + answers(context)
    return values.enumerated().sorted { left, right in
      let (one, other) = (left.element.value.utf8.count, right.element.value.utf8.count)
      return one == other ? left.offset < right.offset : one > other
    }.map(\.element)
  }

  private func base(inFile name: String, _ context: RequestContext) -> [KnownValue] {
    var resolver = VariableResolver(scope(inFile: name, context))
    let written = "{{\(FileTarget.baseVariable)}}"
    guard let value = try? resolver.text(Template(written, at: FilePlace(""))), !value.isEmpty,
      let use = resolver.uses.last
    else { return [] }
    return [KnownValue(value: value, written: written, origin: "\(use.origin)")]
  }

  private func answers(_ context: RequestContext) -> [KnownValue] {
    var found: [String: (entry: Int, written: String, origin: String)] = [:]
    var spoilt: Set<String> = []
    for entry in entries {
      guard let name = entry.request.name, let answer = context.earlier?(entry),
        (try? entries(named: name).count) == 1
      else { continue }
      let echoes = Echoes(answer)
      let json = JSONDocument(answer.responseBody.bytes).json
      json.forEachString(atLeast: Self.shortestAnswer) { path, value in
        guard !echoes.contains(value) else { return }
        if let known = found[value] {
          if known.entry != entry.id { spoilt.insert(value) }
          return
        }
        let text = "\(name).response.body.$\(path)"
        guard case .reference(let reference) = TemplateExpression(text),
          let back = try? reference.value(at: FilePlace(""), in: { (_, _) in answer }),
          back == value
        else { return }
        found[value] = (entry.id, "{{\(text)}}", "the response to \(name)")
      }
    }
    return found.filter { !spoilt.contains($0.key) }
      .sorted { $0.value.written < $1.value.written }
      .map { KnownValue(value: $0.key, written: $0.value.written, origin: $0.value.origin) }
  }
}

/// What was sent with a request, as far as its answer may only repeat it.
private struct Echoes {
  /// Texts in which it may stand anywhere.
  private var texts: [String]
  private var strings: Set<String> = []

  /// A longer text is not searched for each of a hundred thousand values.
  private static let longestText = 4 << 10

  init(_ exchange: EarlierExchange) {
    texts = [exchange.requestURL] + exchange.requestHeaders.map(\.value)
    let document = JSONDocument(exchange.requestBody.bytes)
    document.json.forEachString(atLeast: 1) { strings.insert($1) }
    guard let body = exchange.requestBody.text else { return }
    strings.insert(body)
    strings.insert(body.trimmedBlanks)
    if document.error != nil, body.utf8.count <= Self.longestText { texts.append(body) }
  }

  func contains(_ value: String) -> Bool {
    strings.contains(value) || texts.contains { $0.utf8.firstPlace(of: value.utf8) != nil }
  }
}

extension JSON {
  /// Every string of so many bytes in it, with its path as references write it; values beyond a
  /// hundred thousand are left out.
  fileprivate func forEachString(atLeast count: Int, _ body: (String, String) -> Void) {
    var left = 100_000
    func visit(_ json: JSON, _ path: String) {
      left -= 1
      guard left > 0 else { return }
      if let text = json.string {
        if text.utf8.count >= count { body(path, text) }
      } else if let members = json.members {
        for (key, value) in members { visit(value, path + JSONPath.Step.key(key).asReference) }
      } else if let elements = json.array {
        for (index, value) in elements.enumerated() { visit(value, path + "[\(index)]") }
      }
    }
    visit(self, "")
  }
}

extension JSONPath.Step {
  fileprivate var asReference: String {
    switch self {
    case .index(let index): return "[\(index)]"
    case .key(let key):
      let isPlain = key.utf8.allSatisfy {
        $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5f
      }
      return isPlain && !key.isEmpty ? ".\(key)" : "['\(key)']"
    }
  }
}

extension ExchangeReference {
  /// `login.response.body.$.data.token`; nil where the name or a key cannot stand in a reference.
  package static func text(_ name: String, _ part: Part) -> String? {
    let place =
      switch part {
      case .json(let path): "body.$\(path.steps.map(\.asReference).joined())"
      case .header(let header): "headers.\(header)"
      case .cookie(let cookie): "cookies.\(cookie)"
      case .body: "body"
      case .status: "status"
      }
    let text = "\(name).response.\(place)"
    guard case .reference(let read) = TemplateExpression(text), read.name == name, read.part == part
    else { return nil }
    return text
  }
}

// MARK: - In a request

extension WrittenRequest {
  /// Writes variables where their values stand; gives those that were used, in order.
  public mutating func putBack(_ values: [KnownValue]) -> [KnownValue] {
    var used: [KnownValue] = []
    func put(_ text: String) -> String { Self.put(values, into: text, &used) }
    target = put(target)
    headers = headers.map { HeaderField($0.name, put($0.value)) }
    switch body {
    case .text(let text): body = .text(put(text))
    case .lines(let text): body = .lines(put(text))
    case .held: break
    }
    return used
  }

  private static func put(
    _ values: [KnownValue], into text: String, _ used: inout [KnownValue]
  ) -> String {
    var pieces: [(text: String, isVariable: Bool)] = Template(text, at: FilePlace("")).pieces.map {
      switch $0 {
      case .text(let text): (text, false)
      case .use(let use): ("{{\(use.written)}}", true)
      }
    }
    for value in values {
      pieces = pieces.flatMap { piece -> [(text: String, isVariable: Bool)] in
        guard !piece.isVariable else { return [piece] }
        let parts = piece.text.split(byWhole: value.value)
        guard parts.count > 1 else { return [piece] }
        if !used.contains(value) { used.append(value) }
        var made: [(text: String, isVariable: Bool)] = [(parts[0], false)]
        for part in parts.dropFirst() { made += [(value.written, true), (part, false)] }
        return made
      }
    }
    return pieces.map(\.text).joined()
  }
}

extension String {
  /// The stretches between the places where a value stands that is no part of a longer word.
  fileprivate func split(byWhole value: String) -> [String] {
    let (bytes, wanted) = (Array(utf8), Array(value.utf8))
    guard !wanted.isEmpty, wanted.count <= bytes.count else { return [self] }
    func isWord(_ byte: UInt8) -> Bool {
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5f
    }
    var parts: [String] = []
    var (start, at) = (0, 0)
    while let found = bytes[at...].firstPlace(of: wanted) {
      let isWhole =
        (found.lowerBound == 0 || !isWord(bytes[found.lowerBound - 1]) || !isWord(wanted[0]))
        && (found.upperBound == bytes.count || !isWord(bytes[found.upperBound])
          || !isWord(wanted[wanted.count - 1]))
      at = isWhole ? found.upperBound : found.lowerBound + 1
      guard isWhole else { continue }
      parts.append(String(decoding: bytes[start..<found.lowerBound], as: UTF8.self))
      start = found.upperBound
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}

// MARK: - Names

extension RequestCollection {
  /// The variables that have a value in a file of the collection.
  public func variableNames(
    inFile name: String, in context: RequestContext = RequestContext()
  ) -> Set<String> {
    scope(inFile: name, context).names
  }

  private func scope(inFile name: String, _ context: RequestContext) -> VariableScope {
    let folders = confined.folders(above: name).compactMap { settings[$0] }
    let layers = folders.flatMap(\.environments).flatMap(\.layers)
    return VariableScope(
      set: context.set, file: files.first { $0.name == name }, line: .max,
      environments: layers.filter { $0.name == context.environment }
        + layers.filter { $0.name == EnvironmentLayer.shared },
      dotenv: folders.compactMap(\.dotenv), system: context.system,
      exchange: { (reference, place) throws(RequestFileProblem) in
        throw RequestFileProblem(place, .noAnswer(reference.name))
      })
  }
}

extension RequestFile {
  /// The variables of the process its requests name, each once.
  package var processNames: [String] {
    var seen: Set<String> = []
    return requests.flatMap(\.templates).flatMap(\.processNames).filter {
      seen.insert($0).inserted
    }
  }

  /// The variables its requests name, each once.
  public var variableNames: [String] {
    var seen: Set<String> = []
    return requests.flatMap(\.templates).flatMap(\.variableNames).filter {
      seen.insert($0).inserted
    }
  }
}
