import BytesAndJSON
import ExchangesAndOutcomes

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
    for (name, value) in headers where value == nil {
      let isKnown = ["Accept", "User-Agent"].contains { $0.isSameHeaderName(as: name) }
      if isKnown,
        !headers.contains(where: { $0.value != nil && $0.name.isSameHeaderName(as: name) })
      {
        names.append(name)
      }
    }
    if !finalHeaders.contains("Accept-Encoding") { names.append("Accept-Encoding") }
    let hasBody = data != nil || dataFile != nil || upload != nil || !form.isEmpty
    if [.post, .put, .patch].contains(finalMethod), !hasBody || isGet, !isSaid("Content-Length") {
      names.append("Content-Length")
    }
    return names
  }

  /// What is sent otherwise than curl would send it.
  func notes(on endpoint: Endpoint) -> [String] {
    guard let url, let sent = try? URLText(endpoint.url).text else { return [] }
    // curl encodes nothing itself: what has more escapes than was written got them here.
    let escapes = sent.utf8.count { $0 == UInt8(ascii: "%") }
    let written = (isGet ? endpoint.url : url).utf8.count { $0 == UInt8(ascii: "%") }
    return escapes > written
      ? ["what no URL may hold as it is is percent-encoded; curl sends it as it is"] : []
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
        let name = upload.utf8.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
        made.path = (made.path.isEmpty ? "/" : made.path) + name.pathEscaped
      }
      if isGet, let query = try queryFromData(offset), !query.isEmpty {
        made.query = made.query.map { $0 + "&" + query } ?? query
      }
      // The engine makes a header of them, unless another is given.
      guard let userInfo = made.userInfo else { return made.text }
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
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\\"), at + 1 < bytes.count, "[]{}".utf8.contains(bytes[at + 1]) {
        made.append(bytes[at + 1])
        at += 2
        continue
      }
      if byte == UInt8(ascii: "["), let end = bytes[at...].firstIndex(of: UInt8(ascii: "]")),
        bytes[at..<end].contains(UInt8(ascii: ":"))
      {
        made += bytes[at...end]
        at = end + 1
        continue
      }
      if "[]{}".utf8.contains(byte) { throw CurlImportProblem(offset, .globbing(url)) }
      made.append(byte)
      at += 1
    }
    return String(decoding: made, as: UTF8.self)
  }

  // MARK: Header lines

  /// What curl makes of options, in its order; a line of the user's own takes the place of each.
  private var finalHeaders: Headers {
    var own = Headers()
    if let bearer {
      own.append(HeaderField("Authorization", "Bearer " + bearer))
    } else if let user {
      own.append(HeaderField("Authorization", "Basic " + Array(user.utf8).base64))
    }
    if let range { own.append(HeaderField("Range", "bytes=" + range)) }
    if let agent, !agent.isEmpty { own.append(HeaderField("User-Agent", agent)) }
    if isCompressed { own.append(HeaderField("Accept-Encoding", "deflate, gzip, br, zstd")) }
    if let referer { own.append(HeaderField("Referer", referer.withoutAuto)) }
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

extension [UInt8] {
  /// As curl writes a file's name into a URL.
  fileprivate var pathEscaped: String {
    var escaped: [UInt8] = []
    for byte in self {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        escaped.append(byte)
      default: escaped.appendPercentEscaped(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

extension String.UTF8View {
  fileprivate var hasScheme: Bool {
    guard let mark = firstIndex(of: UInt8(ascii: ":")) else { return false }
    return self[mark...].starts(with: "://".utf8)
  }
}
