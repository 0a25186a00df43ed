import LosslessJSON
import NetEngine

/// Works out one request of a file: variables, URL, header lines, body.
struct FileTarget {
  let entry: RequestCollection.Entry
  let context: RequestContext
  let folder: ConfinedFolder
  private var resolver: VariableResolver
  /// A body that no empty line stands in front of.
  private var bodyBehindHead: String?
  /// The variables of a person's environment in the request.
  private var sent = SentEnvironment()
  /// What stands in front of a target that is only a path.
  static let baseVariable = "baseUrl"
  /// What another editor has for it.
  static let otherBase = "host"
  /// The variable a path stands on: its own name unless only the other one has a value.
  static func base(in scope: VariableScope) -> String {
    scope.find(baseVariable) == nil && scope.find(otherBase) != nil ? otherBase : baseVariable
  }
  /// What bodies made of text and files may have in memory.
  static let bodyLimit = 32 << 20

  init(
    entry: RequestCollection.Entry, context: RequestContext, scope: VariableScope,
    folder: ConfinedFolder
  ) {
    self.entry = entry
    self.context = context
    self.folder = folder
    resolver = VariableResolver(scope)
  }

  private var request: FileRequest { entry.request }

  mutating func target() throws(RequestFileProblem) -> RequestFileTarget {
    // In the order in which a person reads them: the first problem is the first to be told.
    let written = try resolver.textWithNames(request.target)
    sent.add(resolver.takeSources())
    var headers = try resolvedHeaders()
    let digest = headers.takeDigest()
    let url = try url(written, &headers)
    sent.add(resolver.takeSources())
    let task = try task(&headers)
    sent.addBody(resolver.takeSources())
    let sample = try sample()
    // With names in place of values no expectation could be read.
    let expectations = context.namesMadeValues ? [] : try expectations()
    var options = options
    options.digest = digest
    options.environment = sent.guarded(url)
    options.notes = context.namesMadeValues ? [] : notes
    let script =
      context.namesMadeValues ? request.answerScript : request.answerScript + (try assertions())
    return RequestFileTarget(
      baseURL: url, name: request.listName, group: entry.group, method: method, task: task,
      headers: headers, timeout: request.meta.timeout, options: options, sampleData: sample,
      envelope: try profile(), readsNoEnvelope: request.meta.readsNoEnvelope,
      unpacker: request.meta.unpacker,
      status: request.meta.status, mapping: request.meta.mapping,
      expectations: expectations, answerScript: script, confirmation: request.meta.confirmation,
      uses: resolver.uses, taken: sent.taken, secrets: secrets(besides: url),
      place: request.place, isInFile: entry.isInFile)
  }

  /// Every secret that was used so far.
  var secrets: [NamedSecret] { resolver.secrets.map(\.named) }

  /// The values to find everywhere: no address, and no short one without the name of a secret.
  private func secrets(besides url: String) -> [NamedSecret] {
    guard !resolver.secrets.isEmpty else { return [] }
    let host = (try? URLText(url)).map { [$0.host, $0.port.map { "\($0)" } ?? ""] } ?? []
    return resolver.secrets.filter { secret in
      let value = secret.named.value
      let isNamed =
        secret.isDeclared || SecretName(secret.named.name)?.covers(variable: value) == true
      guard value.utf8.count >= (isNamed ? NamedSecret.shortest : 6) else { return false }
      return secret.isDeclared
        || !(value.hasURLScheme || (host + [host.joined(separator: ":")]).contains(value))
    }.map(\.named)
  }

  /// The comments that are recorded with the request, their variables with values where they have some.
  private var notes: [String] {
    request.notes.compactMap(MetaWord.recorded).map { note in
      let template = Template(note, at: request.place)
      guard !template.uses.isEmpty else { return note }
      // A copy: what a note asks for is not sent.
      var resolver = resolver
      return (try? resolver.text(template)) ?? note
    }
  }

  private var method: HTTPMethod {
    request.method.rawValue == "GRAPHQL" ? .post : request.method
  }

