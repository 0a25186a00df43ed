import BytesAndJSON
import ExchangesAndOutcomes

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
  public let requests: [FileRequest]
  /// Variables it sets, in order.
  public let variables: [Variable]
  /// What is wrong with the file apart from its requests.
  public let problems: [RequestFileProblem]

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
    self.name = name
    if let problem = Self.encodingProblem(bytes, name) {
      (requests, variables, problems) = ([], [], [problem])
      return
    }
    var parser = RequestFileParser(SourceText(bytes, file: name))
    parser.parse()
    requests = parser.requests
    variables = parser.variables
    problems = parser.problems
  }

  /// Reads a text.
  public init(_ text: String, name: String) {
    self.init(Array(text.utf8), name: name)
  }

  /// A file that could not be read at all.
  init(name: String, problem: RequestFileProblem) {
    self.name = name
    (requests, variables, problems) = ([], [], [problem])
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
    let all = variables.filter { $0.name.utf8.elementsEqual(name.utf8) }
    return all.last { $0.place.line < line } ?? all.first
  }
}
