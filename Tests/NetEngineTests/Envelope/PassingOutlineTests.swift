import NetEngine
import Testing

/// The outline of a body that is read in pieces and not kept.
@Suite("An envelope read while its bytes pass")
struct PassingOutlineTests {
  private func outline(_ bytes: [UInt8], in size: Int) -> Body? {
    var outline = PassingOutline()
    for start in stride(from: 0, to: bytes.count, by: size) {
      Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { outline.append($0) }
    }
    return outline.body
  }

  @Test(
    "the outline is that of the whole body, in pieces of any size",
    arguments: [
      #"{"code":401,"msg":"session \"expired\" \u00e9","data":[{"id":1},["]"],2]}"#,
      #"{"data":{"a":{"b":{"c":{"d":1}},"x":[1]}},"status":{"code":7}} "#,
      "\u{feff} {\"long\":\"\(String(repeating: "\\u00e9", count: 900))\",\"code\":-1.5e3}\n",
      "{\"s\":\"\(String(repeating: "s", count: 256))\",\"t\":\"\(String(repeating: "é", count: 129))\"}",
      "{\(String(repeating: "\"k\":{\"a\":1},", count: 40))\"code\":2}",
      "{\"in\":{\(String(repeating: "\"k\":[1,2],", count: 40))\"k\":0},\"code\":2}",
      #"{"errors":[[{"message":"no","in":{"deep":{"x":{},"y":{ "z":[1]}}}},2],{}],"none":[]}"#,
      "{}", #"{"a":tru}"#, #"{"a":1}}"#, #"{"a":1"#, "[1]", "", "text", #"{"a":1} x"#,
    ])
  func whole(text: String) {
    let bytes = Array(text.utf8)
    let wanted = Body(bytes).envelopeOutline
    for size in [1, 2, 3, 7, 4_096] { #expect(outline(bytes, in: size) == wanted, "by \(size)") }
  }

  @Test("what no outline can be made of has none: UTF-16, a name of many bytes")
  func none() {
    #expect(outline(Array("{\"a\":1}".utf16).flatMap { [UInt8($0), 0] }, in: 3) == nil)
    let name = String(repeating: "n", count: 2_000)
    #expect(outline(Array("{\"\(name)\":1}".utf8), in: 100) == nil)
  }
}
