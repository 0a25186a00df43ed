import DemoServer

extension TestRoute {
  /// JSON at the edge of the grammar, beyond it, and beyond all measure.
  static let brokenJSON: [TestRoute] =
    [
      good(
        "numbers", "huge numbers", "Numbers no machine word holds: their text must stay.",
        #"[123456789012345678901234567890,-0,1.0,1e400,-1e-400,0.1000000000000000055511151231257827,"#
          + #"9007199254740993,1E+2,18446744073709551616]"#),
      good(
        "long-number", "number of 10,000 digits", "One number, ten thousand digits.",
        size: 10_002, "[" + String(repeating: "7", count: 10_000) + "]"),
      good(
        "surrogates", "lone surrogates", "Half a pair, in every place it can stand.",
        #"["\ud800","\udc00","a\ud83db","\ud83d\ude00","\udc00\ud800"]"#),
      good(
        "escapes", "every escape", "All escapes, NUL among them.",
        #"["\"\\\/\b\f\n\r\t\u0000\u001f\u007f\u00e9\u20AC"]"#),
      good(
        "keys", "hostile keys", "Keys other parsers trip over, two of them equal to the eye.",
        #"{"__proto__":{"a":1},"constructor":2,"":3,"a\u0000b":4,"\ud800":5,"\#u{e9}":6,"e\#u{301}":7}"#
      ),
      good(
        "depth-512", "512 deep", "As deep as the usual limit allows.", size: 1_024, nested(512)),
      good(
        "many-keys", "100,000 keys", "One object with a hundred thousand keys.",
        size: 1_477_781,
        "{" + (0..<100_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"),
      good(
        "blanks", "blanks everywhere", "All four kinds of white space.",
        " \t\r\n{ \t\r\n\"a\" \t\r\n: \t\r\n1 \t\r\n, \"b\" : [ ] } \t\r\n"),
      json(
        "mark", "JSON with a mark", "A byte order mark in front is forgiven.", .ok,
        [0xef, 0xbb, 0xbf] + Array(#"{"id":1}"#.utf8)),
      json(
        "utf-16le", "JSON in UTF-16LE", "Two bytes a character, with a mark.", .ok,
        SampleTexts.utf16(#"{"größe":"🎉"}"#, bigEndian: false, mark: true)),
      json(
        "utf-16be", "JSON in UTF-16BE", "Two bytes a character, without a mark.", .ok,
        SampleTexts.utf16(#"{"größe":"🎉"}"#, bigEndian: true, mark: false)),
      json(
        "utf-32", "JSON in UTF-32", "Four bytes a character, with a mark.", .ok,
        SampleTexts.utf32(#"{"größe":"🎉"}"#)),
      deep(
        "depth-513", "513 deep", "One deeper than the usual limit.", size: 1_026,
        nested(513)),
      deep(
        "depth-arrays", "100,000 nested arrays", "Brackets that overflow a parser's stack.",
        size: 200_000, nested(100_000)),
      deep(
        "depth-objects", "100,000 nested objects", "The same with objects.", size: 600_001,
        String(repeating: "{\"a\":", count: 100_000) + "1"
          + String(repeating: "}", count: 100_000)),
      deep(
        "depth-open", "100,000 open brackets", "Brackets that are never closed.", size: 100_000,
        String(repeating: "[", count: 100_000)),
      broken(
        .brokenJSON, "json/line", "200 MB in one line", "Two hundred megabytes without a line end.",
        Expected(.ok, 200, keeps: .body(200_000_000), mapped: .ok), staysOpen: true,
        SampleUsers(size: 200_000_000).reply.steps),
      broken(
        .brokenJSON, "json/long-string", "string of 10 MB", "One string, ten million letters.",
        Expected(.ok, 200, keeps: .body(10_000_004), mapped: .ok), staysOpen: true,
        [
          .head(
            Head(
              200,
              fields: [
                Field("Content-Type", "application/json"), Field("Content-Length", "10000004"),
              ])),
          .body(Array("[\"".utf8)),
          .repeated(100, [.body([UInt8](repeating: UInt8(ascii: "x"), count: 100_000))]),
          .body(Array("\"]".utf8)),
        ]),
    ] + notJSON

  /// Documents that are no JSON, each for a reason of its own.
  private static let notJSON: [TestRoute] = [
    bad("trailing-comma", "trailing comma", #"{"a":1,"b":[1,2,],}"#),
    bad("missing-comma", "missing comma", #"{"a":1 "b":2}"#),
    bad("missing-colon", "missing colon", #"{"a" 1}"#),
    bad("missing-value", "missing value", #"{"a":}"#),
    bad("single-quotes", "single quotes", "{'a':'b'}"),
    bad("bare-key", "bare key", "{a:1}"),
    bad("comments", "comments", "{/* one */\"a\":1} // two\n"),
    bad("nan", "NaN and Infinity", "[NaN,Infinity,-Infinity]"),
    bad("leading-zero", "leading zero", "[012]"),
    bad("plus", "plus sign", "[+1]"),
    bad("bare-fraction", "bare fraction", "[.5,1.]"),
    bad("hexadecimal", "hexadecimal number", "[0x1F]"),
    bad("words", "misspelt words", "[True,nul,FALSE]"),
    bad("open-string", "string without an end", #"{"a":"never"#),
    bad("open-array", "array without an end", "[1,2,3"),
    bad("wrong-bracket", "wrong bracket", "[1,2}"),
    bad("control", "raw control characters", "[\"a\nb\tc\u{1}\"]"),
    bad("bad-escape", "unknown escape", #"["\x41"]"#),
    bad("short-escape", "short escape", #"["\u12"]"#),
    bad("two-documents", "two documents", #"{"a":1}{"b":2}"#),
    bad("text-after", "text after the document", #"{"a":1} thanks"#),
    bad("prefix", "guard prefix", ")]}',\n{\"a\":1}"),
    bad("jsonp", "JSONP", #"callback({"a":1});"#),
    bad("html", "HTML as JSON", "<!DOCTYPE html><title>502 Bad Gateway</title>"),
    bad("blank", "white space only", " \n\t "),
    bad("comma", "just a comma", ","),
    json(
      "bad-utf-8", "bad UTF-8 in a string", "A string with bytes that are no UTF-8.", .mapping,
      Array("[\"".utf8) + [0xff, 0xc0, 0xaf] + Array("\"]".utf8)),
    json(
      "cut-character", "cut in a character", "The body ends inside a character.", .mapping,
      Array(Array("[\"€".utf8).dropLast())),
    broken(
      .brokenJSON, "json/as-text", "JSON as text/plain", "The type says text, the bytes say JSON.",
      Expected(.ok, 200, mapped: .ok), staysOpen: true, Reply.text(#"{"a":1}"#).steps),
    broken(
      .brokenJSON, "json/as-html", "JSON as text/html", "The type says HTML, the bytes say JSON.",
      Expected(.ok, 200, mapped: .ok), staysOpen: true,
      Reply.bytes(Array(#"{"a":1}"#.utf8), type: "text/html").steps),
  ]

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private static func good(
    _ path: String, _ name: String, _ shows: String, size: Int? = nil,
    _ text: @autoclosure @escaping @Sendable () -> String
  ) -> TestRoute {
    json(path, name, shows, .ok, size: size, Array(text().utf8))
  }

  private static func bad(_ path: String, _ name: String, _ text: String) -> TestRoute {
    json(path, name, "No JSON, and the place must be told: \(name).", .mapping, Array(text.utf8))
  }

  private static func deep(
    _ path: String, _ name: String, _ shows: String, size: Int,
    _ text: @autoclosure @escaping @Sendable () -> String
  ) -> TestRoute {
    var route = json(path, name, shows, .limit, size: size, Array(text().utf8))
    route.expected.kind = .limit
    return route
  }

  /// A large body comes with its size, so that it is made only when it is asked for.
  private static func json(
    _ path: String, _ name: String, _ shows: String, _ mapped: Expected.Kind, size: Int? = nil,
    _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
  ) -> TestRoute {
    broken(
      .brokenJSON, "json/\(path)", name, shows,
      Expected(.ok, 200, keeps: .body(size ?? bytes().count), mapped: mapped), staysOpen: true,
      Reply.bytes(bytes(), type: "application/json").steps)
  }
}
