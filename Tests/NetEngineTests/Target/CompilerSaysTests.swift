import Glibc
import TestSupport
import Testing

/// What means nothing to the engine is refused by the compiler, or at least pointed out: each row is
/// compiled against the engine that was built with these tests.
@Suite("What the compiler says") struct CompilerSaysTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let code: String
    let says: String
    var testDescription: String { code }
  }

  private static func target(_ word: String, _ name: String) -> Row {
    let base = word.contains("baseURL") ? "" : "let baseURL = \"x\"; "
    return Row(
      code: "struct \(name): TargetType { \(base)let path = \"/\"; \(word) }",
      says: "error: type '\(name)' does not conform to protocol 'TargetType'")
  }

  private static func plugin(_ function: String, _ requirement: String) -> Row {
    Row(
      code: "struct S {}\nextension S: Plugin { func \(function) }",
      says: "nearly matches defaulted requirement '\(requirement)' of protocol 'Plugin'")
  }

  static let rows = [
    target("let baseURL = 80", "A"), target("let method = 7", "B"),
    target("let task = \"body\"", "C"), target("let headers = [1, 2]", "D"),
    target("let validationType = 200", "E"), target("let timeout = 5", "F"),
    target("let sampleData = 3.5", "G"), target("let authorizationType = \"Bearer\"", "H"),
    target("let options = true", "I"), target("let limits = 1_000", "J"),
    target("let envelope = \"codeMsgData\"", "K"), target("let readsNoEnvelope = 0", "L"),
    target("let name = 7", "M"), target("let secrets = [\"key\"]", "N"),
    plugin(
      "prepare(_ request: HTTPRequest, for target: TargetWords) async throws -> HTTPRequest { request }",
      "prepare(_:for:)"),
    plugin("willSend(_ request: HTTPRequest, to attempt: Attempt) async {}", "willSend(_:for:)"),
    plugin(
      "didReceive(_ result: Result<Response, any Error>, for attempt: Attempt) async {}",
      "didReceive(_:for:)"),
    plugin(
      "process(_ result: Result<Response, NetError>, for target: TargetWords) async"
        + " -> Result<Response, NetError> { result }", "process(_:for:)"),
    plugin(
      "unpack(_ body: Body, of response: Response, to attempt: Attempt) async throws -> Body? { nil }",
      "unpack(_:of:for:)"),
  ]

  @Test("no word that nobody understands, no function that nobody calls", arguments: rows)
  func says(row: Row) throws {
    let folder = try TestFolder()
    let file = try folder.write("a.swift", Array("import NetEngine\n\(row.code)\n".utf8))
    let said = try Self.compile(file)
    #expect(said.contains(row.says), "\(said)")
  }

  @Test("what is right is not complained of")
  func right() throws {
    let folder = try TestFolder()
    let code = """
      import NetEngine
      struct A: TargetType { let baseURL = "x"; let path = "/"; let timeout = Duration.seconds(5) }
      struct S {}
      extension S: Plugin {
        func willSend(_ request: HTTPRequest, for attempt: Attempt) async {}
      }

      """
    #expect(try Self.compile(try folder.write("a.swift", Array(code.utf8))) == "")
  }

  /// What the compiler of these tests says of a file.
  private static func compile(_ file: String) throws -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let own = String(
      decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let modules = own.split(separator: "/").dropLast().joined(separator: "/")
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let maps = ["CCodings", "CPCRE2"].map {
      "-Xcc -fmodule-map-file='/\(root)/Sources/\($0)/module.modulemap'"
    }
    let command =
      "swiftc -typecheck -swift-version 6 -I '/\(modules)/Modules' \(maps.joined(separator: " "))"
      + " '\(file)' 2>&1"
    let stream = try #require(popen(command, "r"))
    defer { pclose(stream) }
    var said: [UInt8] = []
    while case let byte = getc(stream), byte != EOF { said.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: said, as: UTF8.self)
  }
}
