import NetEngine
import TestSupport
import Testing

@Suite struct PipelineTextTests {
  static let mappings: [(String, Pipeline.Mapping)] = [
    ("auto", .auto), ("none", .none), ("json", .json), ("string", .string), ("image", .image),
    ("string(a.b.0)", .stringAt("a.b.0")), ("object(data)", .object("data")),
    ("object()", .object([])), ("string()", .stringAt([])),
    ("object(/a.b/c)", .object(["a.b", "c"])), ("object(f(x))", .object([.key("f(x)")])),
    ("object(a → b)", .object([.key("a → b")])), ("string(/~1)", .stringAt([.key("/")])),
    ("string(>)", .stringAt([])),
  ]

  @Test("a mapping reads and writes what reads back", arguments: mappings.indices)
  func mapping(index: Int) throws {
    let (text, mapping) = Self.mappings[index]
    #expect(Pipeline.Mapping(text) == mapping)
    #expect(Pipeline.Mapping(mapping.text) == mapping)
  }

  @Test(
    "what is no mapping is none",
    arguments: ["", "JSON", "object", "object(", "object)", "string (a)", "image(a)", "auto "])
  func badMapping(text: String) {
    #expect(Pipeline.Mapping(text) == nil)
  }
}
