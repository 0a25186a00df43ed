import NetEngine
import TestSupport
import Testing

/// What somebody probably meant.
@Suite("The nearest word")
struct NearestWordTests {
  static let names = ["--port", "--help", "--script", "demo", "list", "run"]

  @Test(
    "is found for a slip, and not for another word",
    arguments: [
      ("--prot", "--port"), ("--ports", "--port"), ("--hlep", "--help"), ("--scirpt", "--script"),
      ("dem", "demo"), ("lsit", "list"), ("urn", "run"), ("RUN", "run"), ("Lsit", "list"),
      ("--verbose", nil), ("x", nil), ("ru", nil), ("", nil),
      (String(repeating: "r", count: 65), nil),
    ])
  func guess(word: String, expected: String?) {
    #expect(NearestWord.of(word, in: Self.names) == expected)
  }
}