  private var options: RequestOptions {
    var options = context.options
    if request.version != .automatic { options.version = request.version }
    options.tlsSwitch = "# @insecure"
    // No word of a file allows it: files of strangers are fired too.
    options.downgradeSwitch = "--allow-downgrade"
    options.connectTimeout = request.meta.connectTimeout ?? options.connectTimeout
    if request.meta.isInsecure { options.verifiesTLS = false }
    if request.meta.staysAtFirstAnswer { options.followsRedirects = false }
    options.leftOut += request.meta.leftOut.filter { !options.leavesOut($0) }
    return options
  }

  private func profile() throws(RequestFileProblem) -> EnvelopeProfile? {
    guard let name = request.meta.profile, !request.meta.readsNoEnvelope else { return nil }
    if let profile = context.profiles.named(name.value) { return profile }
    let near = NearestWord.of(name.value, in: context.profiles.map(\.name))
    throw RequestFileProblem(name.place, .unknownProfile(name.value, near: near))
  }

  private mutating func expectations() throws(RequestFileProblem) -> [Filter] {
    var filters: [Filter] = []
    for expectation in request.meta.expectations {
      filters.append(try resolver.filter(expectation))
    }
    return filters
  }

  private mutating func assertions() throws(RequestFileProblem) -> AnswerScript {
    var statements: [ScriptStatement] = []
    for assertion in request.meta.assertions {
      if let statement = try resolver.statement(assertion) { statements.append(statement) }
    }
    return AnswerScript(assertions: statements)
  }

  private mutating func sample() throws(RequestFileProblem) -> Body {
    guard context.readsSamples, let sample = request.meta.sample else { return .empty }
    return Body(try content(of: sample.value, at: sample.place))
  }

  // MARK: Head

  private mutating func resolvedHeaders() throws(RequestFileProblem) -> Headers {
    var headers = Headers()
    for field in request.headers {
      let name = try resolver.text(field.name)
      if isBody(name, field) {
        bodyBehindHead = name
        sent.addBody(resolver.takeSources())
        continue
      }
      let start = headers.count
      if field.name.isOneVariable, field.value.isEmpty,
        name.isEmpty || !name.utf8.allSatisfy(\.isTokenByte)
      {
        try addLines(name, of: field, to: &headers)
      } else {
        let (value, named) = try resolver.textWithNames(field.value)
        let isCredential = name.isSameHeaderName(as: "Authorization")
        if name.isSameHeaderName(as: "Host") { sent.host = named }
        headers.append(HeaderField(name, isCredential ? value.encodingCredentials : value))
      }
      sent.add(resolver.takeSources(), toHeaders: headers.dropFirst(start).map(\.name))
    }
    return headers
  }

  /// A last line that is one value of an answer, and no header line: other editors need no empty line
  /// in front of a body.
  private func isBody(_ text: String, _ field: FileRequest.Field) -> Bool {
    guard field.name.isOneVariable, field.value.isEmpty, field == request.headers.last,
      case .none = request.body, case .exchange = resolver.uses.last?.origin,
      field.name.uses.contains(where: \.expression.mayRefer)
    else { return false }
    return !text.utf8.contains(UInt8(ascii: ":"))
  }

  /// A line that is one variable: header lines, as they stand in its value.
  private func addLines(
    _ text: String, of field: FileRequest.Field, to headers: inout Headers
  ) throws(RequestFileProblem) {
    for line in text.utf8.split(separator: 0x0a) {
      let line = line.trimmingBlanks
      guard !line.isEmpty else { continue }
      guard let colon = line.firstIndex(of: 0x3a), line[..<colon].allSatisfy(\.isTokenByte) else {
        throw RequestFileProblem(
          field.place, .badHeader(found: String(Substring(line)).shortened))
      }
      headers.append(
        HeaderField(
          String(Substring(line[..<colon])),
          String(Substring(line[colon...].dropFirst().trimmingBlanks)).encodingCredentials))
    }
  }

