import LosslessJSON
import NetEngine

/// From what the options say to what is sent.
extension CurlArguments {
  func endpoint(offset: Int) throws(CurlImportProblem) -> Endpoint {
    let hasData = data != nil || dataFile != nil
    if hasData, !form.isEmpty { throw CurlImportProblem(offset, .together("-d", "-F")) }
    if isHead, hasData, !isGet { throw CurlImportProblem(offset, .together("-I", "-d")) }
    if isHead, !form.isEmpty { throw CurlImportProblem(offset, .together("-I", "-F")) }
    if upload != nil, hasData || !form.isEmpty {
      throw CurlImportProblem(offset, .together("-T", hasData ? "-d" : "-F"))
    }
    var endpoint = Endpoint(
      url: try finalURL(offset), method: finalMethod, headers: finalHeaders, timeout: timeout,
      options: options)
    endpoint.options?.leftOut = leftOut
    endpoint.options?.digest = try digest(offset)
    if !form.isEmpty {
      endpoint.task = .uploadMultipartFormData(Multipart(form))
    } else if let upload {
      endpoint.task =
        readsInput(upload)
        ? .requestData(Body(try read("-", offset))) : .uploadFile(upload)
    } else if let dataFile, !isGet {
      endpoint.task = .uploadFile(dataFile)
    } else if let data, !isGet {
      endpoint.task = .requestData(Body(data))
    }
    return endpoint
  }

  /// `-` and `.` stand for what the shell gives.
  private func readsInput(_ upload: String) -> Bool { upload == "-" || upload == "." }

  /// What the engine would add and curl does not.
  private var leftOut: [String] {
    var names: [String] = []
    let known = ["Accept", "User-Agent"].filter { name in
      !headers.contains { $0.value != nil && $0.name.isSameHeaderName(as: name) }
    }
    for (name, value) in headers where value == nil {
      guard known.contains(where: { $0.isSameHeaderName(as: name) }),
        !names.contains(where: { $0.isSameHeaderName(as: name) })
      else { continue }
      names.append(name)
    }
    if agent == "", !isSaid("User-Agent") { names.append("User-Agent") }
    if !finalHeaders.contains("Accept-Encoding") { names.append("Accept-Encoding") }
    let hasBody = data != nil || dataFile != nil || upload != nil || !form.isEmpty
    if [.post, .put, .patch].contains(finalMethod), !hasBody || isGet, !isSaid("Content-Length") {
      names.append("Content-Length")
    }
    return names
  }

  /// What is sent otherwise than curl would send it.
  func notes(on endpoint: Endpoint) -> [String] {
    let ignored =
      withoutEffect.isEmpty
      ? []
      : ["\(withoutEffect.joined(separator: ", ")): left out, for it says nothing of a request"]
    guard let url, let sent = try? URLText(endpoint.url).text else { return ignored }
    // curl encodes nothing itself: what has more escapes than was written got them here.
    let escapes = sent.utf8.count { $0 == UInt8(ascii: "%") }
    let written = (isGet ? endpoint.url : url).utf8.count { $0 == UInt8(ascii: "%") }
    return ignored
      + (escapes > written
        ? ["what no URL may hold as it is is percent-encoded; curl sends it as it is"] : [])
  }

  private var finalMethod: HTTPMethod {
    if let method { return HTTPMethod(rawValue: method) }
    if isHead { return .head }
    if isGet { return .get }
    if upload != nil { return .put }
    return data == nil && dataFile == nil && form.isEmpty ? .get : .post
  }

  // MARK: URL

  private func finalURL(_ offset: Int) throws(CurlImportProblem) -> String {
    guard var url, !url.isEmpty else { throw CurlImportProblem(offset, .noURL) }
    if !isGloboff { url = try unglobbed(url, offset) }
    if !url.utf8.hasScheme { url = "http://" + url }
    do throws(SetupProblem) {
      let parsed = try URLText(url)
      var made = isPathAsIs ? parsed : try parsed.resolving(url)
      // curl puts the file's name behind a URL that names no file itself.
      if let upload, !readsInput(upload),
        made.path.utf8.last ?? UInt8(ascii: "/") == UInt8(ascii: "/")
      {
        let name = upload.utf8.split(separator: 0x2f).last.map { String(Substring($0)) } ?? ""
        made.path =
          (made.path.isEmpty ? "/" : made.path) + name.percentEscaped(where: \.isUnreserved)
      }
      if isGet, let query = try queryFromData(offset), !query.isEmpty {
        made.query = made.query.map { $0 + "&" + query } ?? query
      }
      var query = made.query
      for more in queries {
        let text = String(decoding: more, as: UTF8.self)
        if query?.isEmpty ?? true { query = text } else { query? += "&" + text }
      }
      made.query = query
      // The engine makes a header of them, unless another is given.
      guard let userInfo = made.userInfo, !isDigest else { return made.text }
      let scheme = made.scheme + "://"
      return scheme + userInfo + "@" + String(made.text.dropFirst(scheme.utf8.count))
    } catch {
      let words = KeptVariable.written(Array(error.message.utf8))
      throw CurlImportProblem(offset, .badURL(String(decoding: words, as: UTF8.self)))
    }
  }

