extension GrammarRow {
  private static func inArray(_ bytes: [UInt8]) -> [UInt8] {
    Array(#"["a"#.utf8) + bytes + Array(#"b"]"#.utf8)
  }

  /// The same text in another encoding, with or without its mark.
  static func utf16(_ text: String, isBig: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xfeff] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xff)]
      return isBig ? pair : pair.reversed()
    }
  }

  static func utf32(_ text: String, isBig: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xfeff] : []) + text.unicodeScalars.map(\.value)).flatMap { value -> [UInt8] in
      let four = [24, 16, 8, 0].map { UInt8(value >> $0 & 0xff) }
      return isBig ? four : four.reversed()
    }
  }

  static let encodings: [GrammarRow] =
    rows(
      .accept,
      bytes: [("encoding-utf8", Array(#"["é日🎉"]"#.utf8))])
    + rows(
      .pinnedAccept,
      bytes: [
        ("encoding-utf8-mark", [0xef, 0xbb, 0xbf] + Array("[1]".utf8)),
        ("encoding-utf8-mark-space", [0xef, 0xbb, 0xbf] + Array(" [1]".utf8)),
        ("encoding-utf8-mark-lone", [0xef, 0xbb, 0xbf, 0x31]),
        ("encoding-utf16be", utf16(#"["é日🎉"]"#, isBig: true, mark: false)),
        ("encoding-utf16le", utf16(#"["é日🎉"]"#, isBig: false, mark: false)),
        ("encoding-utf16be-mark", utf16(#"{"a":1}"#, isBig: true, mark: true)),
        ("encoding-utf16le-mark", utf16(#"{"a":1}"#, isBig: false, mark: true)),
        ("encoding-utf16be-digit", utf16("1", isBig: true, mark: false)),
        ("encoding-utf16le-digit", utf16("1", isBig: false, mark: false)),
        ("encoding-utf16le-string", utf16(#""日""#, isBig: false, mark: false)),
        ("encoding-utf16be-string", utf16(#""日""#, isBig: true, mark: false)),
        ("encoding-utf32be", utf32(#"["é日🎉"]"#, isBig: true, mark: false)),
        ("encoding-utf32le", utf32(#"["é日🎉"]"#, isBig: false, mark: false)),
        ("encoding-utf32be-mark", utf32("[1]", isBig: true, mark: true)),
        ("encoding-utf32le-mark", utf32("[1]", isBig: false, mark: true)),
        ("encoding-utf32be-digit", utf32("1", isBig: true, mark: false)),
        ("encoding-utf32le-digit", utf32("1", isBig: false, mark: false)),
      ])
    + rows(
      .reject,
      bytes: [
        ("encoding-mark-only", [0xef, 0xbb, 0xbf]), ("encoding-mark-cut", [0xef, 0xbb]),
        ("encoding-mark-first", [0xef]),
        ("encoding-mark-twice", [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x31]),
        ("encoding-mark-after", Array("[1]".utf8) + [0xef, 0xbb, 0xbf]),
        ("encoding-utf16be-mark-only", [0xfe, 0xff]), ("encoding-utf16le-mark-only", [0xff, 0xfe]),
        ("encoding-utf32be-mark-only", [0, 0, 0xfe, 0xff]),
        ("encoding-utf32le-mark-only", [0xff, 0xfe, 0, 0]),
        ("encoding-utf16be-odd", utf16("[1]", isBig: true, mark: true) + [0]),
        ("encoding-utf16le-odd", utf16("[1]", isBig: false, mark: true) + [0x20]),
        ("encoding-utf32le-three-over", utf32("[1]", isBig: false, mark: true) + [0x20, 0, 0]),
        ("encoding-utf16-cut-string", utf16(#"["a"#, isBig: false, mark: true)),
        ("encoding-utf16-trailing-comma", utf16("[1,]", isBig: true, mark: false)),
        (
          "encoding-utf16-lone-high",
          utf16(#"["a"#, isBig: true, mark: true) + [0xd8, 0x00, 0x00, 0x22, 0x00, 0x5d]
        ),
        (
          "encoding-utf16-lone-low",
          utf16(#"["a"#, isBig: true, mark: true) + [0xdc, 0x00, 0x00, 0x22, 0x00, 0x5d]
        ),
        ("encoding-utf16-high-at-end", utf16(#"["a"#, isBig: true, mark: true) + [0xd8, 0x00]),
        (
          "encoding-utf32-surrogate",
          utf32(#"["a"#, isBig: true, mark: true) + [0, 0, 0xd8, 0, 0, 0, 0, 0x22, 0, 0, 0, 0x5d]
        ),
        (
          "encoding-utf32-too-large",
          utf32(#"["a"#, isBig: true, mark: true) + [0, 0x11, 0, 0, 0, 0, 0, 0x22, 0, 0, 0, 0x5d]
        ),
        ("encoding-latin1", [0x5b, 0x22, 0xe9, 0x22, 0x5d]), ("encoding-zeros", [0, 0, 0, 0]),
        ("encoding-one-zero", [0]), ("encoding-two-zeros", [0, 0]), ("encoding-ff", [0xff]),
        ("encoding-gzip", [0x1f, 0x8b, 0x08, 0x00]), ("encoding-png", [0x89, 0x50, 0x4e, 0x47]),
      ])

  static let textChecks: [GrammarRow] = rows(
    .reject,
    bytes: [
      ("text-continuation", inArray([0x80])), ("text-continuation-last", inArray([0xbf])),
      ("text-two-continuations", inArray([0x80, 0x80])), ("text-lead-two-alone", inArray([0xc3])),
      ("text-lead-three-alone", inArray([0xe6])), ("text-lead-three-short", inArray([0xe6, 0x97])),
      ("text-lead-four-alone", inArray([0xf0])), ("text-lead-four-short", inArray([0xf0, 0x9f])),
      ("text-lead-four-one-short", inArray([0xf0, 0x9f, 0x8e])),
      ("text-overlong-c0", inArray([0xc0, 0xaf])),
      ("text-overlong-c1", inArray([0xc1, 0xbf])), ("text-overlong-nul", inArray([0xc0, 0x80])),
      ("text-overlong-three", inArray([0xe0, 0x80, 0xaf])),
      ("text-overlong-three-last", inArray([0xe0, 0x9f, 0xbf])),
      ("text-overlong-four", inArray([0xf0, 0x80, 0x80, 0xaf])),
      ("text-overlong-four-last", inArray([0xf0, 0x8f, 0xbf, 0xbf])),
      ("text-surrogate-first", inArray([0xed, 0xa0, 0x80])),
      ("text-surrogate-last", inArray([0xed, 0xbf, 0xbf])),
      ("text-surrogate-pair", inArray([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80])),
      ("text-past-last", inArray([0xf4, 0x90, 0x80, 0x80])),
      ("text-f5", inArray([0xf5, 0x80, 0x80, 0x80])),
      ("text-five-bytes", inArray([0xf8, 0x88, 0x80, 0x80, 0x80])),
      ("text-six-bytes", inArray([0xfc, 0x84, 0x80, 0x80, 0x80, 0x80])),
      ("text-fe", inArray([0xfe])), ("text-ff", inArray([0xff])),
      ("text-good-then-bad", inArray([0xc3, 0xa9, 0xc3])),
      ("text-bad-third", inArray([0xe6, 0x97, 0x41])),
      ("text-bad-fourth", inArray([0xf0, 0x9f, 0x8e, 0x41])),
      ("text-latin1-word", inArray([0x63, 0x61, 0x66, 0xe9])),
      ("text-bad-after-16", inArray(Array(repeating: 0x61, count: 16) + [0xff])),
      ("text-bad-in-key", Array(#"{"a"#.utf8) + [0xff] + Array(#"":1}"#.utf8)),
      ("text-bad-after-escape", inArray(Array(#"\n"#.utf8) + [0xff])),
      ("text-bad-before-escape", inArray([0xff] + Array(#"\n"#.utf8))),
      ("text-bad-outside", [0x5b, 0xff, 0x5d]), ("text-bad-between", [0x5b, 0x31, 0xc3, 0x5d]),
      ("text-bad-after", [0x5b, 0x5d, 0xff]),
      ("text-bad-in-number", [0x5b, 0x31, 0x80, 0x5d]),
      ("text-bad-in-literal", [0x5b, 0x74, 0x72, 0xff, 0x65, 0x5d]),
    ])

  static let pinned: [GrammarRow] =
    rows(
      .pinnedAccept,
      [
        ("pinned-duplicate-keys", #"{"a":1,"a":2}"#), ("pinned-duplicate-same", #"{"a":1,"a":1}"#),
        ("pinned-duplicate-escaped", #"{"a":1,"\u0061":2}"#),
        ("pinned-duplicate-empty", #"{"":1,"":2}"#),
        ("pinned-lone-high", #"["\ud800"]"#), ("pinned-lone-low", #"["\udc00"]"#),
        ("pinned-low-high", #"["\udc00\ud800"]"#),
        ("pinned-high-high", #"["\ud800\ud800"]"#), ("pinned-high-then-text", #"["\ud800abc"]"#),
        ("pinned-high-then-escape", #"["\ud800\n"]"#),
        ("pinned-high-then-plain-u", #"["\ud800\u0041"]"#),
        ("pinned-high-high-low", #"["\ud83c\ud83c\udf89"]"#),
        ("pinned-lone-in-key", #"{"\udfff":1}"#),
        ("pinned-u-feff", #"["\ufeff"]"#), ("pinned-integer-too-large", "[100000000000000000000]"),
        ("pinned-number-overflows", "[1e9999]"), ("pinned-number-underflows", "[1e-9999]"),
        ("pinned-minus-zero-point", "[-0.0]"),
      ])
    + rows(
      .pinnedReject,
      [
        ("pinned-depth-513", nested(513)), ("pinned-depth-600", nested(600)),
        (
          "pinned-depth-513-objects",
          String(repeating: #"{"a":"#, count: 513) + "1" + String(repeating: "}", count: 513)
        ),
        ("pinned-depth-513-unclosed", String(repeating: "[", count: 513)),
      ])

  /// One document with everything in it, cut after every byte: no beginning of it is JSON.
  static let cutOff: [GrammarRow] = {
    let whole = Array("{\"a\":[1,-2.5e+3,\"x\\n\\u00e9日🎉\",true,false,null,{}]}".utf8)
    return (1..<whole.count).map {
      GrammarRow(id: "cut-at-\($0)", bytes: Array(whole[..<$0]), verdict: .reject)
    }
  }()
}
