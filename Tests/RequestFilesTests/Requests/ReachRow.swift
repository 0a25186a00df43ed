import NetEngine
import RequestFiles
import TestSupport
import Testing

/// A repository with a collection in one of its folders, and what its requests come to.
struct ReachRow: Sendable, CustomTestStringConvertible {
  var construct: Construct
  var editor: DialectRow.Editor
  var id: String
  /// Files of the repository by their names; the collection is `api`.
  var files: [String: String]
  /// What is read: a folder, or a file in it.
  var path = "api"
  var lines: [String]

  var testDescription: String { id }

  static let all: [ReachRow] = [
    ReachRow(
      construct: .environments, editor: .jetBrains, id: "environments above the folder",
      files: [
        "api/t.http": "GET {{host}}/{{user}}\n",
        "http-client.env.json": #"{"dev":{"host":"http://h.test","user":"eve"}}"#,
        "api/http-client.env.json": #"{"dev":{"user":"ada"}}"#,
      ], lines: ["GET http://h.test/ada"]),
    ReachRow(
      construct: .environments, editor: .jetBrains, id: "a private file above the folder",
      files: [
        "api/v1/t.http": "GET http://h.test/{{secret}}\n",
        "http-client.private.env.json": #"{"dev":{"secret":"s3cret"}}"#,
      ], lines: ["GET http://h.test/s3cret ·secret secret"]),
    ReachRow(
      construct: .environments, editor: .httpYac, id: "a file above of one that is opened alone",
      files: [
        "api/t.http": "GET {{host}}/\n",
        "http-client.env.json": #"{"dev":{"host":"http://h.test"}}"#,
      ], path: "api/t.http", lines: ["GET http://h.test/"]),
    ReachRow(
      construct: .environments, editor: .code, id: "settings of the editor",
      files: [
        "api/t.http": "GET {{host}}/{{version}}\n",
        ".vscode/settings.json": """
        {
          // who is asked
          "editor.tabSize": 2,
          "rest-client.environmentVariables": {
            "$shared": { "version": "v1", },
            "dev": { "host": "http://h.test/*x*/" /* here */, "said": "a \\"//b\\"" },
          },
        }
        """,
      ], lines: ["GET http://h.test/*x*//v1"]),
    ReachRow(
      construct: .environments, editor: .code, id: "a .env above the folder",
      files: ["api/t.http": "GET http://h.test/{{$dotenv KEY}}\n", ".env": "KEY=value\n"],
      lines: ["GET http://h.test/value ·secret $dotenv KEY"]),
    ReachRow(
      construct: .environments, editor: .others, id: "a person's own file",
      files: [
        "api/t.http": "GET http://h.test/{{key}}\n",
        "http-client.env.json": #"{"dev":{"key":"none"}}"#,
        "http-client.env.json.user": #"{"dev":{"key":"own"}}"#,
      ], lines: ["GET http://h.test/own ·secret key"]),
    ReachRow(
      construct: .bases, editor: .others, id: "no base", files: ["api/t.http": "GET /users\n"],
      lines: [
        "✗ t.http:1:1: the target '/users' has no Host header and no variable 'baseUrl' — add one of them, or write the whole URL"
      ]),
    ReachRow(
      construct: .filesAbove, editor: .jetBrains, id: "a body above the folder",
      files: ["api/t.http": "POST http://h.test/\n\n< ../data/b.json\n", "data/b.json": "{}"],
      lines: ["POST http://h.test/ ‖ {}"]),
    ReachRow(
      construct: .filesAbove, editor: .code, id: "a template above the folder",
      files: [
        "api/t.http": "@x = 1\nPOST http://h.test/\n\n<@ ../../repo/data/b.txt\n",
        "data/b.txt": "{{x}}",
      ],
      lines: [
        "✗ t.http:4:4: the file '../../repo/data/b.txt' cannot be used: it lies outside of the repository — paths count from the request file's folder and stay in the collection or its repository"
      ]),
    ReachRow(
      construct: .filesAbove, editor: .code, id: "a template in the repository",
      files: ["api/t.http": "@x = 1\nPOST http://h.test/\n\n<@ ../b.txt\n", "b.txt": "x {{x}}"],
      lines: ["POST http://h.test/ ‖ x 1"]),
    ReachRow(
      construct: .filesAbove, editor: .others, id: "what the repository is kept by",
      files: ["api/t.http": "POST http://h.test/\n\n< ../.git/config\n", ".git/config": "secret"],
      lines: [
        "✗ t.http:3:3: the file '../.git/config' cannot be used: it lies outside of the repository — paths count from the request file's folder and stay in the collection or its repository"
      ]),
    ReachRow(
      construct: .imports, editor: .httpYac, id: "a request of another file",
      files: [
        "api/t.http": "# @import ./auth.http\n# @ref login\nGET http://h.test/{{id}}\n",
        "api/auth.http": "@id = 7\n# @name login\nGET http://h.test/login\n",
      ], path: "api/t.http", lines: ["GET http://h.test/7", "[login] GET http://h.test/login"]),
    ReachRow(
      construct: .imports, editor: .jetBrains, id: "a file that imports another above",
      files: [
        "api/t.http": "import ./a.http\n\n###\n# @depends login\nGET http://h.test/{{deep}}\n",
        "api/a.http": "import ../shared/b.http\n",
        "shared/b.http": "@deep = d\n# @name login\nGET http://h.test/l\n",
      ], path: "api/t.http", lines: ["GET http://h.test/d", "[login] GET http://h.test/l"]),
    ReachRow(
      construct: .imports, editor: .httpYac, id: "an import that is not there",
      files: ["api/t.http": "# @import ./gone.http\nGET http://h.test/\n"],
      lines: [
        "problem t.http:1:11: the file './gone.http' cannot be used: No such file or directory — paths count from the request file's folder and stay in the collection or its repository",
        "GET http://h.test/",
      ]),
  ]
}
