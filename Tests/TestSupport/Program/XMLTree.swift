/// A strict reader for the XML that the tests look at: elements, attributes, text, five entities.
package struct XMLTree {
  package struct Element {
    package var name: String
    package var attributes: [String: String] = [:]
    package var children: [Element] = []
    package var text = ""

    package init(name: String, attributes: [String: String] = [:], children: [Element] = []) {
      (self.name, self.attributes, self.children) = (name, attributes, children)
    }
  }

  package struct Mistake: Error {
    package let what: String

    package init(what: String) { self.what = what }
  }

  package let root: Element

  package init(_ text: String) throws {
    var reader = Reader(rest: Array(text.unicodeScalars)[...])
    if reader.take("<?xml") { _ = try reader.until("?>") }
    reader.skipSpace()
    root = try reader.element()
    reader.skipSpace()
    guard reader.rest.isEmpty else { throw Mistake(what: "text behind the root") }
  }

  private struct Reader {
    var rest: ArraySlice<Unicode.Scalar>

    mutating func element() throws -> Element {
      guard take("<") else { throw Mistake(what: "an element is missing at '\(near)'") }
      var element = Element(name: name())
      while true {
        skipSpace()
        if take("/>") { return element }
        if take(">") { break }
        let key = name()
        guard !key.isEmpty, take("=\""), element.attributes[key] == nil else {
          throw Mistake(what: "no attribute at '\(near)'")
        }
        element.attributes[key] = try Self.decoded(until("\""))
      }
      while !take("</") {
        if rest.first == "<" {
          element.children.append(try self.element())
        } else {
          let text = rest.prefix { $0 != "<" }
          rest = rest.dropFirst(text.count)
          element.text += try Self.decoded(String(String.UnicodeScalarView(text)))
        }
        if rest.isEmpty { throw Mistake(what: "\(element.name) is never closed") }
      }
      guard take(element.name), take(">") else { throw Mistake(what: "not closed: '\(near)'") }
      return element
    }

    private var near: String { String(String.UnicodeScalarView(rest.prefix(20))) }

    private mutating func name() -> String {
      let name = rest.prefix {
        $0.properties.isAlphabetic || $0 == "-" || $0 == "_" || $0.properties.numericType != nil
      }
      rest = rest.dropFirst(name.count)
      return String(String.UnicodeScalarView(name))
    }

    mutating func skipSpace() { rest = rest.drop { $0 == " " || $0 == "\n" } }

    mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.unicodeScalars) else { return false }
      rest = rest.dropFirst(text.unicodeScalars.count)
      return true
    }

    mutating func until(_ end: String) throws -> String {
      var text = String.UnicodeScalarView()
      while !rest.isEmpty {
        if take(end) { return String(text) }
        text.append(rest.removeFirst())
      }
      throw Mistake(what: "'\(end)' is missing")
    }

    private static func decoded(_ text: String) throws -> String {
      var out = ""
      for (index, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated()
      {
        guard index > 0 else {
          out += part
          continue
        }
        let entities = [
          "amp;": "&", "lt;": "<", "gt;": ">", "quot;": "\"", "#10;": "\n", "#9;": "\t",
        ]
        guard let entity = entities.first(where: { part.hasPrefix($0.key) }) else {
          throw Mistake(what: "no entity: &\(part.prefix(8))")
        }
        out += entity.value + part.dropFirst(entity.key.count)
      }
      guard !out.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
      else { throw Mistake(what: "a control character") }
      return out
    }
  }
}
