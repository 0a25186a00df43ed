import FramesAndWidgets
import InspectorCore
import NetEngine
import Testing

private let multipartType = "multipart/form-data; boundary=cut"

/// Forms as tables: what was sent and what came, decoded, with a name for what cannot be.
struct FormTableTests {
  private func stage(_ sent: String, type: String = "application/x-www-form-urlencoded") -> Stage {
    var stage = Stage()
    stage.show("/large", .success(Sample.form(sent, type: type)))
    stage.press("Tab 6 Z")
    return stage
  }

  private func parts(_ lines: [String], type: String? = nil) -> Stage {
    stage(lines.joined(separator: "\r\n"), type: type ?? multipartType)
  }

  @Test(
    "a field is a name and what it says",
    arguments: pairRows)
  func pairs(sent: String, row: String) {
    #expect(stage(sent).shows(row), "\(stage(sent).frame.text(ofRow: 8))")
  }

  @Test("a query in which something is written otherwise is a table too")
  func query() {
    var stage = Stage()
    var answer = Sample.response("/large", body: "{}")
    answer.request.url += "?q=a+b&token=t%2B1"
    stage.show("/large", .success(answer))
    stage.press("Tab 6")
    #expect(stage.shows("2 fields  of the query"))
    #expect(stage.shows("q      a b"))
    for _ in 0..<30 where !stage.shows("▌token  t+1") { stage.press("j") }
    #expect(stage.copied("y y") == "token: ‹redacted:token›")
    stage.press("t")
    #expect(!stage.shows("of the query"))
  }

  @Test("fields with one name stay in their order")
  func order() {
    let stage = stage("b=1&a=2&b=3")
    #expect(stage.shows("3 fields  urlencoded"))
    #expect(stage.row(of: "b  1") < stage.row(of: "a  2"))
    #expect(stage.row(of: "a  2") < stage.row(of: "b  3"))
  }

  @Test("what says that it is a form and begins as JSON is shown as it came")
  func document() {
    #expect(stage(#"{"a": "b=c"}"#).shows(#"{"a": "b=c"}"#))
    #expect(!stage(#"{"a": "b=c"}"#).shows("field"))
  }

  @Test("a part is a name and a text; a file its name, its type and its size")
  func multipart() {
    let stage = parts([
      "--cut", "Content-Disposition: form-data; name=\"title\"", "", "two\r\nlines", "--cut",
      "Content-Disposition: form-data; name=\"photo\"; filename=\"a \\\"b\\\".png\"",
      "Content-Type: image/png", "", "\u{89}PNG and more", "--cut",
      "content-disposition:form-data;filename*=UTF-8''%e2%82%ac.txt; name=plain word ", "", "",
      "--cut--", "",
    ])
    #expect(stage.shows("3 fields  multipart"))
    #expect(stage.shows("title       two\\r\\nlines"))
    #expect(stage.shows("photo       a \"b\".png  image/png, 14 B"))
    #expect(stage.shows("plain word  €.txt  0 B"))
    #expect(!stage.shows("!"))
  }

  @Test("a line counts as a boundary only where it is one")
  func boundaries() {
    let stage = parts([
      "--cut \t", "Content-Disposition: form-data; name=\"a\"", "", "--cute", "x --cut", "--cut-",
      "--cut", "Content-Disposition: form-data; name=\"b\"", "", "--cu", "--cut--  ", "",
    ])
    #expect(stage.shows("2 fields"))
    #expect(stage.shows("a  --cute\\r\\nx --cut\\r\\n--cut-"))
    #expect(stage.shows("b  --cu"))
  }

  @Test(
    "what is wrong with parts is named",
    arguments: partTroubles)
  func troubles(lines: [String], words: String) {
    let stage = parts(lines)
    #expect(stage.shows(words), "\((4..<16).map { stage.frame.text(ofRow: $0) })")
  }

  @Test("a type without a boundary shows the body as it came")
  func noBoundary() {
    let stage = parts(["--cut", "", "text", "--cut--"], type: "multipart/form-data")
    #expect(stage.shows("! its Content-Type names no boundary: as it came"))
    #expect(stage.shows("--cut--"))
  }

  @Test("lines that end with LF alone are taken, and named")
  func shortLines() {
    let text = "--cut\nContent-Disposition: form-data; name=a\n\nb\n--cut--\n"
    let stage = stage(text, type: multipartType)
    #expect(stage.shows("a  b"))
    #expect(stage.shows("! lines end with LF alone, not CR LF"))
  }