  /// A path stands on the Host header or on the variable `baseUrl`; without a scheme it is http.
  private mutating func url(
    _ written: (text: String, named: String?), _ headers: inout Headers
  ) throws(RequestFileProblem) -> String {
    let target = written.text
    guard target.utf8.first == UInt8(ascii: "/") else {
      sent.authority = written.named.map { target.hasURLScheme ? $0 : "http://" + $0 }
      if target == "*" { throw RequestFileProblem(request.place, .noAbsoluteTarget(target)) }
      // `http:host/path`: browsers and editors put the slashes in.
      for scheme in ["http:", "https:"]
      where target.utf8.starts(with: scheme.utf8) && !target.hasURLScheme {
        // A host may be called so, and have a port.
        guard let next = target.utf8.dropFirst(scheme.utf8.count).first, next &- 0x30 >= 10 else {
          break
        }
        return scheme + "//" + target.dropFirst(scheme.utf8.count)
      }
      return target.hasURLScheme ? target : "http://" + target
    }
    if let host = headers["Host"] {
      headers.remove("Host")
      sent.authority = sent.host.map { Self.url(onHost: $0, "") }
      return Self.url(onHost: host, target)
    }
    let variable = Self.base(in: resolver.scope)
    guard resolver.scope.find(variable) != nil else {
      throw RequestFileProblem(request.place, .noBase(target))
    }
    let (base, named) = try resolver.textWithNames(
      Template("{{\(variable)}}", at: request.place))
    sent.authority = named.map { base.hasURLScheme ? $0 : "http://" + $0 }
    return URLText.join(base: base.hasURLScheme ? base : "http://" + base, path: target)
  }

  /// A path on a host: that may say its scheme, and so may its port.
  static func url(onHost host: String, _ path: String) -> String {
    if host.hasURLScheme { return URLText.join(base: host, path: path) }
    let isSecure =
      host.utf8.suffix(4).elementsEqual(":443".utf8)
      || host.utf8.suffix(5).elementsEqual(":8443".utf8)
    return (isSecure ? "https://" : "http://") + host + path
  }

  // MARK: Body

  private mutating func task(_ headers: inout Headers) throws(RequestFileProblem) -> HTTPTask {
    switch request.body {
    case .none: return bodyBehindHead.map { .requestData(Body($0)) } ?? .requestPlain
    case .content(let pieces):
      if pieces.count == 1, case .file(let path, replacesVariables: false, _, let place) = pieces[0]
      {
        return .uploadFile(try file(path, at: place))
      }
      return .requestData(Body(try content(of: pieces)))
    case .form(let lines): return .requestData(Body(try form(lines)))
    case .multipart(let boundary, let parts):
      return try multipart(boundary, parts)
    case .graphQL(let query, let name, let variables):
      headers.remove("X-Request-Type")
      if !headers.contains("Content-Type") {
        headers.append(HeaderField("Content-Type", "application/json", source: .task))
      }
      return .requestData(Body(try graphQL(query, name, variables)))
    case .held(let body):
      if case .file(let file) = body { return .uploadFile(file.path) }
      guard let bytes = body.collected else {
        throw RequestFileProblem(request.place, .file("the body", why: "cannot be read any more"))
      }
      return .requestData(bytes)
    }
  }

  /// A form has no line ends: lines are joined, with the `&` somebody may have left out.
  private mutating func form(_ lines: [Template]) throws(RequestFileProblem) -> String {
    var form = ""
    for line in lines {
      let text = try resolver.text(line)
      let isJoined = form.utf8.last == UInt8(ascii: "&") || text.utf8.first == UInt8(ascii: "&")
      form += form.isEmpty || isJoined ? text : "&" + text
    }
    return form
  }

