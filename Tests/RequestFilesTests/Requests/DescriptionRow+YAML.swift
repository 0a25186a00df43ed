import NetEngine
import RequestFiles
import TestSupport
import Testing

extension DescriptionRow {
  private static func yaml(
    _ id: String, _ rest: String, others: [String: String] = [:], _ lines: [String],
    notes: [String] = []
  ) -> DescriptionRow {
    let head = """
      openapi: 3.0.3
      info: {title: T, version: 1.0}   # a number here, and nobody minds
      servers:
        - url: "http://h.test/v1/"

      """
    return DescriptionRow(
      id: "YAML: \(id)", text: head + rest, others: others, isYAML: true, lines: lines, notes: notes
    )
  }

  static let yaml: [DescriptionRow] = [
    yaml(
      "blocks, flows, comments and statuses that are numbers",
      """
      paths:
        # a comment
        /users/{id}:
          get:
            operationId: one
            parameters:
              - {name: id, in: path, required: true, schema: {type: integer, minimum: 007}}
              - name: q
                in: query
                required: true
                example: 'it''s'
            responses:
              200:
                content:
                  application/json:
                    example: {id: 7}
      """,
      ["[one] GET http://h.test/v1/users/7?q=it%27s ·sample 14"]),
    yaml(
      "what is a text and what is not",
      """
      paths:
        /a:
          post:
            operationId: make
            requestBody:
              content:
                application/json:
                  example:
                    country: no
                    on: on
                    empty: ~
                    yes: true
                    hex: 0x1f
                    oct: 0o17
                    half: .5
                    big: 12345678901234567890123
                    exp: 1e3
                    when: 2024-05-01
                    version: 1.2.3
                    quoted: "42"
                    tagged: !!str 42
                    endless: .inf
                    lines: |
                      one
                      two
                    folded: >-
                      one
                      two
      """,
      [
        "[make] POST http://h.test/v1/a | Content-Type: application/json ‖ {⏎  \"country\": \"no\",⏎  \"on\": \"on\",⏎  \"empty\": null,⏎  \"yes\": true,⏎  \"hex\": 31,⏎  \"oct\": 15,⏎  \"half\": 0.5,⏎  \"big\": 12345678901234567890123,⏎  \"exp\": 1e3,⏎  \"when\": \"2024-05-01\",⏎  \"version\": \"1.2.3\",⏎  \"quoted\": \"42\",⏎  \"tagged\": \"42\",⏎  \"endless\": \".inf\",⏎  \"lines\": \"one\\ntwo\\n\",⏎  \"folded\": \"one two\"⏎}"
      ]),
    yaml(
      "anchors, aliases and merge keys",
      """
      x-page: &page {name: page, in: query, required: true, example: 1}
      x-json: &json
        description: ok
        content: {application/json: {example: [1, 2]}}
      paths:
        /a:
          get:
            operationId: a
            parameters: [*page, {<<: *page, name: size}]
            responses: {"200": {<<: *json, description: mine}}
      """,
      ["[a] GET http://h.test/v1/a?page=1&size=1 ·sample 13"]),
    yaml(
      "references into other files, YAML and JSON",
      """
      paths:
        /a: {$ref: "paths/a.yml"}
      """,
      others: [
        "paths/a.yml": """
        get:
          operationId: a
          parameters:
            - $ref: '../q.json#/q'
            - $ref: ../broken.yaml#/x
        """,
        "q.json": #"{"q": {"name": "q", "in": "query", "required": true, "example": "1"}}"#,
        "broken.yaml": "a: [1\nb: 2\n",
      ],
      ["[a] GET http://h.test/v1/a?q=1"],
      notes: [
        "'broken.yaml': line 2, column 2: did not find expected ',' or ']'"
      ]),
  ]
}

@Suite("Descriptions in YAML")
struct YAMLDescriptionTests {
  @Test(
    "that cannot be read say where",
    arguments: [
      ("openapi: 3.0.0\npaths: {a: [}\n", "line 2, column 13: did not find expected node content"),
      ("openapi: *gone\n", "line 1, column 10: nothing is named 'gone'"),
      ("openapi: 3.0.0\n? [a]\n: b\n", "line 2, column 3: a key has to be a text"),
      ("openapi: 3.0.0\n<<: 7\n", "line 2, column 5: '<<' takes mappings"),
      ("swagger: '2.0'\n", "OpenAPI 3.0 and 3.1 can be read, not '2.0'"),
      (
        "a: " + String(repeating: "[", count: 300) + String(repeating: "]", count: 300),
        "line 1, column 203: it nests too deep"
      ),
    ])
  func mistakes(_ text: String, _ words: String) {
    do throws(ImportedCollection.Problem) {
      _ = try ImportedCollection.read(Array(text.utf8), isYAML: true) { _ in [] }
      Issue.record("was read")
    } catch {
      #expect(error.message == words)
    }
  }

  @Test("whose aliases hold each other many times, or ever deeper, end")
  func bombs() {
    var laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    var deep = "a0: &a0 [x]\n"
    var merged = "m0: &m0 {" + (0..<2_000).map { "k\($0): 1" }.joined(separator: ", ") + "}\n"
    for level in 1..<12 {
      let all = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      laughs += "a\(level): &a\(level) [\(all)]\n"
    }
    for level in 1..<300 { deep += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    for level in 1..<1_000 { merged += "m\(level): {<<: *m0}\n" }
    for text in [laughs, deep, merged] {
      #expect(throws: ImportedCollection.Problem.self) {
        _ = try ImportedCollection.read(Array(text.utf8), isYAML: true) { _ in [] }
      }
    }
  }
}