  @Test("a long form shows its first fields, and the rest as it came")
  func many() {
    let text = (0..<3_000).map { "n\($0)=v%20\($0)" }.joined(separator: "&")
    var stage = stage(text)
    #expect(stage.shows("2,000 fields"))
    stage.press("G")
    #expect(stage.shows("n2980=v%202980"))
  }

  @Test("a long part is searched for its end beside the loop, and all parts show then")
  func long() {
    let text = [
      "--cut", "Content-Disposition: form-data; name=file; filename=f", "",
      String(repeating: "-", count: 3 << 20), "--cut", "Content-Disposition: form-data; name=last",
      "", "here", "--cut--", "",
    ].joined(separator: "\r\n")
    var stage = Stage()
    stage.show("/large", .success(Sample.form(text, type: multipartType)))
    stage.press("Tab 6")
    #expect(stage.shows("file  f  1.0 MB and more"))
    #expect(stage.shows("looking for the other fields"))
    stage.layOut()
    #expect(stage.shows("file  f  3.1 MB"))
    #expect(stage.shows("last  here"))
    #expect(!stage.shows("looking"))
  }

  @Test("an answer that is a form shows as a table in JSON, and in Raw when it is laid out")
  func answer() {
    var stage = Stage()
    let type = "application/x-www-form-urlencoded; charset=utf-8"
    stage.show("/large", .success(Sample.answer("error=a+b&error_uri=%2F", type: type)))
    stage.press("Tab 2")
    #expect(stage.shows("error_uri  /"))
    stage.press("1")
    #expect(stage.shows("error=a+b"))
    stage.press("t")
    #expect(stage.shows("error      a b"))
    #expect(stage.shows("Raw table"))
  }

  @Test(
    "a secret is left out of a copy as it is in the raw body",
    arguments: secretForms)
  func secrets(sent: String, type: String) {
    var stage = stage(sent, type: type)
    stage.press("g")
    for _ in 0..<30 where !stage.shows("▌password") { stage.press("j") }
    #expect(stage.copied("y y") == "password: ‹redacted:password›")
    #expect(stage.copied("y v") == "‹redacted:password›")
    #expect(stage.copied("Y v") == "hunter2 x")
    #expect(stage.copied("y k") == "password")
  }
}

private let pairRows: [(sent: String, row: String)] = [
  ("a=b", "a  b"), ("a=1+2", "a  1 2"), ("a=1%2B2", "a  1+2"), ("a=%20b%20c", "a   b c"),
  ("%C3%A4=%E6%9D%8E", "ä  李"), ("a=b=c", "a  b=c"), ("a=", "a  (empty)"),
  ("a", "a  (no value)"), ("=b", "(no name)  b"), ("a=%0d%0Ab", "a  \\r\\nb"),
  ("a=%zz", "a  %zz  ! has '%zz' at byte 1, which is no escape: as it came"),
  ("a=100%", "a  100%  ! has '%' at byte 4, which is no escape: as it came"),
  ("a=%FF", "a  %FF  ! decodes to bytes that are no UTF-8: as it came"),
  ("%G1=b", "%G1  b  ! its name has '%G1' at byte 1, which is no escape: as it came"),
]

private let partTroubles: [(lines: [String], words: String)] = [
  (["--cut", "Content-Disposition: form-data; name=\"a\"", "", "b"], "it may be cut off"),
  (["pre", "--cut", "", "b", "--cut--"], "! 3 bytes before the first boundary"),
  (["--cut", "", "b", "--cut--", "more"], "! 4 bytes behind the last boundary"),
  (["--cut", "", "b", "--cut--"], "(no name)  b  ! no Content-Disposition says what it is"),
  (["--cut", "Content-Disposition: form-data", "--cut--"], "no blank line ends its head"),
  (["no", "parts"], "! no line with its boundary"),
  (
    ["--cut", "Content-Disposition: form-data; name=\"a\"; name=b", "", "", "--cut--"],
    "has two names"
  ),
  (
    ["--cut", "Content-Disposition: form-data; name=\"a", "", "b", "--cut--"],
    "a quote in its head that nothing ends"
  ),
  (
    [
      "--cut", "Content-Disposition: form-data; name=a", "Content-Transfer-Encoding: Base64",
      "", "YQ==", "--cut--",
    ], "YQ==  ! says it is coded as 'Base64': as it came"
  ),
]

private let secretForms: [(sent: String, type: String)] = [
  ("password=hunter2+x&a=b", "application/x-www-form-urlencoded"),
  (
    "--cut\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2 x\r\n--cut--\r\n",
    multipartType
  ),
]
