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

  static let odd = EnvelopeProfile(name: "mine → yours", statusCodeKey: "c")

  static let lines: [(String, Pipeline)] = [
    ("2xx → auto → none", Pipeline()),
    ("none → none → none", Pipeline(filter: .none, mapping: .none)),
    (
      "2xx+3xx → json → code/msg/data",
      Pipeline(filter: .successfulAndRedirect, mapping: .json, profile: .codeMsgData)
    ),
    (
      "2xx,304 → object(data.items) → GraphQL",
      Pipeline(
        filter: StatusFilter([200...299, 304...304]), mapping: .object("data.items"),
        profile: .graphQL)
    ),
    ("2xx → object(a → b) → none", Pipeline(mapping: .object([.key("a → b")]))),
    ("2xx → auto → mine → yours", Pipeline(profile: odd)),
    (
      "2xx → string(x → none) → mine → yours",
      Pipeline(mapping: .stringAt([.key("x → none")]), profile: odd)
    ),
  ]

  @Test("a pipeline is a line that reads back", arguments: lines.indices)
  func line(index: Int) {
    let (text, pipeline) = Self.lines[index]
    #expect(pipeline.text == text)
    #expect(Pipeline(text, profiles: EnvelopeProfile.readyMade + [Self.odd]) == pipeline)
  }

  @Test("every combination of the library reads back")
  func combinations() {
    for profile in EnvelopeProfile.readyMade {
      for (_, mapping) in Self.mappings {
        let pipeline = Pipeline(filter: .none, mapping: mapping, profile: profile)
        #expect(Pipeline(pipeline.text) == pipeline)
      }
    }
  }

  @Test(
    "what is no pipeline is none",
    arguments: [
      "", "2xx", "2xx → auto", "auto → 2xx → none", "2xx → auto → nobody's", "2xx → oops → none",
      "2xx→auto→none", "2xx → auto → none → none",
    ])
  func bad(text: String) {
    #expect(Pipeline(text) == nil)
  }
}
