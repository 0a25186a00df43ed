import DemoServer

extension TestRoute {
  /// Bytes that would act on a terminal if they ever reached it.
  static let escapes: [TestRoute] = [
    body("title", "window title", "OSC 0 sets the title.", "\u{1b}]0;owned\u{7} text"),
    body(
      "clipboard", "clipboard", "OSC 52 writes into the clipboard.",
      "\u{1b}]52;c;cm0gLXJmIH4K\u{7} text"),
    body("clear", "clear the screen", "CSI 2 J and CSI H.", "before\u{1b}[2J\u{1b}[Hafter"),
    body("colours", "colours", "Black on black.", "\u{1b}[30;40mhidden\u{1b}[0m shown"),
    body(
      "query", "status queries", "The terminal would type the response.",
      "\u{1b}[6n\u{1b}[c\u{1b}[>c\u{1b}]10;?\u{7}\u{1b}[21t\u{5}"),
    body(
      "window", "window operations", "Resize, move, minimise.",
      "\u{1b}[8;1;1t\u{1b}[3;0;0t\u{1b}[2t"),
    body(
      "modes", "modes", "Alternate screen, mouse, paste, application keys.",
      "\u{1b}[?1049h\u{1b}[?1003h\u{1b}[?2004h\u{1b}=\u{1b}[?25l"),
    body("reset", "full reset", "ESC c.", "before\u{1b}cafter"),
    body(
      "strings", "DCS, APC, PM, SOS", "Strings that swallow everything up to their end.",
      "\u{1b}P1$q\"p\u{1b}\\\u{1b}_apc\u{1b}\\\u{1b}^pm\u{1b}\\\u{1b}Xsos\u{1b}\\ text"),
    body(
      "unterminated", "unfinished OSC", "An OSC that never ends.",
      "\u{1b}]0;swallows the rest"),
    body(
      "link", "hyperlink", "OSC 8 shows one address and means another.",
      "\u{1b}]8;;http://evil.example/\u{7}http://good.example/\u{1b}]8;;\u{7}"),
    body(
      "c1", "C1 controls in UTF-8", "U+009B is CSI, U+009D is OSC.",
      "\u{9b}2J\u{9d}0;owned\u{9c}\u{90}dcs\u{9c}"),
    bytes(
      "c1-raw", "C1 controls as bytes", "0x9B alone is CSI for an 8-bit terminal.",
      [0x9b] + Array("2J".utf8) + [0x9d] + Array("0;owned".utf8) + [0x07]),
    body(
      "overwrite", "carriage return", "CR and backspace write over what was read.",
      "password: hunter2\rpassword: *******\nabc\u{8}\u{8}\u{8}xyz\n"),
    body(
      "charset", "character sets", "SO, SI and ESC ( 0 change the letters.",
      "\u{e}lqqk\u{f}\u{1b}(0lqqk\u{1b}(B"),
    body("bell", "a thousand bells", "BEL, BEL, BEL.", String(repeating: "\u{7}", count: 1_000)),
    body("delete", "DEL and NUL", "Bytes that show nothing.", "a\u{7f}b\u{0}c\u{1a}d"),
    json(
      "json", "JSON strings, escaped", "Escapes that a JSON parser turns into the real thing.",
      #"{"status":"ok","msg":"\u001b]0;owned\u0007","data":{"\u001b[2J":"\u009b2J\r\n\b"}}"#),
    json(
      "json-raw", "JSON strings, raw", "DEL and C1 stand in strings unescaped, and may.",
      "{\"status\":\"ok\",\"msg\":\"\u{7f}\u{9b}2J\u{9d}0;owned\u{9c}\",\"data\":null}"),
    field("header", "header value", [.controlInHeader], "X-Title: \u{1b}]0;owned\u{7}"),
    field("cookie", "cookie", [.controlInHeader, .oddCookie], "Set-Cookie: a=\u{1b}[2J; Path=/"),
    field("content-type", "Content-Type", [.controlInHeader], "Content-Type: text/\u{1b}[2Jplain"),
    field(
      "file-name", "file name", [.controlInHeader],
      "Content-Disposition: attachment; filename=\"\u{1b}]0;owned\u{7}.txt\""),
    field("header-c1", "C1 in a header", [], "X-Title: \u{9b}2J"),
    broken(
      .escapes, "escapes/reason", "reason phrase", "An escape in the status line.",
      Expected(.ok, 200, warnings: [.controlInReason], keeps: .body(5)),
      [.raw("HTTP/1.1 200 \u{1b}]0;owned\u{7}\r\nContent-Length: 5\r\n\r\nhello")]),
    broken(
      .escapes, "escapes/trailer", "trailer", "An escape in a trailer field.",
      Expected(.ok, 200, warnings: [.controlInHeader], keeps: .body(5)),
      [
        .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"),
        .raw("X-Title: \u{1b}]0;owned\u{7}\r\n\r\n"),
      ]),
    TestRoute(
      "GET", "/broken/escapes/message", "envelope message", .escapes,
      "A business failure whose message tries to act on the screen."
    ) { _ in
      .json(#"{"status":"\u001b[31mfailed","msg":"\u001b]52;c;b3duZWQ=\u0007Sorry","data":null}"#)
    }.speaking("default", .business),
  ]

  private static func body(
    _ path: String, _ name: String, _ shows: String, _ text: String
  ) -> TestRoute {
    bytes(path, name, shows, Array(text.utf8))
  }

  private static func bytes(
    _ path: String, _ name: String, _ shows: String, _ bytes: [UInt8]
  ) -> TestRoute {
    broken(
      .escapes, "escapes/\(path)", name, shows, Expected(.ok, 200, keeps: .body(bytes.count)),
      staysOpen: true, Reply.bytes(bytes, type: "text/plain; charset=utf-8").steps)
  }

  private static func json(
    _ path: String, _ name: String, _ shows: String, _ text: String
  ) -> TestRoute {
    broken(
      .escapes, "escapes/\(path)", name, shows, Expected(.ok, 200), staysOpen: true,
      Reply.json(text).steps
    ).speaking("default")
  }

  private static func field(
    _ path: String, _ name: String, _ warnings: Set<Warning>, _ line: String
  ) -> TestRoute {
    broken(
      .escapes, "escapes/\(path)", name, "An escape in this place: \(name).",
      Expected(.ok, 200, warnings: warnings, keeps: .body(5)),
      [.raw("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 5\r\n\r\nhello")])
  }
}
