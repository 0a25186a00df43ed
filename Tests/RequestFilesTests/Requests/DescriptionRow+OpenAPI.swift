extension DescriptionRow {
  private static func api(_ rest: String) -> String {
    #"{"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "servers": [{"url": "http://h.test/v1/"}], \#(rest)}"#
  }

  static let openAPI: [DescriptionRow] = [
    DescriptionRow(
      id: "operations",
      text: api(
        #""paths": {"/users": {"get": {"operationId": "listUsers", "summary": "All users", "tags": ["Users"]}, "delete": {"deprecated": true, "tags": ["Users"]}}, "/": {"get": {}}}"#
      ),
      lines: [
        "[GET /] GET http://h.test/v1/", "[listUsers] GET http://h.test/v1/users",
        "[DELETE /users (deprecated)] DELETE http://h.test/v1/users",
      ]),
    DescriptionRow(
      id: "parameters in every place",
      text: api(
        #"""
        "paths": {"/u/{id}/{rest}": {
          "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 5}}],
          "get": {"operationId": "one", "parameters": [
            {"name": "rest", "in": "path", "required": true, "example": "a b/c"},
            {"name": "q", "in": "query", "required": true, "schema": {"type": "string", "default": "x&y"}},
            {"name": "page", "in": "query", "schema": {"type": "integer"}},
            {"name": "X-Id", "in": "header", "required": true, "schema": {"type": "string", "enum": ["one", "two"]}},
            {"name": "sid", "in": "cookie", "required": true, "schema": {"type": "string"}, "example": "s1"},
            {"name": "Accept", "in": "header", "required": true, "example": "a/b"}
          ]}}}
        """#),
      lines: [
        "[one] GET http://h.test/v1/u/5/a%20b%2Fc?q=x%26y | X-Id: one | Cookie: sid=s1 ·secret sid"
      ]),
    DescriptionRow(
      id: "styles",
      text: api(
        #"""
        "paths": {"/s/{a}/{b}/{c}/{d}/{e}": {"get": {"operationId": "styles", "parameters": [
          {"name": "a", "in": "path", "required": true, "example": [1, 2]},
          {"name": "b", "in": "path", "required": true, "style": "label", "explode": true, "example": {"x": 1, "y": 2}},
          {"name": "c", "in": "path", "required": true, "style": "matrix", "example": [1, 2]},
          {"name": "d", "in": "path", "required": true, "style": "matrix", "explode": true, "example": {"x": 1, "y": 2}},
          {"name": "e", "in": "path", "required": true, "style": "label", "example": "z"},
          {"name": "f", "in": "query", "required": true, "example": ["p", "q"]},
          {"name": "g", "in": "query", "required": true, "explode": false, "example": ["p", "q"]},
          {"name": "h", "in": "query", "required": true, "style": "spaceDelimited", "explode": false, "example": ["p", "q"]},
          {"name": "i", "in": "query", "required": true, "style": "pipeDelimited", "explode": false, "example": ["p", "q"]},
          {"name": "j", "in": "query", "required": true, "style": "deepObject", "example": {"x": "1", "y": "2"}},
          {"name": "k", "in": "query", "required": true, "content": {"application/json": {"example": {"x": 1}}}},
          {"name": "X-L", "in": "header", "required": true, "example": ["p", "q"]},
          {"name": "X-M", "in": "header", "required": true, "explode": true, "example": {"x": 1}}
        ]}}}
        """#),
      lines: [
        "[styles] GET http://h.test/v1/s/1,2/.x=1.y=2/;c=1,2/;x=1;y=2/.z?f=p&f=q&g=p,q&h=p%20q&i=p%7Cq&j[x]=1&j[y]=2&k=%7B%22x%22%3A1%7D | X-L: p,q | X-M: x=1"
      ]),
    DescriptionRow(
      id: "allOf, oneOf, enums, formats, and a type that holds itself",
      text: api(
        #"""
        "paths": {"/n": {"post": {"operationId": "make", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}}}}}},
        "components": {"schemas": {
          "Base": {"type": "object", "properties": {"id": {"type": "string", "format": "uuid"}, "made": {"type": "string", "readOnly": true}}},
          "Node": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"type": "object", "properties": {
            "kind": {"type": "string", "enum": ["leaf", "tree"]}, "size": {"type": "integer", "minimum": 3},
            "on": {"type": "boolean"}, "next": {"$ref": "#/components/schemas/Node"},
            "all": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
            "either": {"oneOf": [{"type": "string", "example": "e"}, {"type": "integer"}]}}}]}}}
        """#),
      lines: [
        #"[make] POST http://h.test/v1/n | Content-Type: application/json ‖ {⏎  "id": "123e4567-e89b-42d3-a456-426614174000",⏎  "kind": "leaf",⏎  "size": 3,⏎  "on": true,⏎  "all": [],⏎  "either": "e"⏎}"#
      ]),
    DescriptionRow(
      id: "references into other files",
      text: api(
        ##""paths": {"/a": {"$ref": "paths/a.json"}, "/b": {"post": {"operationId": "b", "requestBody": {"$ref": "parts.json#/bodies/B~1C"}}}}"##
      ),
      others: [
        "paths/a.json":
          #"{"get": {"operationId": "a", "parameters": [{"$ref": "../parts.json#/parameters/q"}]}}"#,
        "parts.json":
          ##"{"parameters": {"q": {"name": "q", "in": "query", "required": true, "example": "1"}}, "bodies": {"B/C": {"content": {"application/json": {"schema": {"$ref": "#/schemas/S"}}}}}, "schemas": {"S": {"type": "object", "properties": {"n": {"type": ["null", "number"]}}}}}"##,
      ],
      lines: [
        "[a] GET http://h.test/v1/a?q=1",
        #"[b] POST http://h.test/v1/b | Content-Type: application/json ‖ {⏎  "n": 1⏎}"#,
      ]),
    DescriptionRow(
      id: "references that lead nowhere",
      text: api(
        ##""paths": {"/a": {"get": {"operationId": "a", "parameters": [{"$ref": "#/components/parameters/gone"}, {"$ref": "https://h.test/p.json"}, {"$ref": "none.json"}]}}}"##
      ),
      lines: ["[a] GET http://h.test/v1/a"],
      notes: [
        "'#/components/parameters/gone' leads to nothing",
        "'https://h.test/p.json' is not fetched: put the file beside this one",
        "'none.json' cannot be read",
      ]),
    DescriptionRow(
      id: "sign-in of every kind",
      text: api(
        #"""
        "security": [{"basic": []}],
        "paths": {"/s": {
          "get": {"operationId": "basic"}, "put": {"operationId": "open", "security": []},
          "post": {"operationId": "bearer", "security": [{"bearer": []}]},
          "delete": {"operationId": "keys", "security": [{"head": [], "query": [], "cookie": []}]},
          "patch": {"operationId": "oauth", "security": [{"oauth": ["read"]}]},
          "options": {"operationId": "tls", "security": [{"tls": []}]}}},
        "components": {"securitySchemes": {
          "basic": {"type": "http", "scheme": "basic"}, "bearer": {"type": "http", "scheme": "Bearer"},
          "head": {"type": "apiKey", "in": "header", "name": "X-Key"}, "query": {"type": "apiKey", "in": "query", "name": "key"},
          "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"}, "oauth": {"type": "oauth2", "flows": {}},
          "tls": {"type": "mutualTLS"}}}
        """#),
      lines: [
        "[basic] GET http://h.test/v1/s | Authorization: Basic Og== ·secret username ·secret password",
        "[open] PUT http://h.test/v1/s",
        "[bearer] POST http://h.test/v1/s | Authorization: Bearer  ·secret token",
        "[keys] DELETE http://h.test/v1/s?key= | X-Key:  | Cookie: sid= ·secret query ·secret head ·secret cookie",
        "[tls] OPTIONS http://h.test/v1/s",
        "[oauth] PATCH http://h.test/v1/s | Authorization: Bearer  ·secret token",
      ],
      notes: [
        "OPTIONS /s: the sign-in 'tls' is not carried: mutualTLS",
        "PATCH /s: oauth is signed in to elsewhere: the variable token takes what comes of it",
      ]),
    DescriptionRow(
      id: "servers with variables, and an operation's own",
      text:
        #"{"openapi": "3.1.0", "servers": [{"description": "Live", "url": "https://{region}.h.test:{port}/", "variables": {"region": {"default": "eu"}, "port": {"enum": ["8443"], "default": "8443"}}}, {"url": "/v2"}], "paths": {"/a": {"get": {"operationId": "a"}, "put": {"operationId": "b", "servers": [{"url": "http://other.test"}]}}}}"#,
      lines: ["[a] GET https://eu.h.test:8443/a", "[b] PUT http://other.test/a"]),
    DescriptionRow(
      id: "a path that is not described",
      text: api(
        #""paths": {"/a/{b-c}/{d}": {"get": {"operationId": "a", "parameters": [{"name": "o", "in": "query", "example": "1"}, {"name": "r", "in": "query", "required": true, "example": "2"}, {"name": "d", "in": "path", "required": true, "example": "{x}"}]}}}"#
      ),
      lines: ["[a] GET http://h.test/v1/a/text/%7Bx%7D?r=2"],
      notes: ["GET /a/{b-c}/{d}: 'b-c' of the path is not described"]),
    DescriptionRow(
      id: "forms",
      text: api(
        #"""
        "paths": {"/f": {
          "post": {"operationId": "form", "requestBody": {"content": {"application/x-www-form-urlencoded": {"example": {"a": "x y", "b": 2}}}}},
          "put": {"operationId": "parts", "requestBody": {"content": {"multipart/form-data": {"schema": {"type": "object", "properties": {
            "name": {"type": "string"}, "file": {"type": "string", "format": "binary"}, "meta": {"type": "object", "properties": {"n": {"type": "integer"}}}}}}}}}}}
        """#),
      lines: [
        "[parts] PUT http://h.test/v1/f | Content-Type: multipart/form-data; boundary=----boundary ‖ ------boundary␍⏎Content-Disposition: form-data; name=\"name\"␍⏎␍⏎text␍⏎------boundary␍⏎Content-Disposition: form-data; name=\"file\"; filename=\"file.bin\"␍⏎Content-Type: application/octet-stream␍⏎␍⏎␍⏎------boundary␍⏎Content-Disposition: form-data; name=\"meta\"␍⏎Content-Type: application/json␍⏎␍⏎{\"n\":1}␍⏎------boundary--␍⏎",
        "[form] POST http://h.test/v1/f | Content-Type: application/x-www-form-urlencoded ‖ a=x%20y&b=2",
      ],
      notes: ["PUT /f: the part 'file' is a file: put it in place of file.bin"]),
    DescriptionRow(
      id: "examples of responses as samples",
      text: api(
        #""paths": {"/a": {"get": {"operationId": "a", "tags": ["T"], "responses": {"404": {"description": "no"}, "200": {"content": {"application/json": {"examples": {"one": {"value": {"id": 7}}}}}}}}}}"#
      ),
      lines: ["[a] GET http://h.test/v1/a ·sample 14"]),
  ]
}
