import NetEngine
import RequestFiles
import TestSupport
import Testing

@Suite("Request files of other editors")
struct DialectTests {
  @Test("are read as their writers meant them, or say why not", arguments: DialectRow.all)
  func rows(_ row: DialectRow) throws {
    let lines = try RequestFixture(row.text).lines()
    #expect(lines == row.lines, "\(lines)")
  }

  @Test("ask of an answer what their scripts and comments ask", arguments: AnswerRow.all)
  func answers(_ row: AnswerRow) throws {
    let fixture = try RequestFixture("POST http://h.test/login\n" + row.text)
    let collection = try RequestCollection(path: fixture.sandbox.path + "/files")
    #expect(collection.problems.filter { !$0.isNote } == [])
    let entry = try #require(collection.entries.first)
    let target = try collection.target(entry, in: fixture.context)
    let response = Response(
      statusCode: row.answer.status, headers: row.answer.headers, body: row.answer.body,
      request: HTTPRequest(method: .post, url: target.baseURL))
    let outcome = Classifier.classify(.success(response), Pipeline(filter: .none))
    let exchange = Exchange(
      sequence: 1, name: "login", startedAt: 0, request: response.request,
      result: .success(response))
    let check = target.check(exchange, outcome)
    let kept = EarlierAnswers()
    kept.remember(.success(response), of: entry)
    var lines = check.answers.map { answer in
      answer.holds
        ? "✓ \(answer.words) \(answer.text)" : "✗ \(answer.words) \(answer.text) — \(answer.found)"
    }
    for name in target.answerScript.names {
      if let value = kept.kept(name) { lines.append("\(name) = \(value.text)") }
    }
    if entry.request.uncheckedCount > 0 { lines.append("\(entry.request.uncheckedCount) unread") }
    #expect(lines == row.lines)
    #expect(check.isMet == !lines.contains { $0.hasPrefix("✗") })
  }

  @Test("reach what lies above their folder in the same repository", arguments: ReachRow.all)
  func reach(_ row: ReachRow) throws {
    let sandbox = try TestFolder()
    try sandbox.write("repo/.git/HEAD", "ref: refs/heads/main\n")
    for (name, text) in row.files { try sandbox.write("repo/" + name, text) }
    let collection = try sandbox.collection("repo/" + row.path)
    var context = RequestContext()
    context.environment = collection.environments.contains("dev") ? "dev" : nil
    context.system = .fixed
    context.earlier = { _ in EarlierExchange(responseBody: "{}") }
    #expect(RequestSnapshot(collection, context).lines == row.lines)
  }

  /// Each of them took a time that grew with the square of its length.
  @Test(
    "are read at once, whatever stands in them many times",
    arguments: [
      "POST http://h.test/a\n\n" + String(repeating: "{{\n", count: 10_000),
      "GET http://h.test/a\n\n> {%\n" + String(repeating: "1 +\n", count: 10_000) + "%}\n",
      "GET http://h.test/a\n\n> {%\n" + String(repeating: "if (1)\n", count: 5_000) + "%}\n",
      "GET http://h.test/a\n\n> {% " + String(repeating: "((((", count: 5_000) + " %}\n",
      "POST http://h.test/a\n\n" + String(repeating: "*/\n", count: 10_000),
      "POST http://h.test/a\n\n[\n" + String(repeating: "]\n[\n# a\nGET /a\n", count: 5_000),
      "POST http://h.test/a\n\n" + String(repeating: "\\{\\{", count: 20_000) + "\\}\\}\n",
      "POST http://h.test/a\n\n[\n//\n" + String(repeating: "{{", count: 20_000) + "]\n",
      String(repeating: ":a = :a\n", count: 5_000) + "GET http://h.test/:a\n",
      String(repeating: "# @assert status ==\n", count: 5_000) + "GET http://h.test/a\n",
    ])
  func many(_ text: String) {
    #expect(RequestFile(text, name: "t.http").requests.count == 1)
  }

  @Test("are told in docs/REQUESTS.md as the rows have them")
  func table() throws {
    var editors: [Construct: Set<String>] = [:]
    for row in DialectRow.all { editors[row.construct, default: []].insert(row.editor.rawValue) }
    for row in AnswerRow.all { editors[row.construct, default: []].insert(row.editor.rawValue) }
    for row in ReachRow.all { editors[row.construct, default: []].insert(row.editor.rawValue) }
    let order = DialectRow.Editor.allCases.map(\.rawValue)
    let lines = Construct.allCases.map { construct in
      construct.line(order.filter { editors[construct]?.contains($0) == true })
    }
    #expect(Construct.allCases.filter { editors[$0] == nil } == [])
    let page = try #require(TestFolder.bytes(at: Self.document))
    let text = String(decoding: page, as: UTF8.self)
    let wanted = lines.joined(separator: "\n")
    #expect(text.contains(wanted), "the table is:\n\(wanted)")
  }

  private static let document: String = {
    let parts = "\(#filePath)".split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/") + "/docs/REQUESTS.md"
  }()
}
