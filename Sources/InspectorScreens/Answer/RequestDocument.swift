import NetEngine

/// What was sent, byte for byte but for values of secret variables, hop by hop, and who had said it.
enum RequestDocument {
  static func make(_ sent: Response, _ fromApp: HTTPRequest?) -> TextDocument {
    let response = sent.hidingSecretVariables
    var sections: [TextSection] = []
    for (index, hop) in response.hops.enumerated() {
      if response.hops.count > 1 { sections.append(HopHeading.section(index, of: response)) }
      if let proxy = hop.connection.proxy { sections.append(.note("(\(proxy.words))")) }
      sections += head(hop, response.request)
      sections += body(hop, response.request)
      if index + 1 < response.hops.count { sections.append(.emptyLine) }
    }
    sections += FormTable.sections(of: response.request) + additions(response)
    if let fromApp {
      sections += [.emptyLine, .note("as the app sent it, before it was changed:")]
      sections += [written(fromApp.method, fromApp.url, fromApp.headers)] + fromApp.body.sections
    }
    if !sent.request.secrets.isEmpty {
      sections += [.emptyLine, .note("values of secret variables are hidden; Y r copies all")]
    }
    return TextDocument(sections)
  }

  private static func head(_ hop: Hop, _ request: HTTPRequest) -> [TextSection] {
    guard hop.requestHead.isEmpty else {
      let spans = HeadStyle.spans(of: hop.requestHead, hasRequestLine: true)
      return [TextSection(source: .bytes(hop.requestHead), spans: spans, form: .head)]
    }
    return [
      .note("(nothing was written to a socket; this was prepared)"),
      written(hop.method, hop.url, request.headers),
    ]
  }

  private static func written(
    _ method: HTTPMethod, _ url: String, _ headers: Headers
  ) -> TextSection {
    var builder = TextBuilder()
    builder.addLine("\(method.rawValue) \(url)", Style(.title, bold: true))
    for field in headers { builder.add(field: field) }
    builder.endLine()
    return builder.section
  }

  private static func body(_ hop: Hop, _ request: HTTPRequest) -> [TextSection] {
    guard hop.sentBodyBytes > 0 || hop.requestHead.isEmpty else { return [.note("(no body)")] }
    guard let part = request.keptPart else { return request.body.sections }
    return (request.body == .none ? [] : request.body.sections) + [.note("(\(part))")]
  }

  /// What the target did not say itself, with who did; each cookie of a hop with its answer.
  private static func additions(_ response: Response) -> [TextSection] {
    let fields = response.request.headers.filter { $0.source.words != nil }
    var added = fields.map { ($0.name, $0.source.words ?? "") }
    for (index, hop) in response.hops.enumerated() {
      let place = response.hops.count > 1 ? ", hop \(index + 1)" : ""
      added += hop.cookies.map { ("cookie \($0.name)", ($0.source?.words ?? "kept") + place) }
    }
    guard !added.isEmpty else { return [] }
    var builder = TextBuilder()
    builder.addLine("added on the way", Style(.title, bold: true))
    let width = min(28, added.map { $0.0.utf8.count }.max() ?? 0)
    for (name, words) in added {
      builder.add("  \(name)", Style(.key))
      builder.add(.blanks(max(0, width - name.utf8.count) + 2))
      builder.addLine(words, Style(.faint))
    }
    return [.emptyLine, builder.section]
  }
}

extension RequestBody {
  /// The body as it is sent; what is in files is named.
  var sections: [TextSection] {
    switch self {
    case .none: [.note("(no body)")]
    case .bytes(let body): [TextSection.body(body).colouredAsJSON]
    case .file(let file): [.note("(the file \(file.path), \(Units.bytes(file.count)))")]
    case .multipart(let encoded):
      encoded.segments.map { segment in
        switch segment {
        case .bytes(let body): .body(body)
        case .file(let file): .note("(the file \(file.path), \(Units.bytes(file.count)))")
        }
      }
    }
  }
}

extension TextSection {
  /// The same with the colours of JSON, where it is a document and no long one.
  fileprivate var colouredAsJSON: TextSection {
    guard case .body(let body) = source, body.count <= App.readAtOnce,
      body.starts(with: "{".utf8) || body.starts(with: "[".utf8)
    else { return self }
    let document = JSONDocument(body)
    guard document.root.map({ document.count(of: $0) > 0 }) == true else { return self }
    var section = self
    section.tint = JSONColours(JSONForest(document))
    return section
  }
}

extension SentCookie.Source {
  /// The answer that set it, and when.
  var words: String { "from \(request), \(HARDate.text(time).dropFirst(11).prefix(8)) UTC" }
}

extension HeaderField.Source {
  /// Who said a field that the target did not say.
  var words: String? {
    switch self {
    case .target, .wire: nil
    case .task: "by the body's encoding"
    case .plugin(let name): "by the plugin \(name)"
    case .engine: "by default"
    case .url: "from the URL's user name and password"
    case .cookies: "by the cookie store"
    }
  }
}
