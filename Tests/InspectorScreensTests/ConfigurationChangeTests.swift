import InspectorScreens
import NetEngine
import RequestFiles
import Testing

/// A profile is written into an inspector.json as a careful person would write it.
struct ConfigurationChangeTests {
  static let shop = EnvelopeProfile(
    name: "shop", statusCodeKey: "meta.code", tipStrKey: "meta.msg", modelKey: "data",
    successValues: ["0"])

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let before: String
    let after: String
    var profile = ConfigurationChangeTests.shop
    var places: [String] = []
    var testDescription: String { name }
  }

  private static let shopLines = """
    {
          "statusCodeKey": "meta.code",
          "tipStrKey": "meta.msg",
          "modelKey": "data",
          "successValues": ["0"]
        }
    """

  static let cases: [Case] = [
    Case(
      name: "a file that is not there yet", before: "",
      after: "{\n  \"profiles\": {\n    \"shop\": \(shopLines)\n  }\n}\n"),
    Case(
      name: "nothing but a comment", before: "// ours\n",
      after: "// ours\n{\n  \"profiles\": {\n    \"shop\": \(shopLines)\n  }\n}\n"),
    Case(
      name: "an empty object", before: "{}",
      after: "{\n  \"profiles\": {\n    \"shop\": \(shopLines)\n  }\n}"),
    Case(
      name: "a comma that stands last", before: "{\n  \"theme\": \"dark\", // a\n}\n",
      after:
        "{\n  \"theme\": \"dark\", // a\n  \"profiles\": {\n    \"shop\": \(shopLines)\n  },\n}\n"
    ),
    Case(
      name: "comments and order stay",
      before: """
        {
          "theme": "light",   // for the projector
          /* the keys
             of the house */
          "keys": { "quit": "Ctrl-q" } // only one
          // more to come
        }

        """,
      after: """
        {
          "theme": "light",   // for the projector
          /* the keys
             of the house */
          "keys": { "quit": "Ctrl-q" }, // only one
          // more to come
          "profiles": {
            "shop": \(shopLines)
          }
        }

        """),
    Case(
      name: "beside another profile, behind a place",
      before: """
        {
          "profiles": {
            "old": { "statusCodeKey": "code" } // },
          },
          "theme": "dark"
        }
        """,
      after: """
        {
          "profiles": {
            "old": { "statusCodeKey": "code" }, // },
            "shop": \(shopLines)
          },
          "theme": "dark",
          "profileFor": {
            "https://a.test": "shop"
          }
        }
        """, places: ["https://a.test"]),
    Case(
      name: "all on one line", before: #"{ "profiles": { "a": { "statusCodeKey": "c" } } }"#,
      after: #"{ "profiles": { "a": { "statusCodeKey": "c" }, "shop": { "statusCodeKey": "#
        + #""meta.code", "tipStrKey": "meta.msg", "modelKey": "data", "successValues": ["0"] } } }"#
    ),
    Case(
      name: "tabs and carriage returns stay what they are",
      before: "{\r\n\t\"theme\": \"dark\"\r\n}\r\n",
      after: "{\r\n\t\"theme\": \"dark\",\r\n\t\"profiles\": {\r\n\t\t\"shop\": {\r\n"
        + "\t\t\t\"statusCodeKey\": \"meta.code\",\r\n\t\t\t\"tipStrKey\": \"meta.msg\",\r\n"
        + "\t\t\t\"modelKey\": \"data\",\r\n\t\t\t\"successValues\": [\"0\"]\r\n\t\t}\r\n\t}\r\n}\r\n"
    ),
    Case(
      name: "of a profile that is there only what differs changes",
      before: """
        { "profiles": { "shop": {
            "statusCodeKey": "code", // was once ret
            "tipStrKey": "meta.msg", "modelKey": "data",
            "successValues": [0] /* a number */ } } }
        """,
      after: """
        { "profiles": { "shop": {
            "statusCodeKey": "meta.code", // was once ret
            "tipStrKey": "meta.msg", "modelKey": "data",
            "successValues": [0] /* a number */ } } }
        """),
    Case(
      name: "what is there already is not written again",
      before: #"{"profiles":{"shop":{"successValues":[0],"modelKey":"data","#
        + #""tipStrKey":"meta.msg","statusCodeKey":"meta.code"}},"profileFor":{"u":"shop"}}"#,
      after: #"{"profiles":{"shop":{"successValues":[0],"modelKey":"data","#
        + #""tipStrKey":"meta.msg","statusCodeKey":"meta.code"}},"profileFor":{"u":"shop"}}"#,
      places: ["u"]),
    Case(
      name: "a name with quotes, a rule, a key twice of which the last counts",
      before: #"{"profiles":{"x":{"statusCodeKey":"a"}},"profiles":{}}"#,
      after: "{\"profiles\":{\"x\":{\"statusCodeKey\":\"a\"}},\"profiles\":{\n"
        + "  \"a \\\"b\\\"\": {\n    \"statusCodeKey\": \"errors\",\n    \"rule\": \"absence\"\n"
        + "  }\n}}",
      profile: EnvelopeProfile(name: "a \"b\"", statusCodeKey: "errors", rule: .absence)),
  ]

  @Test("only the bytes that have to change do", arguments: cases)
  func changes(_ row: Case) throws {
    let change = ConfigurationChange(profile: row.profile, places: row.places, words: "")
    let after = try change.applied(to: Array(row.before.utf8), file: "f")
    #expect(String(decoding: after, as: UTF8.self) == row.after)
    let again = try change.applied(to: after, file: "f")
    #expect(again == after)
    let reader = ConfigurationReader(after, file: "f")
    #expect(reader.problems.isEmpty)
    #expect(reader.configuration.profiles.contains(row.profile))
    for place in row.places { #expect(reader.configuration.profileFor[place] == row.profile.name) }
  }

  static let broken: [(String, String)] = [
    ("{ \"theme\": dark }", "f:1:12: "), ("[]", "f:1:1: an object is expected here: { … }"),
    ("{\n  \"profiles\": []\n}", "f:2:15: an object is expected here"),
    ("{\"profiles\": {\"shop\": 7}}", "f:1:23: an object is expected here"),
    ("{ /* never ends", "f:1:"), ("{\"theme\": \"dark\",,}", "f:1:"), ("\u{FEFF}x", "f:1:"),
  ]

  @Test("a broken file is named with its place and left alone", arguments: broken)
  func leavesAlone(text: String, problem: String) {
    let change = ConfigurationChange(profile: Self.shop, words: "")
    #expect {
      _ = try change.applied(to: Array(text.utf8), file: "f")
    } throws: { error in
      "\(error)".hasPrefix(problem)
    }
  }
}
