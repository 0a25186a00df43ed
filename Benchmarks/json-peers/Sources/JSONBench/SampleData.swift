import Glibc

/// Seeded data as an API would send it: the same bytes on every machine.
enum SampleData {
  /// Writes a file of about that many bytes: `api` in one line, `pretty` over many, `string` one string.
  static func write(_ kind: String, bytes target: Int, to path: String) {
    guard let file = fopen(path, "w") else {
      print("cannot write \(path)")
      exit(1)
    }
    defer { fclose(file) }
    var random = Seeded(state: 42)
    var written = put("[", file)
    if kind == "string" { written += put("\"", file) }
    var number = 0
    while written < target {
      switch kind {
      case "string": written += put(random.words(20) + " ", file)
      default:
        if number > 0 { written += put(kind == "pretty" ? ",\n" : ",", file) }
        let user = user(number, &random)
        written += put(user.text(indent: kind == "pretty" ? 0 : nil, ascii: number % 5 != 0), file)
      }
      number += 1
    }
    _ = put(kind == "string" ? "\"]" : "]", file)
  }

  private static func put(_ text: String, _ file: UnsafeMutablePointer<FILE>) -> Int {
    let bytes = Array(text.utf8)
    fwrite(bytes, 1, bytes.count, file)
    return bytes.count
  }

  private static func user(_ id: Int, _ random: inout Seeded) -> Sample {
    .object([
      ("id", .plain(String(id))),
      ("guid", .text(random.guid())),
      ("isActive", .plain(random.flag() ? "true" : "false")),
      ("balance", .plain(random.decimal(0..<50_000, places: 2))),
      ("picture", .text("https://cdn.example.com/avatars/\(id % 97)/\(id).png?size=128")),
      ("age", .plain(String(random.integer(18..<91)))),
      ("name", name(&random)),
      ("email", .text("user\(id)@example.com")),
      ("phone", .text("+\(random.integer(1..<99)) \(random.integer(100_000_000..<1_000_000_000))")),
      ("address", address(&random)),
      ("about", .text(random.words(random.integer(10..<41)) + (random.one(in: 3) ? note : ""))),
      ("registered", .text(random.date())),
      ("tags", .array(random.some(of: Words.tags, upTo: 4).map { .text($0) })),
      ("friends", .array((0..<random.integer(0..<5)).map { _ in friend(&random) })),
      ("scores", .array((0..<random.integer(0..<6)).map { _ in score(&random) })),
      ("settings", settings(&random)),
      ("unicodeEscaped", .plain("null")),
    ])
  }

  private static let note = "\n\t\"quoted\" \\ / line\r\n"

  private static func name(_ random: inout Seeded) -> Sample {
    .object([
      ("first", .text(random.pick(Words.names))),
      ("last", .text(random.pick(Words.surnames))),
      ("middle", random.one(in: 3) ? .text(random.pick(Words.names)) : .plain("null")),
    ])
  }

  private static func address(_ random: inout Seeded) -> Sample {
    .object([
      ("street", .text("\(random.integer(1..<1_000)) \(random.pick(Words.all)) Street")),
      ("city", .text(random.pick(Words.all))),
      (
        "geo",
        .object([
          ("lat", .plain(random.decimal(-90..<90, places: 6))),
          ("lng", .plain(random.decimal(-180..<180, places: 6))),
        ])
      ),
      ("zip", .text(String(10_000 + random.integer(0..<90_000)))),
    ])
  }

  private static func friend(_ random: inout Seeded) -> Sample {
    .object([
      ("id", .plain(String(random.integer(0..<1_000_000)))),
      ("name", .text(random.pick(Words.names) + " " + random.pick(Words.surnames))),
      ("since", .plain(String(random.integer(1_000_000_000..<2_000_000_000)))),
    ])
  }

  private static func score(_ random: inout Seeded) -> Sample {
    .plain(random.decimal(-3..<3, places: 8))
  }

  private static func settings(_ random: inout Seeded) -> Sample {
    .object([
      ("theme", .text(random.flag() ? "dark" : "light")),
      (
        "notifications",
        .object([
          ("email", .plain("true")), ("sms", .plain("false")),
          ("push", .plain(random.flag() ? "true" : "false")),
        ])
      ),
      ("limit", .plain(random.pick(["1000.0", "1000000.0", "2.5e-3"]))),
    ])
  }
}

/// A value to be written.
indirect enum Sample {
  case plain(String)
  case text(String)
  case array([Sample])
  case object([(String, Sample)])

  /// The value as JSON; `indent` is its level when it is written over several lines.
  func text(indent: Int?, ascii: Bool) -> String {
    switch self {
    case .plain(let text): text
    case .text(let text): Self.quoted(text, ascii: ascii)
    case .array(let values):
      Self.container(
        "[", values.map { $0.text(indent: indent.map { $0 + 1 }, ascii: ascii) }, "]", indent)
    case .object(let members):
      Self.container(
        "{",
        members.map { key, value in
          let inner = value.text(indent: indent.map { $0 + 1 }, ascii: ascii)
          return "\"\(key)\":" + (indent == nil ? "" : " ") + inner
        }, "}", indent)
    }
  }

  private static func container(
    _ open: String, _ parts: [String], _ close: String, _ indent: Int?
  ) -> String {
    guard let indent, !parts.isEmpty else { return open + parts.joined(separator: ",") + close }
    let inner = "\n" + String(repeating: "  ", count: indent + 1)
    let outer = "\n" + String(repeating: "  ", count: indent)
    return open + inner + parts.joined(separator: "," + inner) + outer + close
  }

  /// Most servers send UTF-8; some escape all that is not ASCII.
  private static func quoted(_ text: String, ascii: Bool) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value >= 0x80 && ascii:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
