import LosslessJSON
import NetEngine

/// What the options of one curl command say, collected.
struct CurlArguments {
  let files: CurlImport.FileReader?
  /// What the command reads where it is told to read `-`.
  var input = ShellWords.Input.elsewhere
  var method: String?
  var url: String?
  /// Custom header lines: a name and its value, nil where curl is told to leave it out.
  var headers: [(name: String, value: String?)] = []
  /// Everything from `-d` and its sisters, joined.
  var data: [UInt8]?
  /// The one file `--data-binary` names, sent as it is.
  var dataFile: String?
  var isJSON = false
  var form: [Multipart.Part] = []
  var user: String?
  /// What is said of who asks is said by Digest, when the server asks for it.
  var isDigest = false
  var bearer: String?
  var cookies: [String] = []
  var agent: String?
  var referer: String?
  var range: String?
  var upload: String?
  /// Options that say nothing about a request.
  var withoutEffect: [String] = []
  /// What `--url-query` puts behind the URL, encoded.
  var queries: [[UInt8]] = []
  var isCompressed = false
  var isHead = false
  var isGet = false
  var isGloboff = false
  var isPathAsIs = false
  var timeout: Duration?
  var options = RequestOptions()

  init(files: CurlImport.FileReader?) {
    self.files = files
    options.followsRedirects = false
  }

  mutating func read(_ command: ShellWords.Command) throws(CurlImportProblem) {
    input = command.input
    var index = 1
    while index < command.words.count {
      let word = command.words[index]
      let offset = command.offsets[index]
      index += 1
      if word.utf8.starts(with: "--".utf8), word.utf8.count > 2 {
        let option = try Self.option(long: String(word.dropFirst(2)), offset)
        try take(option, "--" + option.long, nil, &index, command, offset)
      } else if word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1, word != "--" {
        var rest = word.dropFirst()
        while let letter = rest.popFirst() {
          guard let option = CurlOption.short(letter) else {
            throw CurlImportProblem(offset, .unknownOption("-\(letter)", near: nil))
          }
          let glued = option.takesValue && !rest.isEmpty ? String(rest) : nil
          try take(option, "-\(letter)", glued, &index, command, offset)
          if option.takesValue { break }
        }
      } else if word != "--" {
        try set(url: word, offset)
      }
    }
  }

  private static func option(
    long name: String, _ offset: Int
  ) throws(CurlImportProblem) -> CurlOption {
    if let option = CurlOption.long(name) { return option }
    // `--no-NAME` takes back what can be switched on.
    if name.utf8.starts(with: "no-".utf8), let option = CurlOption.long(String(name.dropFirst(3))),
      !option.takesValue
    {
      if case .ignored = option.role { return option }
      throw CurlImportProblem(
        offset, .unsupportedOption("--" + name, why: "leave --\(option.long) out"))
    }
    let near = NearestWord.of(name, in: CurlOption.all.map(\.long)).map { "--" + $0 }
    throw CurlImportProblem(offset, .unknownOption("--" + name, near: near))
  }

  mutating func set(url: String, _ offset: Int) throws(CurlImportProblem) {
    if self.url != nil { throw CurlImportProblem(offset, .severalURLs(url)) }
    self.url = url
  }

  private mutating func take(
    _ option: CurlOption, _ name: String, _ glued: String?, _ index: inout Int,
    _ command: ShellWords.Command, _ offset: Int
  ) throws(CurlImportProblem) {
    var value = glued ?? ""
    if option.takesValue, glued == nil {
      guard index < command.words.count else {
        throw CurlImportProblem(offset, .missingValue(name))
      }
      value = command.words[index]
      index += 1
    }
    try obey(option, name, value, offset)
  }

  /// Takes an option with its value.
  mutating func obey(
    _ option: CurlOption, _ name: String, _ value: String, _ offset: Int
  ) throws(CurlImportProblem) {
    switch option.role {
    case .ignored: if !CurlOption.quiet.contains(option.long) { withoutEffect.append(name) }
    case .refused(let why): throw CurlImportProblem(offset, .unsupportedOption(name, why: why))
    case .request(let part): try take(part, name, value, offset)
    }
  }

  private mutating func take(
    _ part: CurlOption.Part, _ name: String, _ value: String, _ offset: Int
  ) throws(CurlImportProblem) {
    func bad(_ expected: String) -> CurlImportProblem {
      CurlImportProblem(offset, .badValue(name, value: value, expected: expected))
    }
    switch part {
    case .method: method = value
    case .header: try take(header: value, bad("a line such as 'Name: value'"))
    case .data, .dataRaw, .dataBinary, .dataEncoded, .json:
      try take(data: value, as: part, offset)
    case .form, .formString: form.append(try CurlFormPart.part(value, part, self, offset))
    case .user:
      guard value.utf8.contains(UInt8(ascii: ":")) else { throw bad("user:password") }
      user = value
    case .digest: isDigest = true
    case .bearer: bearer = value
    case .cookie:
      guard value.utf8.contains(UInt8(ascii: "=")) else { throw bad("name=value, not a file") }
      cookies.append(value)
    case .agent: agent = value
    case .referer: referer = value
    case .range: range = value
    case .upload: upload = value
    case .url: try set(url: value, offset)
    case .query: try add(query: value, offset)
    case .maxTime:
      guard let seconds = JSONNumber(value)?.double, 0.001...1_000_000 ~= seconds else {
        throw bad("seconds")
      }
      timeout = .milliseconds(Int(saturating: (seconds * 1_000).rounded()))
    case .cacert: options.certificateFile = value
    case .http1: options.version = .http1
    case .http2: options.version = .http2
    case .compressed: isCompressed = true
    case .insecure: options.verifiesTLS = false
    case .location: options.followsRedirects = true
    case .head: isHead = true
    case .get: isGet = true
    case .globoff: isGloboff = true
    case .pathAsIs: isPathAsIs = true
    }
  }

  /// `Name: value`; `Name;` is an empty value; `Name:` takes a header away.
  private mutating func take(
    header line: String, _ bad: CurlImportProblem
  ) throws(CurlImportProblem) {
    if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex {
      let value = String(Substring(line[colon...].utf8.dropFirst().trimmingBlanks))
      headers.append((String(line[..<colon]), value.isEmpty ? nil : value))
    } else if line.utf8.last == UInt8(ascii: ";"), line.utf8.count > 1 {
      headers.append((String(line.dropLast()), ""))
    } else {
      throw bad
    }
  }
}
