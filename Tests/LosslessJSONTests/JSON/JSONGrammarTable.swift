/// One document and what must become of it.
struct GrammarRow: Sendable, CustomStringConvertible {
  enum Verdict: Sendable {
    /// RFC 8259 says yes.
    case accept
    /// RFC 8259 says no.
    case reject
    /// RFC 8259 leaves it open; this is what we do, and it must not change unnoticed.
    case pinnedAccept
    case pinnedReject

    var isAccepted: Bool { self == .accept || self == .pinnedAccept }
  }

  let id: String
  let bytes: [UInt8]
  let verdict: Verdict

  var description: String { id }

  static func rows(_ verdict: Verdict, _ texts: [(String, String)]) -> [GrammarRow] {
    texts.map { GrammarRow(id: $0.0, bytes: Array($0.1.utf8), verdict: verdict) }
  }

  static func rows(_ verdict: Verdict, bytes rows: [(String, [UInt8])]) -> [GrammarRow] {
    rows.map { GrammarRow(id: $0.0, bytes: $0.1, verdict: verdict) }
  }

  static let all: [GrammarRow] =
    structureAccepted + structureRejected + numbersAccepted + numbersRejected + stringsAccepted
    + stringsRejected + escapesAccepted + escapesRejected + literals + whiteSpace + encodings
    + textChecks + pinned + cutOff
}

