import DemoServer

extension TestRoute {
  /// Header lines that break the rules, and header blocks that break the limits.
  static let brokenHeaders: [TestRoute] =
    [
      field(
        "bare-cr", "a lone CR", "A CR without LF inside a value can hide a second field.",
        Expected(.protocol, 200), "X-A: one\rX-B: two"),
      // curl 7.88 calls this an empty reply: it never saw a line.
      broken(
        .brokenHeaders, "headers/cr-only", "CR as line end",
        "Lines end with CR alone, so not even the status line ever ends.",
        Expected(.truncated, nil, keeps: .nothing),
        [.raw("HTTP/1.1 200 OK\rContent-Length: 5\r\rhello")]),
      broken(
        .brokenHeaders, "headers/lf-only", "LF as line end", "Lines end with LF alone.",
        Expected(.ok, 200, warnings: [.bareLF], keeps: .body(5)),
        [.raw("HTTP/1.1 200 OK\nX-Old: yes\nContent-Length: 5\n\nhello")]),
      field(
        "mixed-ends", "mixed line ends", "One line ends with LF, the others with CR LF.",
        warned(.bareLF), "X-A: one\nX-B: two"),
      field(
        "folded", "folded field", "A value that goes on in the next line.",
        warned(.foldedHeader), "X-Long: first\r\n  second\r\n\tthird"),
      // curl 7.88 refuses this one and the next three by itself.
      broken(
        .brokenHeaders, "headers/folded-first", "folded first line",
        "The first line after the status begins with a blank: it continues nothing.",
        Expected(.protocol, 200),
        [.raw("HTTP/1.1 200 OK\r\n X-Lost: yes\r\nContent-Length: 5\r\n\r\nhello")]),
      field(
        "no-colon", "no colon", "A line that is no field.",
        Expected(.protocol, 200), "this is no field"),
      field(
        "nul", "NUL in a value", "A zero byte inside a value.", Expected(.protocol, 200),
        "X-Zero: a\0b"),
      field(
        "nul-name", "NUL in a name", "A zero byte inside a name.", Expected(.protocol, 200),
        "X-Ze\0ro: a"),
      field(
        "empty-name", "field without a name", "A line that begins with the colon.",
        warned(.emptyHeaderName), ": value"),
      field(
        "blank-before-colon", "blank before the colon", "Proxies disagree on such a field.",
        warned(.spaceBeforeColon), "X-Blank : value"),
      field(
        "blank-in-name", "blank inside a name", "A name of two words.",
        warned(.oddHeaderName), "X Two Words: value"),
      field(
        "name-utf8", "name in UTF-8", "A name that is no token.",
        warned(.oddHeaderName), "X-Größe: 3"),
      field("empty-value", "no value", "A field without a value is fine.", fine, "X-Nothing:"),
      field(
        "blanks-around", "blanks around a value", "They do not belong to it.", fine,
        "X-Padded: \t  value \t "),
      field(
        "odd-case", "odd case", "Names are the same in any case, and shown as they came.", fine,
        "x-lower: 1\r\nX-UPPER: 2\r\nx-MiXeD: 3"),
      field(
        "lower-case-length", "lower-case names", "content-length works in any case.", fine,
        "content-type: text/plain\r\nserver: demo"),
      field(
        "latin-1", "Latin-1 value", "Bytes above 127 that are not UTF-8.", fine,
        bytes: Array("X-Latin: Gr".utf8) + [0xf6, 0xdf] + Array("e".utf8)),
      field("utf-8", "UTF-8 in a value", "A value in UTF-8.", fine, "X-City: São Paulo 🎉"),
      field(
        "two-types", "two content types", "Two Content-Type fields that disagree.",
        warned(.duplicateHeader), "Content-Type: text/html\r\nContent-Type: application/json"),
      field(
        "repeated", "repeated field", "A list in three fields is fine, and none is lost.", fine,
        "Vary: Accept\r\nVary: Origin\r\nVary: Cookie"),
      field(
        "control", "control characters", "Bell and backspace inside a value.",
        warned(.controlInHeader), "X-Bell: a\u{7}b\u{8}c"),
      broken(
        .brokenHeaders, "headers/none", "no fields", "A status line, an empty line, a body.",
        fine, [.raw("HTTP/1.1 200 OK\r\n\r\nhello")]),
      broken(
        .brokenHeaders, "headers/only-head", "nothing after the head",
        "No fields and no body: empty, and complete.",
        Expected(.ok, 200, keeps: .body(0)), [.raw("HTTP/1.1 200 OK\r\n\r\n")]),
    ] + largeHeaders + cutHeaders + forbiddenBodies

