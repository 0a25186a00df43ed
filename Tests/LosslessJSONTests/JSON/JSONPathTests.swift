import NetEngine
import TestSupport
import Testing

@Suite("JSON paths")
struct JSONPathTests {
  private static let document = #"""
    {"a":{"b":[{"c":"first"},{"c":"second"}],"0":"zero","007":"bond"},"":{"":"empty"},"a.b":"dotted",
     "x>y":"arrow","s/t":"slash","m~n":"tilde"," p ":"spaces","d":{"e.f":{"g/h":1}},"list":[[10,11],[20]]}
    """#

  @Test(
    "every form finds its value",
    arguments: [
      ("a.b.0.c", #""first""#), ("a.b.1.c", #""second""#), ("a.0", #""zero""#),
      ("a.007", #""bond""#),
      ("a.b.00.c", #""first""#), ("list.0.1", "11"), ("list.1.0", "20"),
      (" p ", #""spaces""#),
      ("a>b>0>c", #""first""#), ("a>b>1>c", #""second""#), (">a>b>0>c", #""first""#),
      ("a>>b>0>c>", #""first""#),
      ("a.b>", #""dotted""#), (">a.b", #""dotted""#), ("d>e.f>g/h", "1"), (">s/t", #""slash""#),
      ("> p ", #""spaces""#),
      ("/a/b/0/c", #""first""#), ("/a/0", #""zero""#), ("//", #""empty""#), ("/a.b", #""dotted""#),
      ("/x>y", #""arrow""#),
      ("/s~1t", #""slash""#), ("/m~0n", #""tilde""#), ("/d/e.f/g~1h", "1"), ("/list/0/0", "10"),
      (#"["a","b",0,"c"]"#, #""first""#), (#"["a.b"]"#, #""dotted""#), (#"["x>y"]"#, #""arrow""#),
      (#"["",""]"#, #""empty""#),
      (#"["d","e.f","g/h"]"#, "1"), (#"["a","b","1","c"]"#, #""second""#),
      (#"[ "list" , 1 , 0 ]"#, "20"), (#"["s\/t"]"#, #""slash""#),
    ])
  func finds(_ path: String, _ raw: String) throws {
    let json = try JSON(parsing: Self.document)
    #expect(json[path: JSONPath(path)].rawText == raw)
  }

  @Test(
    "the empty path and arrows alone are the root; nothing else is",
    arguments: ["", ">", ">>>", "[]"])
  func root(_ path: String) throws {
    let json = try JSON(parsing: Self.document)
    #expect(json[path: JSONPath(path)].node == json.node && JSONPath(path).steps.isEmpty)
  }

  @Test(
    "what is not there is not found",
    arguments: [
      "a.b.2", "a.b.-1", "a.b.0.c.d", "a..b", ".a", "a.", "A", "a > b", " a", "a ", "/a/", "/a/b/-",
      "/a/b/1.0",
      "a.b.99999999999999999999999", "list.0.0.0", #"["a",["b"]]"#, "a.b.+1", "a.b.٣",
    ])
  func misses(_ path: String) throws {
    #expect(try JSON(parsing: Self.document)[path: JSONPath(path)].error != nil)
  }

  @Test("keys are compared by their bytes, not by how they look")
  func canonicalTwins() throws {
    let json = try JSON(parsing: "{\"\u{e9}\":1,\"e\u{301}\":2}")
    #expect(json["\u{e9}"].int == 1 && json["e\u{301}"].int == 2)
    #expect(JSONPath("\u{e9}") != JSONPath("e\u{301}"))
    #expect(json[path: "\u{e9}"].int == 1 && json[path: "e\u{301}"].int == 2)
  }

  @Test("a separator is one even when an accent follows it")
  func separatorBeforeAccent() throws {
    let json = try JSON(parsing: "{\"a\":{\"\u{301}b\":1}}")
    #expect(
      json[path: JSONPath("a>\u{301}b")].int == 1 && json[path: JSONPath("a.\u{301}b")].int == 1)
  }

  @Test(
    "a path is written dotted, or as a pointer where that would be misread",
    arguments: [
      (JSONPath(["a", "b", 0, "c"]), "a.b.0.c", "/a/b/0/c"), (JSONPath([]), "", ""),
      (JSONPath(["a.b"]), "/a.b", "/a.b"),
      (JSONPath(["x>y"]), "/x>y", "/x>y"), (JSONPath(["s/t"]), "s/t", "/s~1t"),
      (JSONPath(["/s"]), "/~1s", "/~1s"),
      (JSONPath([""]), "/", "/"), (JSONPath(["", "a"]), ".a", "//a"),
      (JSONPath(["[0]"]), "/[0]", "/[0]"), (JSONPath(["m~n"]), "m~n", "/m~0n"),
      (JSONPath([3]), "3", "/3"), (JSONPath([" p "]), " p ", "/ p "),
    ])
  func writes(_ path: JSONPath, _ text: String, _ pointer: String) {
    #expect(path.description == text && path.pointer == pointer)
    #expect(JSONPath(path.description) == path && JSONPath(path.pointer) == path)
  }

  @Test(
    "every value's own path leads back to it, in both text forms",
    arguments: [
      document,
      #"{"a":[{"b.c":[1,[2,3]]},{"d>e":{"":[0]}}],"/":{"~":[null]},"12":[[],[[]]],"[1]":{"x":"y"}}"#,
    ])
  func pathsLeadBack(_ text: String) throws {
    let json = try JSON(parsing: text)
    var pending = [json]
    while let value = pending.popLast() {
      #expect(json[path: value.path].node == value.node)
      #expect(json[path: JSONPath(value.path.description)].node == value.node, "\(value.path)")
      #expect(json[path: JSONPath(value.path.pointer)].node == value.node)
      pending += value.map(\.1)
    }
  }

  @Test("paths that lead the same way are equal and hash alike")
  func equality() {
    let paths: Set<JSONPath> = [
      "a.b.0", "a>b>0", "/a/b/0", ["a", "b", 0], ["a", "b", "0"], #"["a","b",0]"#,
    ]
    #expect(paths.count == 1)
    #expect(JSONPath(["ab"]) != JSONPath(["a", "b"]) && JSONPath(["a", ""]) != JSONPath(["a"]))
  }
}

@Suite("JSON path completion")
struct JSONCompletionTests {
  private static let text = #"""
    {"data":{"items":[{"id":1},{"id":2},{"id":3}],"item count":3,"info":null,"a.b":1,"":0},"date":"x","x>y":{"z":1},"data":{"items":[],"later":true,"i.j":[5]}}
    """#

  @Test(
    "a half-typed path goes on with what the document has, in its order",
    arguments: [
      ("", ["data", "date", "/x>y"]), ("d", ["data", "date"]), ("dat", ["data", "date"]),
      ("data", ["data"]), ("q", []),
      ("data.", ["data.items", "data.later", "/data/i.j"]), ("data.l", ["data.later"]),
      ("data.items.", []), ("date.", []),
      (">", [">data", ">date", "/x>y"]), (">da", [">data", ">date"]),
      ("data>", ["data>items", "data>later", "data>i.j"]),
      ("data>i.j>", ["data>i.j>0"]), ("data>i.", ["data>i.j"]), ("/", ["/data", "/date", "/x>y"]),
      ("/x", ["/x>y"]),
      ("/x>y/", ["/x>y/z"]), ("/data/i", ["/data/items", "/data/i.j"]),
      ("/data/i.j/", ["/data/i.j/0"]),
      ("[", [#"["data"]"#, #"["date"]"#, #"["x>y"]"#]),
      (#"["#, [#"["data"]"#, #"["date"]"#, #"["x>y"]"#]),
      (#"["da"#, [#"["data"]"#, #"["date"]"#]),
      (#"["data","#, [#"["data","items"]"#, #"["data","later"]"#, #"["data","i.j"]"#]),
      (#"["data", "l"#, [#"["data","later"]"#]), (#"["data","i.j",0"#, [#"["data","i.j",0]"#]),
      (#"["data"]"#, []), (#"["data""#, []),
    ])
  func candidates(_ typed: String, _ texts: [String]) throws {
    let json = try JSON(parsing: Self.text)
    #expect(JSONPath.completions(of: typed, in: json).map(\.text) == texts)
  }

  @Test("positions are offered by their beginning, kinds are told, and the limit holds")
  func positions() {
    let json: JSON = ["list": JSON((0..<30).map { JSON($0) })]
    #expect(
      JSONPath.completions(of: "list.", in: json, limit: 5).map(\.part) == [
        "0", "1", "2", "3", "4",
      ])
    #expect(
      JSONPath.completions(of: "list.2", in: json).map(\.part) == ["2"] + (20..<30).map(String.init)
    )
    #expect(JSONPath.completions(of: "l", in: json).first?.kind == .array)
    #expect(JSONPath.completions(of: "list.29", in: json).first?.kind == .number)
  }

  @Test(
    "every candidate leads to the value it names",
    arguments: ["", ">", "/", "[", "data.", "data>", "/data/", #"["data","#])
  func candidatesResolve(_ typed: String) throws {
    let json = try JSON(parsing: Self.text + " ")
    for candidate in JSONPath.completions(of: typed, in: json) {
      let found = json[path: JSONPath(candidate.text)]
      #expect(found.kind == candidate.kind, "\(candidate.text)")
    }
  }

  @Test("a key that no text can hold is not offered")
  func loneSurrogateKey() throws {
    let json = try JSON(parsing: #"{"\ud800":1,"ok":2}"#)
    #expect(JSONPath.completions(of: "", in: json).map(\.text) == ["ok"])
  }
}
