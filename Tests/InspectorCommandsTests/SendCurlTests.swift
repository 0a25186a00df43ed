import DemoServer
import Glibc
import TestSupport
import Testing

/// A curl command whose URL starts with `$URL`, run in a folder with a few files.
struct CurlRow: Sendable, CustomTestStringConvertible {
  var id: String
  var command: String
  /// Why `send` does something else, where it does.
  var difference: String?

  var testDescription: String { id }

  /// A block each: `### name`, perhaps `#! why it differs` or `#send! …`, then the command.
  static let all: [CurlRow] = {
    let path = "\(#filePath)".split(separator: "/").dropLast(2).joined(separator: "/")
    guard let text = TestFolder.text(at: "/\(path)/Corpus/curl-lines.txt") else { return [] }
    var rows: [CurlRow] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("### ") {
        rows.append(CurlRow(id: String(line.dropFirst(4)), command: ""))
      } else if line.hasPrefix("#! ") || line.hasPrefix("#send! ") {
        rows[rows.count - 1].difference = String(line)
      } else if !rows.isEmpty {
        rows[rows.count - 1].command += line + "\n"
      }
    }
    for index in rows.indices {
      while rows[index].command.last == "\n" { rows[index].command.removeLast() }
    }
    return rows
  }()
}

/// `send` beside curl itself: the same words, the same bytes.
@Suite("send and curl", .serialized)
struct SendCurlTests {
  private static let folder = Result { () throws -> TestFolder in
    let folder = try TestFolder()
    try folder.write("text.txt", "line 1\r\nline 2\n")
    try folder.write("data.json", "{\"a\": \"b\"}\n")
    try folder.write("image.png", [0x89, 0x50, 0x4e, 0x47, 0, 0xff])
    try folder.write("odd", "a=b & c\n")
    try folder.write("a b&.txt", "odd\n")
    try folder.write("empty", [])
    return folder
  }

  private static let server = Result { try DemoServer() }

  /// Every eighth line in the ordinary run, all of them with INSPECTOR_DEEP: each is two programs.
  ///
  /// What `import` makes of all of them is compared wherever tests run.
  private static let compared =
    getenv("INSPECTOR_DEEP") == nil
    ? stride(from: 0, to: CurlRow.all.count, by: 8).map { CurlRow.all[$0] } : CurlRow.all

  @Test("send the same", arguments: compared)
  func same(_ row: CurlRow) throws {
    let server = try Self.server.get()
    let command = row.command.split(separator: "$URL", omittingEmptySubsequences: false)
      .joined(separator: server.baseURL)
    let line = command.hasPrefix("$ ") ? String(command.dropFirst(2)) : command
    let start = server.log.count
    let curl = try run(line)
    try #require(server.log.count == start + 1, "\(curl.error)")
    let send = try run(Self.function + line)
    // 4: the server has no such path, which is a verdict about its answer.
    #expect([.exited(0), .exited(4)].contains(send.ending), "\(send.error)")
    try #require(server.log.count == start + 2, "\(send.error)")
    let (theirs, ours) = (server.log[start], server.log[start + 1])
    let isSame =
      ours.method == theirs.method && ours.target == theirs.target
      && Self.body(ours) == Self.body(theirs) && Self.fields(ours) == Self.fields(theirs)
    guard row.difference == nil else {
      #expect(!isSame, "the difference is gone: take it out of the list")
      return
    }
    #expect(ours.method == theirs.method)
    #expect(ours.target == theirs.target)
    #expect(Self.fields(ours) == Self.fields(theirs))
    #expect(Self.body(ours) == Self.body(theirs))
  }

  @Test("are compared by at least 250 lines, each with a name of its own")
  func count() {
    #expect(CurlRow.all.count >= 250)
    #expect(Set(CurlRow.all.map(\.id)).count == CurlRow.all.count)
  }

  /// The shell's words go to `send`, with its own name for curl's `--json`.
  private static let function = """
    curl() {
      local words=()
      for word; do
        [ "$word" = --json ] && word=--body-json
        words+=("$word")
      done
      '\(Spawn.inspector)' send "${words[@]}"
    }

    """

  private func run(_ script: String) throws -> Piped {
    let folder = try Self.folder.get()
    let path = try folder.write("script", script)
    return try Piped(
      ["-c", "cd '\(folder.path)' && PATH=/usr/bin:/bin HOME=/nonexistent . '\(path)'"],
      program: "/bin/bash")
  }

  /// Every field but the user agent, what encodings are taken, a made-up boundary and its length.
  private static func fields(_ request: Request) -> [String] {
    let isMultipart = request.header("Content-Type")?.hasPrefix("multipart/") == true
    return request.fields.compactMap { field in
      let (name, value) = (field.name.lowercased(), field.value)
      if ["user-agent", "accept-encoding", "expect"].contains(name) { return nil }
      if isMultipart, name == "content-length" { return nil }
      return isMultipart && name == "content-type" ? "\(name): …" : "\(field.name): \(value)"
    }.sorted()
  }

  private static func body(_ request: Request) -> [UInt8] {
    let type = request.header("Content-Type") ?? ""
    guard let mark = type.firstRange(of: "boundary=") else { return request.body.kept }
    let boundary = Array(type[mark.upperBound...].utf8)
    var rest = request.body.kept[...]
    var made: [UInt8] = []
    while let found = rest.firstRange(of: boundary) {
      made += rest[..<found.lowerBound] + [UInt8(ascii: "B")]
      rest = rest[found.upperBound...]
    }
    return made + rest
  }
}
