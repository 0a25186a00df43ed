import LosslessJSON
import NetEngine

/// A file of requests: `.http` or `.rest`, as JetBrains' HTTP client and VS Code's REST client write
/// them.
///
/// ```
/// bytes ─► lines ─► blocks between ### ─► request line, headers, body ─► FileRequest
/// ```
/// Reading never fails as a whole: what cannot be read is a request with a problem, at its line.
public struct RequestFile: Sendable {
  /// Its name, relative to the collection's folder.
  public let name: String
  /// The requests in order, broken ones included.
  public var requests: [FileRequest] { held.map(\.request) }
  /// Each of them in a place of its own.
  let held: [HeldRequest]
  /// Variables it sets, in order.
  public let variables: [Variable]
  /// What is wrong with the file apart from its requests.
  public let problems: [RequestFileProblem]
  /// Files whose requests and variables can be used in this one, as they are named in it.
  let imports: [RequestMeta.Worded<String>]
  /// Checks that belong to no request and are not made.
  public let unreadChecks: Int
  /// Whether one of its variables takes a value from an answer.
  let hasReferringVariable: Bool
  /// Where each name is set among `variables`: a file may set as many as it has lines.
  private let variablePlaces: [[UInt8]: [Int]]

  /// A line `@name = value`.
  public struct Variable: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value, which may hold variables.
    public var value: Template
    /// Where the line is.
    public var place: FilePlace
  }

  /// More than this is no text that somebody wrote.
  public static let byteLimit = 16 << 20

  /// Reads the bytes of a file; nothing else is read, files its bodies name included.
  public init(_ bytes: [UInt8], name: String) {
    if let problem = Self.encodingProblem(bytes, name) {
      self.init(name: name, problem: problem)
      return
    }
    var source = SourceText(bytes, file: name)
    source.colonNames = RequestFileParser.colonNames(of: source)
    var parser = RequestFileParser(source)
    parser.parse()
    self.init(name: name, parser)
  }

  private init(name: String, _ parser: RequestFileParser) {
    self.name = name
    held = Self.held(parser, name)
    variables = parser.variables
    problems = parser.problems
    (imports, unreadChecks) = (parser.imports, parser.unreadChecks)
    hasReferringVariable = variables.contains { variable in
      variable.value.uses.contains { use in
        use.expression.mayRefer
      }
    }
    variablePlaces = Dictionary(
      grouping: parser.variables.indices, by: { Array(parser.variables[$0].name.utf8) })
  }

  private static func held(_ parser: RequestFileParser, _ name: String) -> [HeldRequest] {
    let group = String(name[..<(name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)])
    // A file's keys are no other's: where its name ends is seen.
    let file = name.percentEscaped { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "%") }
    var namesakes: [String: Int] = [:]
    for request in parser.requests { namesakes[request.listName, default: 0] += 1 }
    var counts: [String: Int] = [:]
    return zip(parser.requests, parser.uses).map { request, uses in
      var first = "\(file)#\(request.listName)"
      // Of several with one name each is known by its method and URL, wherever it stands.
      if request.name != nil, namesakes[request.listName] ?? 0 > 1 {
        first += "#\(request.method.rawValue) \(request.target.source)"
      }
      var key = first
      // One may be called as the second of another name would be.
      while counts[key] != nil {
        counts[first, default: 0] += 1
        key = "\(first)#\(counts[first] ?? 0)"
      }
      counts[key] = 0
      return HeldRequest(request, uses, group: group, key: key)
    }
  }

  /// Reads a text.
  public init(_ text: String, name: String) {
    self.init(Array(text.utf8), name: name)
  }

  /// A file that could not be read at all.
  init(name: String, problem: RequestFileProblem) {
    self.name = name
    (held, variables, problems) = ([], [], [problem])
    (imports, unreadChecks, variablePlaces) = ([], 0, [:])
    hasReferringVariable = false
  }

  private static func encodingProblem(_ bytes: [UInt8], _ name: String) -> RequestFileProblem? {
    if bytes.count > byteLimit {
      return RequestFileProblem(FilePlace(name), .tooLarge(allowed: byteLimit))
    }
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      return RequestFileProblem(FilePlace(name), .notUTF8("it starts like UTF-16"))
    }
    let valid = bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { UTF8Validation.firstInvalid($0, $0 + bytes.count) - $0 } ?? 0
    }
    guard valid < bytes.count else { return nil }
    return RequestFileProblem(
      SourceText(bytes, file: name).place(at: valid), .notUTF8("a byte that is none"))
  }

  /// Where a name is set for a request: the last line above it, else the first line below.
  func variable(_ name: String, for line: Int) -> Variable? {
    guard let places = variablePlaces[Array(name.utf8)] else { return nil }
    // In the order of their lines: the first one that is not above it is found by halving.
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if variables[places[middle]].place.line < line { low = middle + 1 } else { high = middle }
    }
    return variables[places[max(0, low - 1)]]
  }
}

/// A request and what it is known by, in one place: a collection of thousands that is read again
/// takes over those of files that have not changed, and lists of it are copied and filtered all the
/// time.
@usableFromInline final class HeldRequest: Sendable {
  @usableFromInline let request: FileRequest
  /// The variables it names, in order: asked for several times, and found once.
  let uses: [Template.Use]
  /// The heading it stands under: its file without the extension.
  let group: String
  /// What it is known by across readings: file and name; method, URL and a number where that is
  /// not enough.
  let key: String

  init(_ request: FileRequest, _ uses: [Template.Use]? = nil, group: String, key: String) {
    (self.request, self.group, self.key) = (request, group, key)
    self.uses = uses ?? request.templates.flatMap(\.uses)
  }
}
