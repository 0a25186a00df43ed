import Testing

/// The promise of docs/STABILITY.md about the library: no public type of 0.1 loses its name.
@Suite("Public types")
struct StableTypesTests {
  @Test("every public type of 0.1 is declared, as itself or as a typealias")
  func declared() throws {
    let kinds: Set = ["struct", "enum", "class", "protocol", "actor", "typealias"]
    var names: Set<Substring> = []
    for file in try SourceFile.everything.get() where file.path.hasPrefix("Sources/") {
      for line in file.lines {
        let words = line.split(separator: " ")
        guard words.first == "public",
          let place = words.firstIndex(where: { kinds.contains(String($0)) }),
          place + 1 < words.count
        else { continue }
        names.insert(words[place + 1].prefix { $0.isLetter || $0.isNumber })
      }
    }
    let old = try #require(SourceFile.text("Tests/Stability/public-types-0.1.txt"))
    #expect(old.split(separator: "\n").filter { !names.contains($0) } == [])
  }
}
