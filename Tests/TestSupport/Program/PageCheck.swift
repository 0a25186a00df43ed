import Glibc

/// What is asked of a page that has to be read offline: well-formed, nothing from elsewhere, nothing
/// that runs, ids that are there, and contrast on both grounds.
package struct PageCheck {
  package let text: String
  package let root: XMLTree.Element

  package init(_ text: String) throws {
    let start = "<!DOCTYPE html>\n"
    guard text.hasPrefix(start) else { throw XMLTree.Mistake(what: "no document type") }
    self.text = text
    root = try XMLTree(String(text.dropFirst(start.count))).root
  }

  /// All elements, the outer ones first.
  package var elements: [XMLTree.Element] {
    func all(_ element: XMLTree.Element) -> [XMLTree.Element] {
      [element] + element.children.flatMap(all)
    }
    return all(root)
  }

  /// All that is wrong, a line each.
  package var mistakes: [String] { elsewhere + places + nesting + contrast }

  /// What a browser would fetch or run.
  private var elsewhere: [String] {
    let foreign: Set = [
      "script", "link", "img", "iframe", "object", "embed", "base", "form", "video", "audio",
      "source", "svg", "image", "use",
    ]
    var found = elements.filter { foreign.contains($0.name) }.map { "<\($0.name)>" }
    for element in elements {
      for (name, value) in element.attributes {
        let isPlace = ["src", "srcset", "action", "data", "poster", "background"].contains(name)
        if isPlace || name.hasPrefix("on") { found.append("\(element.name) \(name)") }
        if name == "href", !value.hasPrefix("#") { found.append("a link to \(value)") }
        if name == "style", value.contains("url") { found.append("a style with \(value)") }
      }
    }
    let style = elements.filter { $0.name == "style" }.map(\.text).joined()
    for word in ["url(", "@import", "expression("] where style.contains(word) {
      found.append("\(word) in the style")
    }
    return found
  }

  /// Ids are there once, and links lead to one.
  private var places: [String] {
    let ids = elements.compactMap { $0.attributes["id"] }
    var found = ids.count == Set(ids).count ? [] : ["an id stands twice"]
    for link in elements.compactMap({ $0.attributes["href"] }) where link.hasPrefix("#") {
      if !ids.contains(String(link.dropFirst())) { found.append("nothing is at \(link)") }
    }
    return found
  }

  /// What HTML allows beyond being well-formed, as far as the page uses it.
  private var nesting: [String] {
    let inline: Set = ["span", "i", "code", "a", "p", "h1", "h2", "h3", "pre", "label", "summary"]
    let block: Set = ["div", "p", "table", "ol", "details", "section", "pre", "h3"]
    var found: [String] = []
    for element in elements {
      for child in element.children
      where inline.contains(element.name) && block.contains(child.name) {
        found.append("<\(child.name)> in <\(element.name)>")
      }
      if ["ol"].contains(element.name), element.children.contains(where: { $0.name != "li" }) {
        found.append("<ol> holds more than items")
      }
      if element.name == "details", element.children.first?.name != "summary" {
        found.append("<details> without a summary")
      }
    }
    let needed = ["html", "head", "title", "style", "body", "h1", "main"]
    let names = elements.map(\.name)
    found += needed.filter { name in names.count { $0 == name } != 1 }.map { "not one <\($0)>" }
    if root.attributes["lang"] == nil { found.append("no language") }
    return found
  }

  // MARK: Contrast

  private var contrast: [String] {
    let style = elements.first { $0.name == "style" }?.text ?? ""
    let parts = style.split(separator: ":root{").dropFirst().map(Self.colours)
    guard parts.count >= 2 else { return ["no colours for light and dark"] }
    var found: [String] = []
    for (name, colours) in [("light", parts[0]), ("dark", parts[1])] {
      let grounds = ["page", "panel"].compactMap { colours[$0] }
      if grounds.count != 2 { found.append("\(name): no grounds") }
      for (role, colour) in colours where !["page", "panel", "line"].contains(role) {
        let least = role.hasPrefix("bar-") ? 3.0 : 4.5
        for ground in grounds where Self.contrast(colour, ground) < least {
          found.append("\(name): \(role) has a contrast of \(Self.contrast(colour, ground))")
        }
      }
    }
    return found
  }

  /// `--text:#1d2125;…` up to the brace.
  private static func colours(_ text: Substring) -> [String: [Double]] {
    var found: [String: [Double]] = [:]
    for line in text.prefix(while: { $0 != "}" }).split(separator: ";") {
      let parts = line.split(separator: ":")
      guard parts.count == 2, parts[0].hasPrefix("--"), parts[1].hasPrefix("#"),
        let number = Int(parts[1].dropFirst(), radix: 16)
      else { continue }
      found[String(parts[0].dropFirst(2))] = [number >> 16, number >> 8 & 255, number & 255]
        .map { Double($0) / 255 }
    }
    return found
  }

  /// By WCAG 2: from 1 to 21.
  private static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let lights = [one, other].map { colour -> Double in
      let linear = colour.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    return (max(lights[0], lights[1]) + 0.05) / (min(lights[0], lights[1]) + 0.05)
  }
}