extension GrammarRow {
  static let structureAccepted = rows(
    .accept,
    [
      ("structure-empty-object", "{}"), ("structure-empty-array", "[]"),
      ("structure-one-element", "[1]"), ("structure-two-elements", "[1,2]"),
      ("structure-one-member", #"{"a":1}"#), ("structure-two-members", #"{"a":1,"b":2}"#),
      ("structure-empty-key", #"{"":0}"#), ("structure-nested-arrays", "[[],[[]],[[[]]]]"),
      ("structure-nested-objects", #"{"a":{"b":{"c":{}}}}"#),
      ("structure-array-in-object", #"{"a":[1,{"b":[]}]}"#),
      ("structure-object-in-array", #"[{"a":1},{"a":2}]"#),
      ("structure-empty-then-value", "[[],1,{},2]"), ("structure-lone-string", #""a""#),
      ("structure-lone-empty-string", #""""#), ("structure-lone-number", "42"),
      ("structure-lone-negative", "-1"), ("structure-lone-zero", "0"),
      ("structure-lone-true", "true"), ("structure-lone-false", "false"),
      ("structure-lone-null", "null"), ("structure-all-kinds", #"[null,true,false,1,"a",[],{}]"#),
      ("structure-long-array", "[" + String(repeating: "1,", count: 200) + "1]"),
      ("structure-long-nested", "[" + String(repeating: "[1],", count: 100) + "[]]"),
      (
        "structure-long-object",
        "{" + (0..<100).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}"
      ),
      ("structure-depth-100", nested(100)), ("structure-depth-511", nested(511)),
      ("structure-depth-512", nested(512)),
      ("structure-key-like-text", #"{"{\"a\":1}":"[1,2"}"#),
      ("structure-brackets-in-strings", #"["]","}","[","{",",",":"]"#),
      (
        "structure-65-elements", "[" + Array(repeating: "0", count: 65).joined(separator: ",") + "]"
      ),
    ])

  static let structureRejected = rows(
    .reject,
    [
      ("structure-nothing", ""), ("structure-open-array", "["), ("structure-open-object", "{"),
      ("structure-close-array", "]"), ("structure-close-object", "}"), ("structure-comma", ","),
      ("structure-colon", ":"), ("structure-array-closed-by-brace", "[}"),
      ("structure-object-closed-by-bracket", "{]"), ("structure-nested-mismatch", "[{]}"),
      ("structure-element-mismatch", "[1}"), ("structure-member-mismatch", #"{"a":1]"#),
      ("structure-array-trailing-comma", "[1,]"), ("structure-array-only-comma", "[,]"),
      ("structure-array-leading-comma", "[,1]"), ("structure-array-double-comma", "[1,,2]"),
      ("structure-array-double-trailing-comma", "[1,,]"), ("structure-array-no-comma", "[1 2]"),
      ("structure-array-strings-no-comma", #"["a" "b"]"#), ("structure-array-colon", "[1:2]"),
      ("structure-array-string-colon", #"["a":1]"#), ("structure-array-semicolon", "[1;2]"),
      ("structure-array-inner-no-comma", "[[][]]"), ("structure-array-open-after-value", "[1"),
      ("structure-array-open-after-comma", "[1,"), ("structure-array-extra-close", "[1]]"),
      ("structure-array-unopened", "1]"), ("structure-object-trailing-comma", #"{"a":1,}"#),
      ("structure-object-only-comma", "{,}"), ("structure-object-leading-comma", #"{,"a":1}"#),
      ("structure-object-double-comma", #"{"a":1,,"b":2}"#),
      ("structure-object-no-comma", #"{"a":1 "b":2}"#), ("structure-object-no-colon", #"{"a" 1}"#),
      ("structure-object-double-colon", #"{"a"::1}"#),
      ("structure-object-comma-colon", #"{"a",1}"#),
      ("structure-object-equals", #"{"a"=1}"#), ("structure-object-no-value", #"{"a":}"#),
      ("structure-object-no-value-comma", #"{"a":,"b":2}"#),
      ("structure-object-key-only", #"{"a"}"#),
      ("structure-object-colon-only", "{:}"), ("structure-object-value-only", "{:1}"),
      ("structure-object-number-key", "{1:1}"), ("structure-object-bare-key", "{a:1}"),
      ("structure-object-single-quoted-key", "{'a':1}"), ("structure-object-true-key", "{true:1}"),
      ("structure-object-null-key", "{null:1}"), ("structure-object-array-key", "{[]:1}"),
      ("structure-object-object-key", "{{}:1}"), ("structure-object-negative-key", "{-1:1}"),
      ("structure-object-open-after-key", #"{"a""#),
      ("structure-object-open-after-colon", #"{"a":"#),
      ("structure-object-open-after-value", #"{"a":1"#),
      ("structure-object-open-after-comma", #"{"a":1,"#),
      ("structure-object-extra-close", #"{"a":1}}"#),
      ("structure-object-key-then-comma", #"{"a":1,"b"}"#),
      ("structure-two-values", "1 2"), ("structure-two-arrays", "[][]"),
      ("structure-two-objects", "{}{}"),
      ("structure-value-then-comma", "1,"), ("structure-array-then-text", "[]x"),
      ("structure-object-then-text", "{}#"), ("structure-string-then-string", #""a""b""#),
      ("structure-line-comment", "[1] // one"), ("structure-block-comment", "[1 /* one */]"),
      ("structure-hash-comment", "[1] # one"), ("structure-leading-comment", "/**/[1]"),
      ("structure-xml", "<a>1</a>"), ("structure-csv", "a,b,c"), ("structure-yaml", "a: 1"),
      ("structure-parentheses", "(1)"), ("structure-jsonp", #"f({"a":1})"#),
      ("structure-ellipsis", "[1...2]"), ("structure-star", "[*]"), ("structure-at", "@"),
      ("structure-backslash", #"[\n]"#), ("structure-escaped-bracket", #"[1\]"#),
      ("structure-depth-unclosed", String(repeating: "[", count: 100)),
      (
        "structure-depth-half-closed",
        String(repeating: "[", count: 100) + String(repeating: "]", count: 99)
      ),
      (
        "structure-deep-mismatch",
        String(repeating: "[", count: 70) + "}" + String(repeating: "]", count: 69)
      ),
    ])

  static let numbersAccepted = rows(
    .accept,
    [
      ("number-zero", "[0]"), ("number-minus-zero", "[-0]"), ("number-one-digit", "[7]"),
      ("number-many-digits", "[1234567890]"), ("number-negative", "[-123]"),
      ("number-fraction", "[1.5]"),
      ("number-zero-fraction", "[0.5]"), ("number-fraction-zeros", "[1.000]"),
      ("number-fraction-leading-zeros", "[0.0001]"), ("number-negative-fraction", "[-0.1]"),
      ("number-exponent", "[1e5]"), ("number-exponent-upper", "[1E5]"),
      ("number-exponent-plus", "[1e+5]"),
      ("number-exponent-minus", "[1e-5]"), ("number-exponent-upper-plus", "[1E+5]"),
      ("number-exponent-upper-minus", "[1E-5]"), ("number-exponent-zeros", "[1e005]"),
      ("number-zero-exponent", "[0e1]"), ("number-zero-exponent-zero", "[0e0]"),
      ("number-zero-upper-exponent-plus", "[0E+1]"), ("number-fraction-exponent", "[1.5e10]"),
      ("number-negative-all", "[-12.34E-56]"), ("number-minus-zero-exponent", "[-0e-1]"),
      ("number-beyond-32-bits", "[4294967296]"), ("number-int64-max", "[9223372036854775807]"),
      ("number-int64-min", "[-9223372036854775808]"),
      ("number-uint64-max", "[18446744073709551615]"),
      ("number-beyond-64-bits", "[18446744073709551616]"),
      ("number-hundred-digits", "[" + String(repeating: "1234567890", count: 10) + "]"),
      ("number-hundred-fraction-digits", "[0." + String(repeating: "1234567890", count: 10) + "]"),
      ("number-huge-exponent", "[1e400]"), ("number-tiny-exponent", "[1e-400]"),
      ("number-absurd-exponent", "[1e999999999999999999999]"),
      ("number-17-digits", "[0.30000000000000004]"),
      ("number-before-comma", "[1,2]"), ("number-before-space", "[1 ]"),
      ("number-before-line-feed", "[1\n]"),
      ("number-in-object", #"{"a":-1.5e+3}"#), ("number-lone-fraction", "0.5"),
      ("number-lone-exponent", "1e5"),
      ("number-lone-long", String(repeating: "9", count: 300)),
    ])

  static let numbersRejected = rows(
    .reject,
    [
      ("number-plus", "[+1]"), ("number-leading-zero", "[01]"), ("number-leading-zeros", "[007]"),
      ("number-minus-leading-zero", "[-01]"), ("number-double-zero", "[00]"),
      ("number-minus", "[-]"),
      ("number-double-minus", "[--1]"), ("number-minus-plus", "[-+1]"),
      ("number-plus-minus", "[+-1]"),
      ("number-minus-space", "[- 1]"), ("number-minus-letter", "[-a]"),
      ("number-minus-point", "[-.5]"),
      ("number-leading-point", "[.5]"), ("number-trailing-point", "[1.]"),
      ("number-zero-point", "[0.]"),
      ("number-minus-one-point", "[-1.]"), ("number-point-exponent", "[1.e5]"),
      ("number-zero-point-exponent", "[0.e1]"),
      ("number-two-points", "[1.2.3]"), ("number-double-point", "[1..2]"),
      ("number-point-only", "[.]"),
      ("number-point-minus", "[1.-5]"), ("number-exponent-empty", "[1e]"),
      ("number-exponent-upper-empty", "[1E]"),
      ("number-exponent-plus-empty", "[1e+]"), ("number-exponent-minus-empty", "[1e-]"),
      ("number-exponent-double-sign", "[1e+-5]"), ("number-exponent-double", "[1e5e5]"),
      ("number-exponent-ee", "[1ee5]"), ("number-exponent-fraction", "[1e5.5]"),
      ("number-exponent-only", "[e5]"),
      ("number-exponent-upper-only", "[E5]"), ("number-exponent-letter", "[1ea]"),
      ("number-hexadecimal", "[0x1F]"),
      ("number-hexadecimal-upper", "[0X1f]"), ("number-octal", "[0o17]"),
      ("number-binary", "[0b1]"),
      ("number-underscore", "[1_000]"), ("number-space-inside", "[1 000]"),
      ("number-comma-decimal", "[1,5,]"),
      ("number-letter-after", "[1a]"), ("number-suffix-f", "[1.0f]"), ("number-suffix-l", "[1L]"),
      ("number-nan", "[NaN]"), ("number-nan-lower", "[nan]"), ("number-infinity", "[Infinity]"),
      ("number-minus-infinity", "[-Infinity]"), ("number-inf", "[inf]"),
      ("number-minus-nan", "[-NaN]"),
      ("number-hash", "[#1]"), ("number-percent", "[5%]"), ("number-parenthesis", "[(1)]"),
      ("number-fraction-slash", "[1/2]"),
      ("number-zero-x-hexfloat", "[0x1p3]"), ("number-lone-minus", "-"),
      ("number-lone-point", "1."),
      ("number-lone-exponent-empty", "1e"), ("number-lone-leading-zero", "01"),
      ("number-full-width-digit", "[１]"),
      ("number-arabic-digit", "[٣]"), ("number-superscript", "[1²]"),
      ("number-minus-sign-u2212", "[−1]"),
      ("number-colon", "[1:0]"), ("number-quote-after", #"[1""]"#),
      ("number-string-glued", #"["a"1]"#),
    ])

  /// Arrays in arrays, closed.
  static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
}
