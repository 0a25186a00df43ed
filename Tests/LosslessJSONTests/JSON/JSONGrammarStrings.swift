extension GrammarRow {
  static let stringsAccepted = rows(
    .accept,
    [
      ("string-empty", #"[""]"#), ("string-one", #"["a"]"#), ("string-space", #"[" "]"#),
      ("string-seven", #"["1234567"]"#), ("string-eight", #"["12345678"]"#),
      ("string-nine", #"["123456789"]"#), ("string-fifteen", #"["123456789012345"]"#),
      ("string-sixteen", #"["1234567890123456"]"#), ("string-seventeen", #"["12345678901234567"]"#),
      ("string-long", "[\"" + String(repeating: "x", count: 1_000) + "\"]"),
      ("string-slash", #"["a/b"]"#), ("string-single-quote", #"["it's"]"#),
      ("string-del", "[\"\u{7f}\"]"), ("string-two-byte", #"["é"]"#),
      ("string-three-byte", #"["日本語"]"#),
      ("string-four-byte", #"["🎉"]"#), ("string-combining", "[\"e\u{301}\"]"),
      ("string-c1", "[\"\u{85}\u{9b}\"]"), ("string-line-separator", "[\"\u{2028}\u{2029}\"]"),
      ("string-zero-width", "[\"\u{200b}\u{feff}\"]"), ("string-bidi", "[\"\u{202e}abc\"]"),
      ("string-noncharacter", "[\"\u{fffe}\u{ffff}\u{1fffe}\"]"),
      ("string-private-use", "[\"\u{e000}\"]"),
      ("string-last-scalar", "[\"\u{10ffff}\"]"), ("string-first-two-byte", "[\"\u{80}\"]"),
      ("string-last-two-byte", "[\"\u{7ff}\"]"), ("string-first-three-byte", "[\"\u{800}\"]"),
      ("string-before-surrogates", "[\"\u{d7ff}\"]"), ("string-after-surrogates", "[\"\u{e000}\"]"),
      ("string-first-four-byte", "[\"\u{10000}\"]"), ("string-mixed-widths", #"["aé日🎉aé日🎉"]"#),
      ("string-long-mixed", "[\"" + String(repeating: "日本🎉é", count: 50) + "\"]"),
      ("string-comment-inside", #"["/* no */ // no"]"#), ("string-key-unicode", #"{"ключ":"値"}"#),
      ("string-key-space", #"{"a b":1}"#), ("string-keys-differ-in-case", #"{"a":1,"A":2}"#),
      ("string-keys-canonical-twins", "{\"\u{e9}\":1,\"e\u{301}\":2}"),
      ("string-looks-like-number", #"["1e5"]"#),
      ("string-html", #"["<script>&amp;</script>"]"#),
    ])

  static let stringsRejected = rows(
    .reject,
    [
      ("string-open", #"""#), ("string-open-in-array", #"["a"#), ("string-open-in-object", #"{"a"#),
      ("string-open-value", #"{"a":"b"#), ("string-open-then-close", #"["a]"#),
      ("string-single-quotes", "['a']"), ("string-single-quoted-key", "{'a':1}"),
      ("string-backticks", "[`a`]"), ("string-curly-quotes", "[“a”]"), ("string-bare", "[a]"),
      ("string-bare-unicode", "[é]"), ("string-closed-by-single", #"["a']"#),
      ("string-line-feed", "[\"a\nb\"]"), ("string-carriage-return", "[\"a\rb\"]"),
      ("string-tab", "[\"a\tb\"]"), ("string-nul", "[\"a\0b\"]"),
      ("string-escape-character", "[\"\u{1b}[0m\"]"),
      ("string-unit-separator", "[\"\u{1f}\"]"), ("string-bell", "[\"\u{7}\"]"),
      ("string-backspace", "[\"\u{8}\"]"), ("string-form-feed", "[\"\u{c}\"]"),
      ("string-control-in-key", "{\"a\nb\":1}"), ("string-control-at-byte-8", "[\"1234567\n\"]"),
      ("string-control-at-byte-16", "[\"123456789012345\n\"]"),
      ("string-control-first", "[\"\n\"]"),
      ("string-control-before-escape", "[\"abcdefghijklmnop\u{2}\\n\"]"),
      ("string-control-before-backslash", "[\"\u{2}\\u00e9\"]"),
      ("string-control-after-unicode", "[\"日本語\n\"]"), ("string-unquoted-after", #"["a"b]"#),
      ("string-python-prefix", #"[u"a"]"#), ("string-concatenated", #"["a"+"b"]"#),
      ("string-triple", #"["""a"""]"#),
    ])

  static let escapesAccepted = rows(
    .accept,
    [
      ("escape-quote", #"["\""]"#), ("escape-backslash", #"["\\"]"#), ("escape-slash", #"["\/"]"#),
      ("escape-b", #"["\b"]"#), ("escape-f", #"["\f"]"#), ("escape-n", #"["\n"]"#),
      ("escape-r", #"["\r"]"#),
      ("escape-t", #"["\t"]"#), ("escape-all", #"["\"\\\/\b\f\n\r\t"]"#),
      ("escape-u", #"["\u0041"]"#),
      ("escape-u-lower", #"["\u00e9"]"#), ("escape-u-upper", #"["\u00E9"]"#),
      ("escape-u-mixed", #"["\uAbCd"]"#),
      ("escape-u-nul", #"["\u0000"]"#), ("escape-u-control", #"["\u001f"]"#),
      ("escape-u-quote", #"["\u0022"]"#),
      ("escape-u-backslash", #"["\u005c"]"#), ("escape-u-pair", #"["\ud83c\udf89"]"#),
      ("escape-u-pair-upper", #"["\uD83C\uDF89"]"#), ("escape-u-last", #"["\udbff\udfff"]"#),
      ("escape-u-noncharacter", #"["\uffff"]"#), ("escape-u-twice", #"["\u0041\u0042"]"#),
      ("escape-u-then-digits", #"["\u00411234"]"#), ("escape-double-backslash-u", #"["\\u0041"]"#),
      ("escape-double-backslash-quote", #"["\\"]"#), ("escape-four-backslashes", #"["\\\\"]"#),
      ("escape-in-key", #"{"\u0061\n":1}"#), ("escape-at-byte-7", #"["1234567\n"]"#),
      ("escape-at-byte-8", #"["12345678\n"]"#), ("escape-at-byte-15", #"["123456789012345\t"]"#),
      ("escape-at-byte-16", #"["1234567890123456\t"]"#),
      ("escape-run", "[\"" + String(repeating: #"\n"#, count: 100) + "\"]"),
      ("escape-u-run", "[\"" + String(repeating: #"\u65e5"#, count: 60) + "\"]"),
      ("escape-end", #"["abc\\"]"#),
    ])

  static let escapesRejected = rows(
    .reject,
    [
      ("escape-lone", #"["\"]"#), ("escape-a", #"["\a"]"#), ("escape-v", #"["\v"]"#),
      ("escape-x", #"["\x41"]"#),
      ("escape-zero", #"["\0"]"#), ("escape-octal", #"["\101"]"#),
      ("escape-single-quote", #"["\'"]"#),
      ("escape-e", #"["\e"]"#), ("escape-capital-n", #"["\N"]"#),
      ("escape-capital-u", #"["\U00000041"]"#),
      ("escape-space", #"["\ "]"#), ("escape-line-feed", "[\"\\\n\"]"),
      ("escape-unicode", #"["\é"]"#),
      ("escape-emoji", #"["\🎉"]"#), ("escape-u-empty", #"["\u"]"#), ("escape-u-one", #"["\u1"]"#),
      ("escape-u-two", #"["\u12"]"#), ("escape-u-three", #"["\u123"]"#),
      ("escape-u-letter", #"["\u12g4"]"#),
      ("escape-u-first-letter", #"["\ug123"]"#), ("escape-u-last-letter", #"["\u123g"]"#),
      ("escape-u-space", #"["\u 123"]"#), ("escape-u-sign", #"["\u+123"]"#),
      ("escape-u-braces", #"["\u{41}"]"#),
      ("escape-u-at-sign", #"["\u@123"]"#), ("escape-u-colon", #"["\u:123"]"#),
      ("escape-u-backquote", #"["\u`123"]"#),
      ("escape-u-slash", #"["\u/123"]"#), ("escape-u-high-byte", #"["\u12é"]"#),
      ("escape-pair-second-broken", #"["\ud83c\u12"]"#),
      ("escape-cut", #"["\"#), ("escape-u-cut", #"["\u00"#), ("escape-in-key-broken", #"{"\q":1}"#),
      ("escape-after-16", #"["1234567890123456\q"]"#), ("escape-caret", #"["\^"]"#),
      ("escape-nul", "[\"\\\0\"]"),
    ])

  static let literals =
    rows(
      .accept,
      [
        ("literal-true", "[true]"), ("literal-false", "[false]"), ("literal-null", "[null]"),
        ("literal-in-object", #"{"a":true,"b":false,"c":null}"#),
        ("literal-run", "[true,true,false,null]"),
      ])
    + rows(
      .reject,
      [
        ("literal-capital-true", "[True]"), ("literal-upper-true", "[TRUE]"),
        ("literal-capital-false", "[False]"),
        ("literal-capital-null", "[Null]"), ("literal-upper-null", "[NULL]"),
        ("literal-nil", "[nil]"),
        ("literal-none", "[None]"), ("literal-undefined", "[undefined]"), ("literal-yes", "[yes]"),
        ("literal-t", "[t]"), ("literal-tru", "[tru]"), ("literal-truee", "[truee]"),
        ("literal-fals", "[fals]"),
        ("literal-falsey", "[falsey]"), ("literal-nul", "[nul]"), ("literal-nulll", "[nulll]"),
        ("literal-trueish", "[true1]"), ("literal-true-string", #"[true"a"]"#),
        ("literal-truefalse", "[truefalse]"),
        ("literal-spaced", "[tr ue]"), ("literal-cut", "tr"), ("literal-lone-n", "n"),
        ("literal-escape", #"[tru\u0065]"#), ("literal-last-letter", "[trux]"),
        ("literal-minus", "[-true]"),
      ])

  static let whiteSpace =
    rows(
      .accept,
      [
        ("space-around", " [1] "), ("space-everywhere", " { \"a\" : [ 1 , 2 ] , \"b\" : { } } "),
        ("space-tabs", "\t[\t1\t,\t2\t]\t"), ("space-line-feeds", "\n[\n1\n,\n2\n]\n"),
        ("space-carriage-returns", "\r[\r1\r,\r2\r]\r"), ("space-crlf", "[\r\n1\r\n]\r\n"),
        ("space-mixed-run", " \t\r\n \t\r\n[1]"), ("space-in-empty-array", "[ ]"),
        ("space-in-empty-object", "{ }"),
        ("space-lines-in-empty", "[\n\n\n]"), ("space-before-colon", #"{"a" :1}"#),
        ("space-after-colon", #"{"a": 1}"#),
        ("space-line-before-colon", "{\"a\"\n:\n1}"),
        ("space-long-run", "[" + String(repeating: " ", count: 500) + "]"),
        ("space-eight", "[        1]"), ("space-nine", "[         1]"),
        ("space-deep-indent", "[\n" + String(repeating: " ", count: 33) + "1\n]"),
        ("space-around-lone", " \n 1 \n "),
        ("space-pretty", "{\n  \"a\": [\n    1,\n    2\n  ]\n}"),
      ])
    + rows(
      .reject,
      [
        ("space-only", " "), ("space-only-lines", "\n\n\r\n\t "), ("space-form-feed", "[\u{c}1]"),
        ("space-vertical-tab", "[\u{b}1]"), ("space-no-break", "[\u{a0}1]"),
        ("space-em", "[\u{2003}1]"),
        ("space-line-separator", "[1\u{2028}]"), ("space-zero-width", "[\u{200b}1]"),
        ("space-bom-inside", "[\u{feff}1]"),
        ("space-nul", "[\0]"), ("space-nul-after", "[]\0"), ("space-escape", "[\u{1b}]"),
        ("space-del", "[\u{7f}]"),
        ("space-backspace-after", "[1]\u{8}"), ("space-next-line", "[1\u{85}]"),
        ("space-unit-separator", "[\u{1f}1]"),
        ("space-ideographic", "[1,\u{3000}2]"), ("space-in-number", "[1. 5]"),
        ("space-in-string-control", "[\"\t\"]"),
      ])
}
