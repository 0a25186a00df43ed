import FoundationEssentials
import Testing

/// What the documents say is what the project does.
@Suite("Documents")
struct DocumentTests {
  /// The first word of each line of the shell blocks of a document.
  private func commands(in path: String) throws -> Set<String> {
    var isShell = false
    var commands: Set<String> = []
    for line in try #require(SourceFile.text(path)).split(separator: "\n") {
      if line.hasPrefix("```") {
        isShell = line == "```sh"
      } else if isShell, let word = line.split(separator: " ").first, !word.hasPrefix("#") {
        commands.insert(String(word))
      }
    }
    return commands
  }

  @Test("the README's commands are the two scripts, and how the two packages are installed")
  func readme() throws {
    let scripts: Set = ["Scripts/run", "Scripts/test"]
    for script in scripts {
      #expect(SourceFile.text(script)?.hasPrefix("#!/usr/bin/env bash\n") == true)
    }
    // The packages are named by the version, which stands in one place.
    let source = try #require(SourceFile.text("Sources/Inspector/Command/CommandLineRun.swift"))
    let version = try #require(
      source.split(separator: "static let version = \"").dropFirst().first?.prefix { $0 != "\"" })
    let tarball = "inspector-\(version)-linux-x86_64"
    #expect(
      try commands(in: "README.md") == scripts.union(["apt", "tar", "\(tarball)/bin/inspector"]))
    let text = try #require(SourceFile.text("README.md"))
    #expect(text.contains("apt install ./inspector_\(version)_amd64.deb\n"))
    #expect(text.contains("tar -xzf \(tarball).tar.gz\n"))
    let made = try #require(SourceFile.text("Scripts/package"))
    #expect(made.contains("name=inspector-$version-linux-x86_64\n"))
    #expect(made.contains("\"$out/inspector_${version}_amd64.deb\""))
  }

  /// The pages that people read.
  static let pages = ["README.md"] + pages(in: "docs") + howTos

  /// A page for each errand.
  static let howTos = pages(in: "docs/howto")

  private static func pages(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: "/\(SourceFile.root)/\(folder)")
    return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }

  @Test("every link and picture of a page leads somewhere", arguments: pages)
  func links(page: String) throws {
    for link in Self.links(in: try #require(SourceFile.text(page))) {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      var path = page.split(separator: "/").dropLast()
      for part in parts[0].split(separator: "/") {
        if part == ".." { path.removeLast() } else { path.append(part) }
      }
      let place = parts[0].isEmpty ? page : path.joined(separator: "/")
      #expect(SourceFile.exists(place), "\(page) links \(link)")
      guard parts.count == 2, let text = SourceFile.text(place) else { continue }
      #expect(Self.anchors(in: text).contains(String(parts[1])), "\(page) links \(link)")
    }
  }

  @Test("every page links the glossary", arguments: pages)
  func glossary(page: String) throws {
    let links = Self.links(in: try #require(SourceFile.text(page)))
    #expect(page == "docs/GLOSSARY.md" || links.contains { $0.hasSuffix("GLOSSARY.md") })
  }

  /// What the headings of a page are known by: small letters, digits and dashes.
  private static func anchors(in text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        let heading = line.drop { $0 == "#" }.dropFirst().lowercased()
        return String(
          heading.compactMap {
            $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil
          })
      })
  }

  @Test("the README and the index link every page; each picture is shown somewhere")
  func everyPage() throws {
    let texts = try Self.pages.map { try #require(SourceFile.text($0)) }
    let front = Set(Self.links(in: texts[0]))
    let index = Set(Self.links(in: try #require(SourceFile.text("docs/README.md"))))
    for page in Self.pages.dropFirst() {
      let name = String(page.dropFirst(5))
      #expect(index.contains(name) || name == "README.md", "docs/README.md does not link \(page)")
      // An errand is found in the index.
      guard !Self.howTos.contains(page) else { continue }
      #expect(front.contains(page), "README.md does not link \(page)")
    }
    let shown = Set(
      texts.flatMap(Self.links).map { $0.split(separator: "/").last.map(String.init) })
    let pictures = try FileManager.default
      .contentsOfDirectory(atPath: "/\(SourceFile.root)/docs/pictures")
    #expect(Set(pictures).subtracting(shown.compactMap(\.self)).sorted() == [])
    // Viewers that ignore the style sheet's white-space would join the columns otherwise.
    for picture in pictures {
      let svg = try #require(SourceFile.text("docs/pictures/\(picture)"))
      #expect(svg.split(separator: "\n").first?.contains("xml:space=\"preserve\"") == true)
    }
  }

  @Test(
    "docs/FIGURES.md is what Benchmarks/all makes: a section for each benchmark, then the long run")
  func figures() throws {
    let text = try #require(SourceFile.text("docs/FIGURES.md"))
    #expect(text.hasPrefix("<!-- Made by Benchmarks/all: "))
    let sections = text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map {
      $0.dropFirst(3)
    }
    let scripts = try FileManager.default.contentsOfDirectory(
      atPath: "/\(SourceFile.root)/Benchmarks"
    ).filter { SourceFile.text("Benchmarks/\($0)")?.hasPrefix("#!") == true }
    // It is slow, and its row comes only when it is asked for.
    let others: Set = ["all", "first-run"]
    #expect(
      Set(scripts).subtracting(others)
        == Set(sections.map(String.init)).subtracting(["The long run", "first-run"]))
    #expect(sections.last == "The long run")
  }

  /// What stands in round brackets behind square ones, but for addresses.
  private static func links(in text: String) -> [String] {
    text.split(separator: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
      .filter { !$0.hasPrefix("https://") && !$0.contains(" ") }
  }

  @Test("CI runs Scripts/test and nothing else")
  func ci() throws {
    let lines = try #require(SourceFile.text(".ci/run")).split(separator: "\n")
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("set ") }
    #expect(lines.count == 1)
    #expect(lines.first?.hasSuffix("/Scripts/test\"") == true)
  }

  @Test(
    "the pages are short",
    arguments: [("README.md", 120), ("ARCHITECTURE.md", 200), ("CONTRIBUTING.md", 120)])
  func length(path: String, limit: Int) throws {
    #expect(
      try #require(SourceFile.text(path)).split(separator: "\n", omittingEmptySubsequences: false)
        .count <= limit + 1)
  }

  @Test("an errand is read in two minutes", arguments: howTos)
  func errand(path: String) throws {
    #expect(try #require(SourceFile.text(path)).count { $0 == "\n" } <= 100)
  }

  @Test("the changes of a release are told in sixty lines")
  func changes() throws {
    #expect(try #require(SourceFile.text("CHANGELOG.md")).count { $0 == "\n" } <= 60)
  }

  /// What stands between backquotes and looks like a place of the project.
  private func places(in path: String) throws -> [String] {
    try #require(SourceFile.text(path)).split(separator: "`", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      .filter { text in
        ["Sources/", "Tests/", "Scripts/", "Benchmarks/", "docs/"].contains { text.hasPrefix($0) }
          && !text.contains(" ") && !text.contains("*")
      }
  }

  @Test(
    "every place a document names is there",
    arguments: ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
  func places(path: String) throws {
    for place in try places(in: path) {
      #expect(SourceFile.exists(place), "\(path) names \(place)")
    }
  }
}
