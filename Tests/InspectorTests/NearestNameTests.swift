import Inspector
import Testing

/// What somebody probably meant.
@Suite("The nearest name")
struct NearestNameTests {
  static let names = ["--port", "--help", "--script", "demo", "list", "run"]

  @Test(
    "is found for a slip, and not for another word",
    arguments: [
      ("--prot", "--port"), ("--ports", "--port"), ("--hlep", "--help"), ("--scirpt", "--script"),
      ("dem", "demo"), ("lsit", "list"), ("urn", "run"), ("--verbose", nil), ("x", nil), ("", nil),
    ])
  func guess(word: String, expected: String?) {
    #expect(NearestName.of(word, in: Self.names) == expected)
  }

  @Test(
    "counts letters added, left out, replaced and swapped",
    arguments: [
      ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("abc", "ab", 1), ("abc", "axc", 1),
      ("abc", "acb", 1), ("kitten", "sitting", 3),
    ])
  func distance(left: String, right: String, expected: Int) {
    #expect(NearestName.distance(left, right) == expected)
    #expect(NearestName.distance(right, left) == expected)
  }
}