  private mutating func graphQL(
    _ query: [FileBody.Piece], _ name: Template?, _ variables: [FileBody.Piece]
  ) throws(RequestFileProblem) -> [UInt8] {
    let text = try content(of: query)
    var json =
      Array(#"{"query":"#.utf8) + JSONText.token(String(decoding: text, as: UTF8.self).utf8)
    if let name {
      json += Array(#","operationName":"#.utf8) + JSONText.token(try resolver.text(name).utf8)
    }
    let values = try content(of: variables)
    if !values.isEmpty {
      let document = JSONDocument(values)
      if let error = document.error {
        throw RequestFileProblem(request.place, .badGraphQL("\(error)"))
      }
      json += Array(#","variables":"#.utf8) + values
    }
    return json + [UInt8(ascii: "}")]
  }

  private mutating func content(
    of pieces: [FileBody.Piece]
  ) throws(RequestFileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var spreads: Set<String>?
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += try resolver.text(text).utf8
      case .fragment(let name, let piece):
        // Fragments stand last: what they add is looked at when one is taken.
        if spreads == nil { spreads = bytes.fragmentSpreads }
        guard spreads?.contains(name) == true else { continue }
        let start = bytes.count
        defer { spreads?.formUnion(Array(bytes[start...]).fragmentSpreads) }
        bytes += [0x0a] + (try content(of: [piece]))
      case .file(let path, replacesVariables: false, _, let place):
        bytes += try content(of: path, at: place)
      case .file(let path, replacesVariables: true, let charset, let place):
        let template = try Self.template(
          of: file(path, at: place), in: folder, charset, at: place, name: path.source)
        bytes += try resolver.text(template).utf8
      }
      try checkLength(bytes)
    }
    return bytes
  }

  private mutating func content(
    of path: Template, at place: FilePlace
  ) throws(RequestFileProblem) -> [UInt8] {
    try loaded(file(path, at: place))
  }

  /// A file inside of the collection's folder, seen from the request file's own.
  private mutating func file(
    _ path: Template, at place: FilePlace
  ) throws(RequestFileProblem) -> String {
    let name = try resolver.text(path)
    do throws(ConfinedFolder.Refusal) {
      let real = try folder.locate(name, from: request.place.file.folderName)
      try ConfinedFolder.check(real)
      return real
    } catch {
      throw RequestFileProblem(place, .file(name, why: error.why))
    }
  }
}

// MARK: - Multipart

extension FileTarget {
  /// The bytes are as they are written, with CR LF between the lines of heads and parts.
  ///
  /// Where the engine would say the same in every head it reads files while it sends them; else
  /// they are read now.
  private mutating func multipart(
    _ boundary: Template, _ parts: [FileBody.Part]
  ) throws(RequestFileProblem) -> HTTPTask {
    let boundary = try resolver.text(boundary)
    var heads: [[String]] = []
    for part in parts {
      var lines: [String] = []
      for line in part.head {
        let text = try resolver.text(line)
        if text.utf8.contains(where: { $0 == 0x0a || $0 == 0x0d || $0 == 0 }) {
          let use = line.uses.first
          throw RequestFileProblem(
            use?.place ?? request.place, .lineBreak(in: use?.written ?? line.source))
        }
        lines.append(text)
      }
      heads.append(lines)
    }
    let contents = try parts.map { (part) throws(RequestFileProblem) in
      try self.content(of: part)
    }
    let streamed = zip(heads, contents).compactMap { Multipart.Part(head: $0, $1) }
    if streamed.count == parts.count {
      return .uploadMultipartFormData(Multipart(streamed, boundary: boundary))
    }
    var bytes: [UInt8] = []
    for (head, content) in zip(heads, contents) {
      bytes += "--\(boundary)\r\n".utf8
      for line in head { bytes += "\(line)\r\n".utf8 }
      bytes += "\r\n".utf8
      switch content {
      case .data(let body): bytes += body.bytes
      case .file(let path): bytes += try loaded(path)
      }
      bytes += "\r\n".utf8
      try checkLength(bytes)
    }
    return .requestData(Body(bytes + "--\(boundary)--\r\n".utf8))
  }

  private mutating func content(
    of part: FileBody.Part
  ) throws(RequestFileProblem) -> Multipart.Content {
    if part.content.count == 1,
      case .file(let path, replacesVariables: false, _, let place) = part.content[0]
    {
      return .file(path: try file(path, at: place))
    }
    return .data(Body(try content(of: part.content)))
  }

  private func loaded(_ path: String) throws(RequestFileProblem) -> [UInt8] {
    try Self.loaded(path, at: request.place)
  }

