import TestSupport
import Testing

/// The built program: a session that opens at one of its exchanges.
@Suite("Opened at an exchange", .timeLimit(.minutes(5)))
struct OpenedAtTests {
  private static let session = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return parts.joined(separator: "/") + "/Examples/TestedShop/sessions/shop.har"
  }()

  private func frame(_ arguments: [String]) throws -> Piped {
    let folder = try TestFolder()
    try folder.write("keys.txt", "frame\n")
    return try Piped(arguments + ["--script", folder.path + "/keys.txt", "--size", "100x30"])
  }

  @Test("the exchange of the number is selected and its answer shown")
  func selected() throws {
    let first = try frame([Self.session])
    let third = try frame([Self.session + "#3"])
    #expect(third.ending == .exited(0), "\(third.error)")
    let row = try #require(third.output.split(separator: "\n").first { $0.contains("▌") })
    #expect(row.contains(" 3 "), "\(third.output)")
    #expect(third.output != first.output)
  }

  @Test("a URL opens the form of a request to it, and nothing is sent")
  func url() throws {
    let url = "HTTPS://127.0.0.1:1/a/b?c=d"
    let form = try frame([url])
    #expect(form.ending == .exited(0), "\(form.error)")
    #expect(form.output.contains("GET") && form.output.contains(url), "\(form.output)")
    #expect(form.output.contains("Ctrl-s send"), "\(form.output)")
  }

  @Test("a number without an exchange is named")
  func mistakes() throws {
    #expect(try frame([Self.session + "#99"]).output.contains("there is no exchange 99"))
  }
}