  /// Heads at the limits and beyond.
  private static let largeHeaders: [TestRoute] = [
    field(
      "line-99k", "line of 99,000 bytes", "A long line below the limit.", fine,
      "X-Long: " + String(repeating: "x", count: 98_990)),
    field(
      "line-1m", "line of 1 MiB", "A line beyond any limit.",
      Expected(.limit, 200), "X-Long: " + String(repeating: "x", count: 1 << 20)),
    field(
      "many-4000", "4,000 fields", "Many fields, below the limit.",
      Expected(.ok, 200, keeps: Expected.Keeps(bodyBytes: 5, fields: 4_000)),
      numbered(4_000)),
    broken(
      .brokenHeaders, "headers/many-100000", "100,000 fields",
      "Far too many fields: the first ones are kept.",
      Expected(.limit, 200, keeps: .fields(5_000)),
      [.raw("HTTP/1.1 200 OK\r\n"), .raw(numbered(100_000)), .raw("\r\n\r\nhello")]),
    broken(
      .brokenHeaders, "headers/endless", "endless fields", "The head never ends.",
      Expected(.limit, 200),
      [.raw("HTTP/1.1 200 OK\r\n"), .endless([.raw("X-More: and more\r\n")])]),
    broken(
      .brokenHeaders, "headers/endless-line", "endless line", "A line never ends.",
      Expected(.limit, 200), [.raw("HTTP/1.1 200 OK\r\nX-Long: "), .endless([.dots(1_024)])]),
    broken(
      .brokenHeaders, "headers/endless-status", "endless status line",
      "Not even the first line ends.", Expected(.limit, nil, keeps: .nothing),
      [.raw("HTTP/1.1 200 "), .endless([.dots(1_024)])]),
  ]

  /// Heads that end too early.
  private static let cutHeaders: [TestRoute] = [
    // curl 7.88 calls the first three an empty reply: only the socket's byte count tells.
    cut("in-version", "HTT", "The connection ends inside the word HTTP.", status: nil),
    cut("in-status", "HTTP/1.1 20", "The connection ends inside the status.", status: nil),
    cut("in-reason", "HTTP/1.1 200 O", "The connection ends inside the status line.", status: nil),
    // curl 7.88 says all is well in these: only the missing empty line tells.
    cut(
      "after-status", "HTTP/1.1 200 OK\r\n", "The connection ends after the status line.",
      status: 200),
    cut(
      "in-name", "HTTP/1.1 200 OK\r\nContent-Le", "The connection ends inside a name.",
      status: 200),
    cut(
      "in-value", "HTTP/1.1 200 OK\r\nContent-Length: 5", "The connection ends inside a value.",
      status: 200),
  ]

  /// Bodies where there can be none.
  private static let forbiddenBodies: [TestRoute] = [
    broken(
      .brokenHeaders, "body/204", "204 with a body", "A body where none may be.",
      Expected(.ok, 204, warnings: [.bodyNotAllowed], keeps: .body(0)), staysOpen: true,
      [.raw("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello")]),
    broken(
      .brokenHeaders, "body/304", "304 with a body", "A body where none may be.",
      Expected(.status, 304, warnings: [.bodyNotAllowed], keeps: .body(0)), staysOpen: true,
      [.raw("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello")]),
    broken(
      .brokenHeaders, "body/205", "205 with a body", "205 promises that there is no content.",
      Expected(.ok, 205, warnings: [.bodyNotAllowed], keeps: .body(5)), staysOpen: true,
      [.raw("HTTP/1.1 205 Reset Content\r\nContent-Length: 5\r\n\r\nhello")]),
    broken(
      .brokenHeaders, "body/204-chunked", "204 with chunks", "Chunks where none may be.",
      Expected(.ok, 204, warnings: [.bodyNotAllowed], keeps: .body(0)), staysOpen: true,
      [.raw("HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")]
    ),
    broken(
      .brokenHeaders, "body/head", "HEAD with a body", "A body in response to HEAD.",
      Expected(.ok, 200, warnings: [.bodyNotAllowed], keeps: .body(0)), staysOpen: true,
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")]
    ).asked(with: "HEAD"),
  ]

  private static let fine = Expected(.ok, 200, keeps: .body(5))

  private static func warned(_ warning: Warning) -> Expected {
    Expected(.ok, 200, warnings: [warning], keeps: .body(5))
  }

  private static func field(
    _ path: String, _ name: String, _ shows: String, _ expected: Expected,
    _ lines: @autoclosure @escaping @Sendable () -> String
  ) -> TestRoute {
    field(path, name, shows, expected, bytes: Array(lines().utf8))
  }

  private static func field(
    _ path: String, _ name: String, _ shows: String, _ expected: Expected,
    bytes: @autoclosure @escaping @Sendable () -> [UInt8]
  ) -> TestRoute {
    broken(
      .brokenHeaders, "headers/\(path)", name, shows, expected,
      [
        .raw("HTTP/1.1 200 OK\r\n"), .raw(bytes()), .raw("\r\nContent-Length: 5\r\n\r\nhello"),
      ])
  }

  private static func cut(
    _ path: String, _ text: String, _ shows: String, status: Int?, fields: Int? = nil
  ) -> TestRoute {
    broken(
      .brokenHeaders, "headers/cut-\(path)", "cut \(path)", shows,
      Expected(
        .truncated, status, keeps: Expected.Keeps(head: status != nil, fields: fields)),
      [.raw(text)])
  }

  private static func numbered(_ count: Int) -> String {
    (0..<count).map { "X-\($0): \($0)" }.joined(separator: "\r\n")
  }
}
