import NetEngine
import TestSupport
import Testing

/// Pipelines as code: the text is compared with goldens that the compiler has accepted.
@Suite struct SwiftSourceTests {
  @Test("the source of every golden's pipeline is the golden")
  func goldens() throws {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let file = try SourceFile(folder.joined(separator: "/") + "/SwiftSourceGoldens.swift")
    let goldens = file.pieces("// golden: ")
    #expect(goldens.count == 19)
    for (name, text) in goldens {
      let pipeline = try #require(Pipeline(line: name), "\(name)")
      #expect(pipeline.swiftSource() == text, "\(name)")
    }
  }

  @Test("what is asked for differs, the code differs")
  func distinct() throws {
    let sources = ["auto", "none", "json", "string", "string(a)", "object(a)", "image"]
      .compactMap { Pipeline.Mapping($0) }.flatMap { mapping in
        [nil, EnvelopeProfile.codeMsgData, .httpStatus].map { profile in
          Pipeline(mapping: mapping, profile: profile).swiftSource(target: "GitHub.zen")
        }
      }
    for source in sources {
      #expect(source.hasPrefix("let "))
      #expect(source.contains("provider.request(GitHub.zen)\n"))
    }
    // Under each profile auto and json are one; without a profile auto and none are.
    #expect(Set(sources).count == sources.count - 3)
  }

  @Test("a literal holds any text and shows nothing that could mislead")
  func literals() {
    #expect("plain".swiftLiteral == #""plain""#)
    #expect("a\"b\\c\n\r\t".swiftLiteral == #""a\"b\\c\n\r\t""#)
    #expect("\\(x)".swiftLiteral == #""\\(x)""#)
    #expect("\u{202e}\u{0}é🎉".swiftLiteral == #""\u{202e}\u{0}é🎉""#)
  }
}

extension Pipeline {
  /// The pipeline of a golden: `2xx → auto → code/msg/data`.
  fileprivate init?(line: String) {
    let arrow = " → "
    let parts = line.split(separator: arrow, omittingEmptySubsequences: false)
    guard parts.count > 2, let filter = StatusFilter(String(parts[0])) else { return nil }
    // A path or a name may hold an arrow itself.
    for index in parts.indices.dropFirst(2) {
      let name = parts[index...].joined(separator: arrow)
      let profile = SwiftSourceGoldens.profiles.first { $0.name == name }
      guard let mapping = Mapping(parts[1..<index].joined(separator: arrow)),
        profile != nil || name == "none"
      else { continue }
      self.init(filter: filter, mapping: mapping, profile: profile)
      return
    }
    return nil
  }
}
