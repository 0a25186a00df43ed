import NetEngine
import RequestFiles
import TestSupport
import Testing

@Suite("Hostile request files")
struct RequestFuzzTests {
  private static let corpus = RequestRow.all.map { Array($0.text.utf8) }

  /// The seeds are fixed: what fails once fails again.
  @Test("with changed bytes never trap, and every place is in the file", arguments: 0..<16)
  func mutations(_ seed: UInt64) {
    var dice = SplitMix(seed: seed &* 31 &+ 5)
    for _ in 0..<250 {
      let bytes = Self.mutated(&dice)
      let file = RequestFile(bytes, name: "t.http")
      let lines = bytes.count { $0 == 0x0a } + 1
      for problem in file.problems + file.requests.flatMap(\.problems) {
        #expect(1...lines ~= problem.place.line)
        #expect(1...bytes.count + 1 ~= problem.place.column)
        #expect(!problem.message.isEmpty)
        #expect(!problem.message.utf8.contains { $0 < 0x20 })
      }
      for request in file.requests where request.flaw == nil {
        #expect(!request.target.isEmpty)
      }
    }
  }

  @Test("with changed bytes resolve or say why, without a trap", arguments: 0..<4)
  func resolutions(_ seed: UInt64) throws {
    var dice = SplitMix(seed: seed &* 77 &+ 3)
    let fixture = try RequestFixture("")
    for _ in 0..<60 {
      try fixture.sandbox.write("files/t.http", Self.mutated(&dice))
      for line in try fixture.lines() { #expect(!line.isEmpty) }
    }
  }

  private static func mutated(_ dice: inout SplitMix) -> [UInt8] {
    var bytes = corpus.randomElement(using: &dice) ?? []
    if Bool.random(using: &dice) { bytes += corpus.randomElement(using: &dice) ?? [] }
    for _ in 0..<Int.random(in: 1...6, using: &dice) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &dice)
      switch Int.random(in: 0..<5, using: &dice) {
      case 0: bytes[at] = UInt8.random(in: 0...127, using: &dice)
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(contentsOf: piece(&dice), at: at)
      case 3: bytes.removeSubrange(at..<min(bytes.count, at + 9))
      default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &dice)], at: at)
      }
    }
    return bytes
  }

  private static func piece(_ dice: inout SplitMix) -> [UInt8] {
    let pieces = [
      "{{", "}}", "###", "\n", "\r\n", "# @", "@x = ", "< ", "> {%", "%}", "--b", "{{x}}", ":", " ",
      "\t", "GET ", "HTTP/1.1", "[", "]", "$.", ".response.", "é", "\0", "{{$", "=", "//",
    ]
    return Array((pieces.randomElement(using: &dice) ?? "").utf8)
  }
}