  private func queryFromData(_ offset: Int) throws(SetupProblem) -> String? {
    if let data { return String(decoding: data, as: UTF8.self) }
    guard let dataFile else { return nil }
    let bytes = try? read(dataFile, offset)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// `\[` is a bracket; `[1-3]` and `{a,b}` are several URLs; an address in brackets stays.
  private func unglobbed(_ url: String, _ offset: Int) throws(CurlImportProblem) -> String {
    var made: [UInt8] = []
    let bytes = Array(url.utf8)
    var signs = GlobSigns(bytes)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\\"), at + 1 < bytes.count, "[]{}".utf8.contains(bytes[at + 1]) {
        made.append(bytes[at + 1])
        at += 2
        continue
      }
      if byte == UInt8(ascii: "["), let end = signs.endOfAddress(at) {
        made += bytes[at...end]
        at = end + 1
        continue
      }
      // A bracket that begins no range and no list is one: curl itself gives up there.
      if "[{".utf8.contains(byte), signs.beginGlob(at) {
        throw CurlImportProblem(offset, .globbing(url))
      }
      made.append(byte)
      at += 1
    }
    return String(decoding: made, as: UTF8.self)
  }

  // MARK: Who asks

  /// Who signs in where the server asks for Digest: of `--user`, else of the URL.
  private func digest(_ offset: Int) throws(CurlImportProblem) -> DigestCredentials? {
    guard isDigest, !isSaid("Authorization") else { return nil }
    let inURL = url.flatMap { try? URLText($0.utf8.hasScheme ? $0 : "http://" + $0) }?.userInfo
    guard let who = user ?? inURL.map({ String(decoding: $0.decodedUserInfo, as: UTF8.self) })
    else {
      throw CurlImportProblem(offset, .needs("--digest", "--user USER:PASS"))
    }
    let parts = who.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return DigestCredentials(
      user: String(parts[0]), password: parts.count > 1 ? String(parts[1]) : "")
  }

  // MARK: Header lines

  /// What curl makes of options, in its order; a line of the user's own takes the place of each.
  private var finalHeaders: Headers {
    var own = Headers()
    if let bearer {
      own.append(HeaderField("Authorization", "Bearer " + bearer))
    } else if let user, !isDigest {
      own.append(HeaderField("Authorization", "Basic " + Array(user.utf8).base64))
    }
    if let range { own.append(HeaderField("Range", "bytes=" + range)) }
    if let agent, !agent.isEmpty { own.append(HeaderField("User-Agent", agent)) }
    if isCompressed { own.append(HeaderField("Accept-Encoding", "deflate, gzip, br, zstd")) }
    if let page = referer?.withoutAuto, !page.isEmpty { own.append(HeaderField("Referer", page)) }
    if !cookies.isEmpty {
      own.append(HeaderField("Cookie", cookies.joined(separator: ";")))
    }
    var all = Headers()
    for field in own where !isSaid(field.name) { all.append(field) }
    for (name, value) in headers {
      if let value { all.append(HeaderField(name, value)) }
    }
    let hasData = (data != nil || dataFile != nil) && !isGet
    if hasData, isJSON {
      for (name, value) in [("Content-Type", "application/json"), ("Accept", "application/json")]
      where !isSaid(name) {
        all.append(HeaderField(name, value))
      }
    } else if hasData, !isSaid("Content-Type") {
      all.append(HeaderField("Content-Type", "application/x-www-form-urlencoded"))
    }
    return all
  }

  private func isSaid(_ name: String) -> Bool {
    headers.contains { $0.name.isSameHeaderName(as: name) }
  }
}

extension String {
  /// `;auto` asks curl to name the page it was redirected from.
  fileprivate var withoutAuto: String {
    utf8.suffix(5).elementsEqual(";auto".utf8) ? String(dropLast(5)) : self
  }
}

/// The signs of curl's ranges and lists, found in one pass over a URL.
private struct GlobSigns {
  private let bytes: [UInt8]
  private var bracket = ForwardSearch(UInt8(ascii: "]"))
  private var brace = ForwardSearch(UInt8(ascii: "}"))
  private var colon = ForwardSearch(UInt8(ascii: ":"))
  private var dash = ForwardSearch(UInt8(ascii: "-"))

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bracket that ends an address such as `[::1]`.
  mutating func endOfAddress(_ at: Int) -> Int? {
    guard let end = bracket.place(in: bytes, from: at),
      let mark = colon.place(in: bytes, from: at), mark < end
    else { return nil }
    return end
  }

  /// Whether `[1-3]`, `[a-z]`, `{one,two}` or `{one}` begins here.
  mutating func beginGlob(_ at: Int) -> Bool {
    if bytes[at] == UInt8(ascii: "{") {
      return at + 1 < bytes.count && !"{}\"".utf8.contains(bytes[at + 1])
        && brace.place(in: bytes, from: at) != nil
    }
    guard let end = bracket.place(in: bytes, from: at),
      let dash = dash.place(in: bytes, from: at), dash < end
    else { return false }
    return [at + 1..<dash, dash + 1..<end].allSatisfy { part in
      !part.isEmpty
        && bytes[part].allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x3a }
    }
  }
}

extension String.UTF8View {
  fileprivate var hasScheme: Bool {
    guard let mark = firstIndex(of: UInt8(ascii: ":")) else { return false }
    return self[mark...].starts(with: "://".utf8)
  }
}
