import Glibc
import Testing

/// The behaviours people know from older libraries are numbered; a test's name begins with its
/// numbers, as in `C8 · …`, so that one that is missing is seen.
@Suite struct ConformanceListTests {
  /// Every number there is; others stand for nothing.
  static let listed = Set([1...38, 42...84, 86...110].joined())

  @Test("every number has its test, and every test a number that exists")
  func numbers() {
    let found = Set(Self.sources(in: Self.folder).flatMap(Self.numbers(in:)))
    #expect(Self.listed.subtracting(found).sorted() == [])
    #expect(found.subtracting(Self.listed).sorted() == [])
  }

  @Test(
    "a name gives its numbers",
    arguments: [
      (#"@Test("C23 · a full response")"#, [23]),
      ("@Test(\n    \"C8 C9 · both\", arguments: x)", [8, 9]),
      (#"@Test("no number")"#, []), (#"@Test("Case 4")"#, []), (#"let c = "C5 · no test""#, []),
      (#"@Test("C1 · a") func a() {} @Test("C2 · b")"#, [1, 2]),
    ])
  func names(source: String, numbers: [Int]) {
    #expect(Self.numbers(in: source) == numbers)
  }

  /// The numbers in the names of the tests of a file.
  static func numbers(in source: String) -> [Int] {
    source.split(separator: "@Test(").dropFirst(source.hasPrefix("@Test(") ? 0 : 1).flatMap {
      test in
      let name = test.drop { $0.isWhitespace }
      guard name.first == "\"" else { return [Int]() }
      let words = name.dropFirst().split(separator: " ")
      return words.prefix { $0.first == "C" && Int($0.dropFirst()) != nil }
        .compactMap { Int($0.dropFirst()) }
    }
  }

  /// The folder of all tests of this library.
  static var folder: String {
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
  }

  /// The texts of every Swift file below a folder.
  static func sources(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var sources: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      // The samples in this very file are no tests.
      guard !name.hasPrefix("."), !#filePath.hasSuffix("/" + name) else { continue }
      let path = folder + "/" + name
      if name.hasSuffix(".swift") {
        sources.append(String(decoding: ScratchFolder.read(path) ?? [], as: UTF8.self))
      } else {
        sources += Self.sources(in: path)
      }
    }
    return sources
  }
}
