import NetEngine
import RequestFiles

/// Values of responses that later requests were sent with: a token, an id.
///
///     login answers {"data": {"token": "4f…"}}  ─►  Authorization: Bearer 4f…
///
/// A value that a request carried before any response had it is the client's own.
struct ValueChain {
  /// A place in a response that later requests need.
  struct Value: Hashable {
    /// The exchange whose response has it, counted from 0.
    let giver: Int
    let part: ExchangeReference.Part

    /// The last key of the place as a word of a programming language.
    var name: String {
      let key: String
      switch part {
      case .json(let path): key = path.steps.last.map { "\($0)" } ?? ""
      case .header(let name), .cookie(let name): key = name
      case .body, .status: key = ""
      }
      let parts = key.utf8.split { !($0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26) }
      return parts.last.map { String(Substring($0)) } ?? "value"
    }
  }

  /// The values that are used, in the order of their first use.
  private(set) var values: [Value] = []
  /// For each exchange the values in its request, by their texts.
  private var uses: [[String: Value]] = []

  private enum Origin {
    case client
    case response(Value)
  }

  /// Bytes of a value that is no secret; a shorter one is equal by chance.
  private static let shortest = 12
  private static let longest = 8_192

  init(_ exchanges: [Exchange]) {
    var origins: [String: Origin] = [:]
    var used: Set<Value> = []
    for (number, exchange) in exchanges.enumerated() {
      var own: [String: Value] = [:]
      for word in Self.texts(of: exchange.request).flatMap(Self.words) {
        let key = Self.key(word)
        guard let origin = origins[key] else {
          origins[key] = .client
          continue
        }
        guard case .response(let value) = origin else { continue }
        own[word] = value
        if used.insert(value).inserted { values.append(value) }
      }
      uses.append(own)
      guard let response = exchange.response else { continue }
      let leaves = Self.fields(response) + ((try? response.mapJSON()).map(Self.leaves) ?? [])
      for (part, text) in leaves where origins[Self.key(text)] == nil {
        origins[Self.key(text)] = .response(Value(giver: number, part: part))
      }
    }
  }

  /// A text of a request in pieces: plain text, and values of earlier responses.
  func pieces(of text: String, in number: Int) -> [(text: String, value: Value?)] {
    let own = uses[number]
    guard !own.isEmpty else { return [(text, nil)] }
    var pieces: [(text: String, value: Value?)] = []
    var plain = ""
    var rest = Substring(text)
    for word in Self.words(text) {
      guard let value = own[word], let place = rest.utf8.firstPlace(of: word.utf8) else { continue }
      plain += rest[..<place.lowerBound]
      if !plain.isEmpty { pieces.append((plain, nil)) }
      pieces.append((word, value))
      (plain, rest) = ("", rest[place.upperBound...])
    }
    plain += rest
    if !plain.isEmpty || pieces.isEmpty { pieces.append((plain, nil)) }
    return pieces
  }

  /// A request with other text in place of the values; nil keeps the recorded one.
  func request(
    _ request: HTTPRequest, of number: Int, _ written: (Value) -> String?
  ) -> HTTPRequest {
    guard !uses[number].isEmpty else { return request }
    func filled(_ text: String) -> String {
      pieces(of: text, in: number).map { $0.value.flatMap(written) ?? $0.text }.joined()
    }
    var request = request
    let origin = request.url.utf8.count - request.url.behindOrigin.utf8.count
    let server = String(decoding: request.url.utf8.prefix(origin), as: UTF8.self)
    request.url = server + filled(String(request.url.behindOrigin))
    request.headers = Headers(
      request.headers.map { field in
        var field = field
        field.value = filled(field.value)
        return field
      })
    if case .bytes(let body) = request.body, let text = body.text {
      request.body = .bytes(Body(filled(text)))
    }
    return request
  }

  // MARK: Looking

  /// Texts in a response that may be a token or an id.
  private static func leaves(_ json: JSON) -> [(part: ExchangeReference.Part, text: String)] {
    var found: [(ExchangeReference.Part, String)] = []
    var open = [(JSONPath([]), json)]
    while let (path, json) = open.popLast(), found.count < 1_000, open.count < 10_000 {
      for (key, value) in json.members ?? [] { open.append((path.appending(.key(key)), value)) }
      for (index, value) in (json.array ?? []).enumerated() {
        open.append((path.appending(.index(index)), value))
      }
      guard let text = json.string else { continue }
      if isValue(text) { found.append((.json(path), text)) }
    }
    return found
  }

  /// Headers and cookies of a response that may be a token or an id.
  private static func fields(
    _ response: Response
  ) -> [(part: ExchangeReference.Part, text: String)] {
    response.hops.flatMap(\.headers).compactMap { field in
      let isCookie = field.name.isSameHeaderName(as: "Set-Cookie")
      let pair: (name: String, value: String)? =
        isCookie ? field.value.cookie : (field.name, field.value)
      guard let pair, isValue(pair.value)
      else { return nil }
      return (isCookie ? .cookie(pair.name) : .header(pair.name), pair.value)
    }
  }

  private static func isValue(_ text: String) -> Bool {
    RedactedText.template(text) != nil || words(text) == [text]
  }

  /// Equal for two texts of one value; a secret may have another name in each place.
  private static func key(_ word: String) -> String {
    if let mark = RedactedText.template(word) {
      return "secret \(SecretVariable.identity(ofMark: mark.name, hash: mark.hash))"
    }
    return SecretVariable.identity(of: word).map { "secret \($0)" } ?? word
  }

  /// The server is none of the values.
  private static func texts(of request: HTTPRequest) -> [String] {
    [String(request.url.behindOrigin)] + request.headers.map(\.value)
      + [request.body.collected?.text ?? ""]
  }

  /// Words that look made: with a digit, long enough, of the letters of tokens and ids.
  ///
  /// Base64 with its other signs counts where blanks or quotes are around it.
  private static func words(_ text: String) -> [String] {
    text.utf8.split { $0 <= 0x20 || $0 >= 0x7f || "\",;'".utf8.contains($0) }.flatMap { stretch in
      let word = String(Substring(stretch))
      if isBase64(stretch) { return [word] }
      return stretch.split { !$0.isWordByte }.filter { part in
        part.count >= shortest && part.count < longest && part.contains { $0 &- 0x30 < 10 }
      }.map { String(Substring($0)) }
    }
  }

  private static func isBase64(_ word: Substring.UTF8View) -> Bool {
    guard word.count >= 20, word.count < longest, word.contains(where: { "+/=".utf8.contains($0) })
    else { return false }
    let content = word.reversed().drop { $0 == UInt8(ascii: "=") }
    return content.allSatisfy { $0.isLetterOrDigit || "+/".utf8.contains($0) }
      && content.contains { $0 &- 0x30 < 10 } && content.contains { $0 &- 0x61 < 26 }
      && content.contains { $0 &- 0x41 < 26 }
  }
}

extension String {
  /// The path, the query and the fragment of a URL.
  fileprivate var behindOrigin: Substring {
    let start = utf8.firstPlace(of: "://".utf8)?.upperBound ?? startIndex
    return self[(utf8[start...].firstIndex { $0 == 0x2f || $0 == 0x3f } ?? endIndex)...]
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 }
  fileprivate var isWordByte: Bool { isLetterOrDigit || "-._~".utf8.contains(self) }
}
