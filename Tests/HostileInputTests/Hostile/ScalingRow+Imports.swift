import NetEngine
import RequestFiles
import TestSupport

/// Curl commands, descriptions and environments of other tools.
extension ScalingRow {
  static let imports = curl + descriptions + environments

  // MARK: curl

  private static func curl(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String)
    -> ScalingRow
  {
    ScalingRow("curl: \(name)", size) { n in
      let text = text(n)
      return {
        let all = try? CurlImport.all(in: text, keepsVariables: true)
        let requests = (all ?? []).compactMap { try? $0.get().endpoint.build() }
        return RequestFileText(requests.map { (nil, $0) }).text.utf8.count
      }
    }
  }

  private static let brackets = [
    "[", "[a", "[:", "[-", "{", "{a", "{{", "{{a ", "{{a(", "]", "\\[",
  ]

  private static let curl =
    brackets.flatMap { sign in
      [
        curl("'\(sign)' in a URL", 2_000) {
          "curl 'http://h/\(String(repeating: sign, count: $0))'"
        },
        curl("'\(sign)' in a URL, closed", 2_000) {
          "curl 'http://h/\(String(repeating: sign, count: $0))]}}'"
        },
        curl("'\(sign)' in a method", 2_000) {
          "curl http://h/ -X '\(String(repeating: sign, count: $0))'"
        },
        curl("'\(sign)' without quotes", 2_000) {
          let word = sign.replacing(" ", with: "\\ ").replacing("(", with: "\\(")
          return "curl http://h/ -d a\(String(repeating: word, count: $0))"
        },
      ]
    } + [
      curl("a long method", 40_000) { "curl http://h/ -X \(String(repeating: "A", count: $0))" },
      curl("a long option", 4_000) { "curl http://h/ --\(String(repeating: "a", count: $0))" },
      curl("many short options", 10_000) { "curl http://h/ -\(String(repeating: "v", count: $0))" },
      curl("many -d", 5_000) { "curl http://h/ " + repeated($0) { "-d a=\($0) " } },
      curl("many --json", 5_000) { "curl http://h/ " + repeated($0) { "--json \($0) " } },
      curl("many --url-query", 2_000) {
        "curl http://h/ " + repeated($0) { "--url-query a=\($0) " }
      },
      curl("fields that are taken away", 2_000) {
        "curl http://h/ -d a " + repeated($0) { _ in "-H Accept: -H X: " }
      },
      curl("cookies", 2_000) { "curl http://h/ " + repeated($0) { "-b a\($0)=b " } },
      curl("parts", 1_000) { "curl http://h/ " + repeated($0) { "-F a\($0)=b " } },
      curl("a type of many parameters", 5_000) {
        "curl http://h/ -F 'a=b;type=c\(String(repeating: ";", count: $0))'"
      },
      curl("texts in a row", 5_000) {
        "curl http://h/ -d \(String(repeating: "$'a'\"b\"'c'", count: $0))"
      },
      curl("a long end of a text", 500) { n in
        let end = String(repeating: "E", count: n)
        return "curl http://h/ -d @- <<\(end)\n\(String(repeating: "a\n", count: n))\(end)\n"
      },
      curl("many texts below one line", 500) { n in
        "cat " + repeated(n) { "<<E\($0) " } + "\n" + repeated(n) { "a\nE\($0)\n" }
          + "curl http://h/\n"
      },
      curl("many commands", 300) { String(repeating: "curl http://h/a\n", count: $0) },
      curl("pipes", 2_000) {
        "echo a \(String(repeating: "| cat ", count: $0))| curl http://h/ -d @-"
      },
      curl("variables", 1_000) { "curl 'http://h/\(repeated($0) { "{{a\($0)}}" })'" },
      curl("variables, a word each", 500) { "curl http://h/ " + repeated($0) { "-d {{a\($0)}} " } },
      curl("variables of the shell", 1_000) { "curl http://h/\(repeated($0) { "$A\($0)" })" },
      curl("lines that go on", 5_000) { "curl http://h/ \(String(repeating: "\\\n", count: $0))" },
      curl("steps up in a path", 3_000) {
        "curl http://h/\(String(repeating: "a/../b/", count: $0))"
      },
      curl("signs in a host", 3_000) { "curl 'http://\(String(repeating: "@:", count: $0))h/'" },
    ]

  // MARK: Descriptions

  private static func description(
    _ name: String, _ size: Int, isYAML: Bool = false, _ text: @escaping @Sendable (Int) -> String
  ) -> ScalingRow {
    ScalingRow(name, size) { n in
      let bytes = Array(text(n).utf8)
      return {
        let made = try? ImportedCollection.read(bytes, isYAML: isYAML) { _ in [] }
        return made?.files.reduce(0) { $0 + $1.bytes.count } ?? 0
      }
    }
  }

  private static func list(_ count: Int, _ piece: (Int) -> String) -> String {
    (0..<count).map(piece).joined(separator: ",")
  }

  private static func postman(_ items: String, more: String = "") -> String {
    #"{"info":{"name":"c","schema":"v2.1"},"item":["# + items + "]" + more + "}"
  }

  private static func openAPI(_ paths: String, more: String = "") -> String {
    #"{"openapi":"3.0.0","paths":{"# + paths + "}" + more + "}"
  }

  private static let descriptions = [
    description("Postman: requests of one name", 500) { n in
      postman(list(n) { _ in #"{"name":"a","request":{"method":"GET","url":"http://h/a"}}"# })
    },
    description("Postman: folders of one name", 200) { n in
      postman(
        list(n) { _ in #"{"name":"a","item":[{"name":"b","request":{"url":"http://h/b"}}]}"# })
    },
    description("Postman: what cannot be carried", 500) { n in
      postman(
        list(n) { #"{"name":"a\#($0)","request":{"url":"http://h/","auth":{"type":"hawk"}}}"# })
    },
    description("Postman: places of one path", 2_000) { n in
      let variables = list(n) { #"{"key":"a\#($0)","value":"\#($0)"}"# }
      let url = "http://h/" + repeated(n) { ":a\($0)/" }
      return postman(
        #"{"name":"a","request":{"url":{"raw":"\#(url)","variable":[\#(variables)]}}}"#)
    },
    description("Postman: names in one script", 500) { n in
      let lines = list(n) {
        #""var a\#($0) = pm.response.json();","pm.expect(b\#($0).c).to.eql(1);""#
      }
      return postman(
        #"{"name":"a","request":{"url":"http://h/"},"event":[{"listen":"test","script":{"exec":["#
          + lines + "]}}]}")
    },
    description("Postman: variables", 2_000) { n in
      postman("", more: #","variable":["# + list(n) { #"{"key":"a\#($0)","value":"b"}"# } + "]")
    },
    description("OpenAPI: paths", 300) { n in
      openAPI(list(n) { #""/a\#($0)/{b}":{"get":{"operationId":"a\#($0)"}}"# })
    },
    description("OpenAPI: references", 500) { n in
      openAPI(
        list(n) { ##""/a\##($0)":{"$ref":"#/components/pathItems/p\##($0)"}"## },
        more: #","components":{"pathItems":{"# + list(n) { #""p\#($0)":{"get":{}}"# } + "}}")
    },
    description("OpenAPI: references that lead to nothing", 1_000) { n in
      openAPI(list(n) { ##""/a\##($0)":{"get":{"$ref":"#/b/\##($0)"}}"## })
    },
    description("OpenAPI: parameters of one path", 500) { n in
      let path = "/" + repeated(n) { "{a\($0)}/" }
      let parameters = list(n) {
        #"{"name":"a\#($0)","in":"path"},{"name":"q\#($0)","in":"query"}"#
      }
      return openAPI(#""\#(path)":{"get":{"parameters":[\#(parameters)]}}"#)
    },
    description("OpenAPI: open braces in a path", 5_000) { n in
      openAPI(#""/\#(String(repeating: "{a", count: n))":{"get":{}}"#)
    },
    description("OpenAPI: properties", 2_000) { n in
      let all = list(n) { #""p\#($0)":{"type":"string"}"# }
      let schema = #"{"type":"object","properties":{\#(all)}}"#
      return openAPI(
        #""/a":{"post":{"requestBody":{"content":{"application/json":{"schema":\#(schema)}}}}}"#)
    },
    description("OpenAPI: examples put together", 1_000) { n in
      let parts = list(n) { #"{"example":{"p\#($0)":1}}"# }
      return openAPI(
        #""/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"allOf":["#
          + parts + "]}}}}}}")
    },
    description("OpenAPI: ways to sign in", 1_000) { n in
      let schemes = list(n) { #""s\#($0)":{"type":"apiKey","in":"header","name":"X-\#($0)"}"# }
      return openAPI(
        #""/a":{"get":{}}"#,
        more: #","security":[{"# + list(n) { #""s\#($0)":[]"# }
          + #"}],"components":{"securitySchemes":{"# + schemes + "}}")
    },
    description("OpenAPI: servers", 1_000) { n in
      openAPI("", more: #","servers":["# + list(n) { _ in #"{"url":"/","description":"a"}"# } + "]")
    },
    description("OpenAPI: variables of a server", 1_000) { n in
      openAPI(
        "",
        more: #","servers":[{"url":"http://h/"# + repeated(n) { "{v\($0)}" } + #"","variables":{"#
          + list(n) { #""v\#($0)":{"default":"a"}"# } + "}}]")
    },
    description("YAML: a mapping", 2_000, isYAML: true) { n in
      "openapi: 3.0.0\npaths:\n" + repeated(n) { "  /a\($0): {}\n" }
    },
    description("YAML: merge keys", 1_000, isYAML: true) { n in
      "openapi: 3.0.0\nx: &x\n" + repeated(100) { "  a\($0): 1\n" } + "y:\n"
        + repeated(n) { "  b\($0): 1\n  <<: *x\n" }
    },
    description("YAML: open brackets", 20_000, isYAML: true) { n in
      "openapi: 3.0.0\npaths: " + String(repeating: "[", count: n)
    },
    description("YAML: one long text", 100_000, isYAML: true) { n in
      "openapi: \"" + String(repeating: "a\\n", count: n) + "\""
    },
    description("YAML: aliases", 2_000, isYAML: true) { n in
      "openapi: &a 3.0.0\nx:\n" + repeated(n) { "  - &b\($0) *a\n" }
    },
  ]

  // MARK: Environments

  private static func environment(
    _ name: String, _ size: Int, _ file: String = "http-client.env.json",
    _ make: @escaping @Sendable (Int) -> (environment: String, request: String)
  ) -> ScalingRow {
    ScalingRow("an environment: \(name)", size) { n in
      let (text, request) = make(n)
      let sandbox = try TestFolder()
      try sandbox.write("files/\(file)", text)
      try sandbox.write("files/a.http", request)
      return {
        let collection = try sandbox.collection("files")
        var context = RequestContext()
        context.system = .live
        context.environment = "dev"
        return collection.entries.reduce(0) {
          $0 + collection.problems(of: $1, in: context).count
            + collection.variables(of: $1, in: context).count
        }
      }
    }
  }

  private static let environments = [
    environment("a chain of variables on one line", 2_000) { n in
      (
        #"{"dev":{"v0":"h","# + list(n) { #""v\#($0 + 1)":"{{v\#($0)}}""# } + "}}",
        "GET http://h/\n\n" + repeated(n) { "{{v\($0)}}" }
      )
    },
    environment("one variable of all others, and each of them", 1_000) { n in
      (
        #"{"dev":{"all":""# + repeated(n) { "{{v\($0)}}" } + #"","#
          + list(n) { #""v\#($0)":"\#($0)""# } + "}}",
        "GET http://h/\n\n{{all}}" + repeated(n) { "{{v\($0)}}" }
      )
    },
    environment("many environments", 4_000) { n in
      ("{" + list(n) { #""e\#($0)":{"a":"b"}"# } + #","dev":{}}"#, "GET http://h/{{a}}\n")
    },
    environment("comments in an editor's settings", 5_000, ".vscode/settings.json") { n in
      (
        String(repeating: "/* a */ // b\n", count: n)
          + #"{"rest-client.environmentVariables":{"dev":{"a":"b",},},}"#, "GET http://h/{{a}}\n"
      )
    },
    environment("open comments", 5_000, ".vscode/settings.json") { n in
      (
        #"{"rest-client.environmentVariables":{"dev":{"a":"b"#
          + String(repeating: "/*\" ", count: n), "GET http://h/{{a}}\n"
      )
    },
  ]
}
