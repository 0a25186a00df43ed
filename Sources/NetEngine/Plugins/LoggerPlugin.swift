/// Writes requests and answers as text, or requests as cURL commands that run in a shell.
public struct LoggerPlugin: Plugin {
  /// What is written.
  public struct Detail: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Takes the bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The request line.
    public static let requestLine = Detail(rawValue: 1)
    /// The request's headers as they are sent.
    public static let requestHeaders = Detail(rawValue: 2)
    /// The request's body.
    public static let requestBody = Detail(rawValue: 4)
    /// The status line.
    public static let responseLine = Detail(rawValue: 8)
    /// The answer's headers.
    public static let responseHeaders = Detail(rawValue: 16)
    /// The answer's body.
    public static let responseBody = Detail(rawValue: 32)
    /// The body of an answer that failed validation.
    public static let errorBody = Detail(rawValue: 64)
    /// The request as a cURL command in place of its line, headers and body.
    public static let curl = Detail(rawValue: 128)

    /// Lines and headers, and the bodies of failures.
    public static let standard: Detail = [
      .requestLine, .requestHeaders, .responseLine, .responseHeaders, .errorBody,
    ]
    /// Everything but the cURL form.
    public static let verbose: Detail = [
      .requestLine, .requestHeaders, .requestBody, .responseLine, .responseHeaders, .responseBody,
      .errorBody,
    ]
  }

  /// Turns a body into text.
  public typealias BodyFormatter = @Sendable (Body) -> String

  private let detail: Detail
  private let formatRequest: BodyFormatter
  private let formatResponse: BodyFormatter
  private let write: @Sendable (String) -> Void
  /// The last try of each run that was sent: what is not here could not be built.
  private let sent = Lock<[Int: Int]>([:])

  /// `write` gets one entry at a time, without a line end.
  public init(
    _ detail: Detail = .standard, formatRequest: @escaping BodyFormatter = LoggerPlugin.asText,
    formatResponse: @escaping BodyFormatter = LoggerPlugin.asText,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.detail = detail
    self.formatRequest = formatRequest
    self.formatResponse = formatResponse
    self.write = write
  }

  /// UTF-8 as it is, anything else by its size.
  public static let asText: BodyFormatter = { body in
    body.text ?? "<\(body.count) bytes that are not UTF-8>"
  }

  /// Writes the request.
  public func willSend(_ request: HTTPRequest, for attempt: Attempt) async {
    sent.withLock { $0[attempt.run] = attempt.number }
    if detail.contains(.curl) { return write(CurlCommand(request).text) }
    var lines: [String] = []
    if detail.contains(.requestLine) { lines.append("\(request.method.rawValue) \(request.url)") }
    if detail.contains(.requestHeaders) { lines += Self.lines(request.headers) }
    if detail.contains(.requestBody) {
      switch request.body {
      case .none: break
      case .bytes(let body): lines.append(formatRequest(body))
      case .file(let file): lines.append("<\(file.count) bytes streamed from '\(file.path)'>")
      case .multipart(let parts): lines.append("<\(parts.count) bytes streamed in parts>")
      }
    }
    if !lines.isEmpty { write(lines.joined(separator: "\n")) }
  }

  /// Writes the answer or the failure.
  public func didReceive(_ result: Result<Response, NetError>, for attempt: Attempt) async {
    var lines: [String] = []
    switch result {
    case .success(let response): lines = describe(response, isError: false)
    case .failure(let error):
      lines = ["failed: \(error.message)"]
      if let response = error.response { lines += describe(response, isError: true) }
    }
    if !lines.isEmpty { write(lines.joined(separator: "\n")) }
  }

  /// Writes why a try was never sent: the other two do not hear of it.
  public func process(
    _ result: Result<Response, NetError>, for attempt: Attempt
  ) async -> Result<Response, NetError> {
    let lastSent = sent.withLock { $0.removeValue(forKey: attempt.run) }
    if lastSent != attempt.number, case .failure(let error) = result {
      write("not sent: \(error.message)")
    }
    return result
  }

  private func describe(_ response: Response, isError: Bool) -> [String] {
    var lines: [String] = []
    if detail.contains(.responseLine) {
      lines.append("\(response.statusLineText) \(response.url)")
    }
    if detail.contains(.responseHeaders) { lines += Self.lines(response.headers) }
    if detail.contains(isError ? .errorBody : .responseBody), !response.body.isEmpty {
      lines.append(formatResponse(response.body))
    }
    return lines
  }

  private static func lines(_ headers: Headers) -> [String] {
    headers.map { "\($0.name): \($0.value)" }
  }
}
