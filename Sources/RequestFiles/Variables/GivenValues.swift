import LosslessJSON

/// Values of variables from a file that somebody names for a run: one set of them, or a table.
package enum GivenValues {
  /// What is wrong in the file, and in which line.
  package struct Mistake: Error, Hashable {
    package let line: Int
    package let what: String
  }

  /// The members of a JSON object, or lines `NAME=value`.
  package static func variables(_ bytes: [UInt8]) throws(Mistake) -> [String: String] {
    guard first(of: bytes) == UInt8(ascii: "{") else {
      return DotEnv(withoutMark(bytes), name: "").values
    }
    return values(of: try document(bytes))
  }

  /// An array of JSON objects, else a table with commas, semicolons or tabs and a line of names.
  package static func rows(_ bytes: [UInt8]) throws(Mistake) -> [[String: String]] {
    guard let first = first(of: bytes) else {
      throw Mistake(line: 1, what: "there is nothing in it")
    }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      return try table(withoutMark(bytes))
    }
    let json = try document(bytes)
    guard json.kind == .array, !json.arrayValue.isEmpty else {
      throw Mistake(line: 1, what: "expected an array of objects, one for each round")
    }
    var rows: [[String: String]] = []
    for (place, row) in json.arrayValue.enumerated() {
      guard row.kind == .object else {
        throw Mistake(line: 1, what: "element \(place) is no object of names and values")
      }
      rows.append(values(of: row))
    }
    return rows
  }

  /// A text is itself, any other value its JSON; null is no value.
  private static func values(of json: JSON) -> [String: String] {
    var values: [String: String] = [:]
    for (key, value) in json.members ?? [] where value.kind != .null {
      values[key] = value.string ?? JSONPrinter.compact.text(value)
    }
    return values
  }

  private static func document(_ bytes: [UInt8]) throws(Mistake) -> JSON {
    let document = JSONDocument(withoutMark(bytes))
    if let error = document.error { throw Mistake(line: error.line, what: "\(error)") }
    return document.json
  }

  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
  }

  private static func first(of bytes: [UInt8]) -> UInt8? {
    withoutMark(bytes).first { !$0.isBlank && $0 != 0x0a && $0 != 0x0d }
  }

  // MARK: A table

  private static func table(_ bytes: [UInt8]) throws(Mistake) -> [[String: String]] {
    let head = bytes.prefix { $0 != 0x0a }
    let separator = Array(",;\t".utf8).first { head.contains($0) } ?? UInt8(ascii: ",")
    var lines = try records(bytes, separator)[...]
    guard let names = lines.popFirst()?.fields else { return [] }
    guard Set(names).count == names.count, !names.contains("") else {
      throw Mistake(line: 1, what: "expected a name for each column, each another one")
    }
    guard !lines.isEmpty else { throw Mistake(line: 1, what: "there is no row below the names") }
    var rows: [[String: String]] = []
    for (line, fields) in lines {
      guard fields.count == names.count else {
        throw Mistake(
          line: line,
          what: Units.count(fields.count, "field")
            + " under \(Units.count(names.count, "name")): '\(names[0])' …")
      }
      rows.append(Dictionary(zip(names, fields)) { $1 })
    }
    return rows
  }

  /// Fields in quotes may hold separators, line ends and doubled quotes; empty lines are none.
  private static func records(
    _ bytes: [UInt8], _ separator: UInt8
  ) throws(Mistake) -> [(line: Int, fields: [String])] {
    let quote = UInt8(ascii: "\"")
    var records: [(line: Int, fields: [String])] = []
    var fields: [String] = []
    var field: [UInt8] = []
    var (at, line, start) = (0, 1, 1)
    func end() { fields.append(String(decoding: field, as: UTF8.self)) }
    func endRecord() {
      if !fields.isEmpty || !field.isEmpty {
        end()
        records.append((start, fields))
      }
      (fields, field) = ([], [])
    }
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == quote, field.isEmpty {
        try readQuoted(bytes, &at, &line, into: &field)
      } else if byte == separator {
        end()
        field = []
      } else if byte == 0x0a {
        endRecord()
        line += 1
        start = line
      } else if byte != 0x0d || at < bytes.count && bytes[at] != 0x0a {
        field.append(byte)
      }
    }
    endRecord()
    return records
  }

  /// Reads on behind a quote up to the one that closes it.
  private static func readQuoted(
    _ bytes: [UInt8], _ at: inout Int, _ line: inout Int, into field: inout [UInt8]
  ) throws(Mistake) {
    let (quote, opened) = (UInt8(ascii: "\""), line)
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == 0x0a { line += 1 }
      if byte != quote {
        field.append(byte)
      } else if at < bytes.count, bytes[at] == quote {
        field.append(quote)
        at += 1
      } else {
        return
      }
    }
    throw Mistake(line: opened, what: "a quote is not closed")
  }
}
