import NetEngine
import TestSupport
import Testing

@Suite struct HeadersTests {
  @Test("names compare without ASCII case and by bytes otherwise")
  func names() {
    var headers: Headers = ["Content-Type": "a", "\u{e9}": "1", "content-TYPE": "b"]
    #expect(headers["CONTENT-type"] == "b")
    #expect(headers.values("content-type") == ["a", "b"])
    #expect(!headers.contains("e\u{301}"))
    #expect(!headers.contains("\u{c9}"))
    headers["content-type"] = "c"
    #expect(headers.map(\.name) == ["content-type", "\u{e9}"])
    headers["CONTENT-TYPE"] = nil
    #expect(headers.map(\.name) == ["\u{e9}"])
  }

  @Test("order, case and duplicates stay as they were said")
  func order() {
    var headers: Headers = ["b": "1", "A": "2", "B": "3"]
    headers.append(HeaderField("a", "4"))
    #expect(headers.map { "\($0.name)=\($0.value)" } == ["b=1", "A=2", "B=3", "a=4"])
    headers.remove("B")
    #expect(headers.map { "\($0.name)=\($0.value)" } == ["A=2", "a=4"])
  }

  @Test("equality is order, bytes of names and bytes of values; the source does not count")
  func equality() {
    let one = HeaderField("A", "1", source: .target)
    #expect(one == HeaderField("A", "1", source: .engine))
    #expect(one.hashValue == HeaderField("A", "1", source: .wire).hashValue)
    #expect(one != HeaderField("a", "1"))
    #expect(one != HeaderField("A", "2"))
    #expect(HeaderField("A", "\u{e9}") != HeaderField("A", "e\u{301}"))
    #expect(Headers([one, HeaderField("B", "2")]) != Headers([HeaderField("B", "2"), one]))
  }
}
