import NetEngine
import RequestFiles

/// A curl command that was pasted or typed where a request is typed, as the form can hold it.
struct PastedCurl: Sendable {
  let request: ComposedRequest
  /// What of the command counts no more, in words; empty where nothing is lost.
  let leftOut: String

  /// Why a command cannot be taken over, and what to do about it.
  struct Mistake: Error {
    var text: String

    init(_ text: String) { self.text = text }

    init(_ problem: CurlImportProblem) {
      text = problem.hint.isEmpty ? problem.message : "\(problem.message); \(problem.hint)"
    }
  }

  /// The command in a text that is meant as one, without a prompt's `$`; nil where none is.
  static func command(in text: String) -> String? {
    let blanks: [UInt8] = [0x09, 0x0A, 0x0D, 0x20]
    var rest = text.utf8.drop(while: blanks.contains)
    if rest.starts(with: "$ ".utf8) { rest = rest.dropFirst(2).drop(while: blanks.contains) }
    let word = String(decoding: rest.prefix { !blanks.contains($0) }, as: UTF8.self)
    guard word.utf8.count < rest.count, ["curl", "curl.exe"].contains(word) else { return nil }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Reads the first command of a text; no file is read for it.
  init(_ text: String) throws(Mistake) {
    let (command, count) = try Self.first(in: text)
    request = try Self.request(of: command.endpoint)
    leftOut = Self.leftOut(of: command, count)
  }

  private static func first(in text: String) throws(Mistake) -> (CurlImport, count: Int) {
    do throws(CurlImportProblem) {
      return (try CurlImport(text), try CurlImport.all(in: text).count)
    } catch {
      throw Mistake(error)
    }
  }

  private static func request(of endpoint: Endpoint) throws(Mistake) -> ComposedRequest {
    var endpoint = endpoint
    if case .multipart(var form) = endpoint.task.body {
      // The same paste is the same request again.
      form.boundary = "----inspector-form"
      endpoint.task.body = .multipart(form)
    }
    guard !endpoint.task.body.isOfFiles else {
      throw Mistake("it sends a file: inspector import makes a request file of it")
    }
    do throws(NetError) {
      let built = try endpoint.build()
      return ComposedRequest(
        method: built.method.rawValue, url: endpoint.url, headers: Array(built.headers),
        body: built.body.collected?.bytes ?? [])
    } catch {
      throw Mistake("\(error)")
    }
  }

  private static func leftOut(of command: CurlImport, _ count: Int) -> String {
    let endpoint = command.endpoint
    let options = endpoint.options ?? RequestOptions()
    var names: [String] = []
    if !options.verifiesTLS { names.append("-k") }
    if options.certificateFile != nil { names.append("--cacert") }
    if options.version != .automatic { names.append("the HTTP version") }
    if endpoint.timeout != nil { names.append("--max-time") }
    names += command.withoutEffect
    if count > 1 { names.append("all commands but the first") }
    return names.joined(separator: ", ")
  }
}

extension HTTPTask.Payload {
  /// Whether bytes of it lie in a file.
  fileprivate var isOfFiles: Bool {
    switch self {
    case .file: true
    case .multipart(let form):
      form.parts.contains { part in
        if case .file = part.content { true } else { false }
      }
    case .none, .data, .json, .parameters: false
    }
  }
}

extension ComposedRequest {
  /// A text that is one URL, and nothing else.
  fileprivate static func url(in text: String) -> ComposedRequest? {
    let blanks: [UInt8] = [0x09, 0x0A, 0x0D, 0x20]
    let words = text.utf8.split(whereSeparator: blanks.contains)
    guard words.count == 1, let word = words.first, word.count < 16 << 10,
      word.starts(with: "http://".utf8) || word.starts(with: "https://".utf8)
    else { return nil }
    return ComposedRequest(method: "GET", url: String(decoding: word, as: UTF8.self))
  }
}

extension App {
  /// Fills the form from a pasted curl command; false when the paste is none, or goes into the body.
  mutating func pasteCurl(_ bytes: [UInt8]) -> Bool {
    guard form?.isInBody == false,
      let text = PastedCurl.command(in: String(decoding: bytes, as: UTF8.self))
    else { return false }
    do throws(PastedCurl.Mistake) {
      let pasted = try PastedCurl(text)
      form?.show(Draft(pasted.request))
      house.notice = App.notice(of: pasted)
    } catch { house.warn("no request of this curl command: \(error.text)") }
    return true
  }

  /// A URL or a curl command that is pasted where nothing is typed opens the form with it.
  mutating func pasteRequest(_ bytes: [UInt8]) {
    let text = String(decoding: bytes.withLineFeeds, as: UTF8.self)
    if PastedCurl.command(in: text) != nil {
      openForm(.empty)
      _ = pasteCurl(bytes.withLineFeeds)
    } else if let request = ComposedRequest.url(in: text) {
      openForm(Draft(request))
      house.notify("a URL was pasted: Ctrl-s sends it")
    } else {
      house.warn("a paste is text: open f or / first; a URL or a curl command opens the form")
    }
  }

  /// Sends what a curl command behind `:send` asks for.
  mutating func send(curl text: String) -> [Effect] {
    do throws(PastedCurl.Mistake) {
      let pasted = try PastedCurl(text)
      if !pasted.leftOut.isEmpty { house.notice = App.notice(of: pasted) }
      return sendChecked(pasted.request)
    } catch { return house.warn("no request of this curl command: \(error.text)") }
  }

  private static func notice(of pasted: PastedCurl) -> Notice {
    pasted.leftOut.isEmpty
      ? Notice(text: "taken over from curl: Ctrl-s sends it", role: .ok)
      : Notice(text: "taken over from curl, but for \(pasted.leftOut)", role: .warning)
  }
}

extension [UInt8] {
  /// A terminal pastes a line end as a carriage return.
  var withLineFeeds: [UInt8] {
    guard contains(0x0D) else { return self }
    var lines: [UInt8] = []
    for (place, byte) in enumerated() {
      if byte == 0x0A, place > 0, self[place - 1] == 0x0D { continue }
      lines.append(byte == 0x0D ? 0x0A : byte)
    }
    return lines
  }

  /// A command over several lines as one: a backslash before a line end goes with it.
  var withoutContinuations: [UInt8] {
    var joined: [UInt8] = []
    for (place, byte) in enumerated() {
      let next = place + 1 < count ? self[place + 1] : 0
      if byte != UInt8(ascii: "\\") || next != 0x0A { joined.append(byte) }
    }
    return joined
  }
}