  private static func loaded(
    _ path: String, at place: FilePlace
  ) throws(RequestFileProblem) -> [UInt8] {
    do throws(ConfinedFolder.Refusal) {
      return try ConfinedFolder.read(path, limit: bodyLimit)
    } catch {
      throw RequestFileProblem(place, .file(path, why: error.why))
    }
  }

  /// The text of a body file whose variables are replaced.
  static func template(
    of real: String, in folder: ConfinedFolder, _ charset: String?, at place: FilePlace,
    name: String
  ) throws(RequestFileProblem) -> Template {
    let content = try decoded(loaded(real, at: place), charset, at: place, name: name)
    let source = SourceText(content, file: folder.name(of: real))
    return Template(source, (source.lines.first?.start ?? 0)..<content.count)
  }

  private func checkLength(_ bytes: [UInt8]) throws(RequestFileProblem) {
    guard bytes.count > Self.bodyLimit else { return }
    throw RequestFileProblem(request.place, .tooLong("the body", allowed: Self.bodyLimit))
  }
}

extension Multipart.Part {
  /// Reads the head of a part; nil unless this part would be sent with exactly these lines.
  fileprivate init?(head: [String], _ content: Multipart.Content) {
    let start = "Content-Disposition: form-data; name=\""
    guard let first = head.first, head.count <= 2, first.utf8.starts(with: start.utf8) else {
      return nil
    }
    let rest = first.utf8.dropFirst(start.utf8.count)
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    self.init(name: String(Substring(rest[..<end])), content)
    var tail = rest[end...].dropFirst()
    let file = "; filename=\""
    if tail.starts(with: file.utf8) {
      tail = tail.dropFirst(file.utf8.count)
      guard tail.last == UInt8(ascii: "\"") else { return nil }
      fileName = String(Substring(tail.dropLast()))
      tail = tail.suffix(0)
    }
    guard tail.isEmpty, !(fileName ?? "").utf8.contains(UInt8(ascii: "\"")) else { return nil }
    if head.count == 2 {
      let type = "Content-Type: "
      guard head[1].utf8.starts(with: type.utf8) else { return nil }
      mimeType = String(head[1].dropFirst(type.utf8.count))
    }
    // A file is given a name and a type when none is said.
    if case .file = content, fileName == nil || mimeType == nil { return nil }
  }
}

extension Headers {
  /// Takes out `Digest user password` and `Digest user:password`, as both editors write it; an answer
  /// to a challenge has parameters and stays.
  fileprivate mutating func takeDigest() -> DigestCredentials? {
    guard let value = self["Authorization"]?.utf8, value.starts(with: "Digest ".utf8) else {
      return nil
    }
    let rest = value.dropFirst(7).trimmingBlanks
    let end = rest.firstIndex { $0.isBlank || $0 == UInt8(ascii: ":") } ?? rest.endIndex
    guard !rest[..<end].contains(UInt8(ascii: "=")), end > rest.startIndex, end < rest.endIndex
    else { return nil }
    let password = rest[end...].dropFirst().trimmingBlanks
    remove("Authorization")
    return DigestCredentials(
      user: String(Substring(rest[..<end])), password: String(Substring(password)))
  }
}

extension String {
  /// Encodes `Basic user password` and `Basic user:password`, as both editors do; base64 has
  /// neither blanks nor colons.
  fileprivate var encodingCredentials: String {
    let bytes = Array(utf8)
    guard bytes.starts(with: "Basic ".utf8) else { return self }
    var rest = Array(bytes.dropFirst(6)[...].trimmingBlanks)
    if !rest.contains(UInt8(ascii: ":")) {
      guard let blank = rest.firstIndex(where: \.isBlank) else { return self }
      rest = rest[..<blank] + [UInt8(ascii: ":")] + rest[blank...].trimmingBlanks
    }
    return "Basic " + rest.base64
  }

  /// Whether it names its scheme; `localhost:8080` does not.
  var hasURLScheme: Bool {
    guard let mark = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return utf8[mark...].starts(with: "://".utf8)
  }
}
