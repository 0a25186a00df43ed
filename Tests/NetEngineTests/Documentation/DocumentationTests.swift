import NetEngine
import TestSupport
import Testing

/// The articles say what compiles and runs.
@Suite struct DocumentationTests {
  static let articles = [
    "NetEngine", "DefineATarget", "ReadAnEnvelope", "ClassifyFailures", "ChainRequests",
    "AnswerYourTests", "ReadStreams", "Isolation", "KeepCookies",
    "StaySignedIn",
  ]
  static let folder = folder(of: #filePath)
  static let catalog = folder + "/../../../Sources/NetEngine/Documentation.docc"

  private static func folder(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }

  /// The Swift blocks of an article.
  private func blocks(_ article: String) throws -> [String] {
    var blocks: [String] = []
    var open: [String]?
    for line in try SourceFile("\(Self.catalog)/\(article).md").lines {
      if line == "```swift" {
        open = []
      } else if line == "```", let lines = open {
        blocks.append(lines.joined(separator: "\n"))
        open = nil
      } else {
        open?.append(line)
      }
    }
    return blocks
  }

  @Test("the Swift blocks of an article are its snippets, in their order", arguments: articles)
  func snippets(article: String) throws {
    let snippets = try SourceFile("\(Self.folder)/\(article)Snippets.swift").pieces("// snippet: ")
    let blocks = try blocks(article)
    #expect(blocks.count >= (article == "NetEngine" ? 1 : 5))
    for block in blocks {
      #expect(snippets.contains { $0.text == block }, "in no snippet of \(article):\n\(block)")
    }
    for snippet in snippets {
      #expect(blocks.contains(snippet.text), "not in \(article): \(snippet.name)")
    }
  }

  @Test("what an old call becomes is code that compiles")
  func comingFrom() throws {
    let source = try SourceFile("\(Self.folder)/ComingFromSnippets.swift").lines
      .joined(separator: "\n")
    let lines = try SourceFile("\(Self.catalog)/ComingFrom.md").lines
    var count = 0
    for line in lines where line.hasPrefix("| ") {
      let cells = line.split(separator: "|").map(String.init)
      guard let here = cells.last, cells.count >= 2, cells[0] != " --- " else { continue }
      let spans = here.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      for span in spans where span.contains("(") || span.contains(".") {
        count += 1
        #expect(source.contains(span), "not compiled anywhere: \(span)")
      }
    }
    #expect(count >= 40)
  }
}
