import NetEngine
import RequestFiles
import TestSupport
import Testing

/// A description, the files it refers to, and what its requests come to.
struct DescriptionRow: Sendable, CustomTestStringConvertible {
  var id: String
  var text: String
  var others: [String: String] = [:]
  var environments: [String] = []
  var isYAML = false
  /// As ``RequestSnapshot`` tells them.
  var lines: [String]
  var notes: [String] = []

  var testDescription: String { id }

  static let all = openAPI + postman + yaml
}

@Suite("Descriptions of requests")
struct DescriptionTests {
  @Test("an example that every request refers to is not written without end")
  func examples() throws {
    let paths = (0..<50).map { ##""/a\##($0)":{"post":{"requestBody":{"$ref":"#/b"}}}"## }
    let example = String(repeating: "a", count: 1_000)
    let text =
      #"{"openapi":"3.0.0","paths":{"# + paths.joined(separator: ",")
      + #"},"b":{"content":{"application/json":{"example":""# + example + #""}}}}"#
    let made = try #require(
      try ImportedCollection.read(Array(text.utf8), byteLimit: 10_000) { _ in [] })
    #expect(made.requestCount == 10)
    #expect(
      made.notes == ["40 requests left out: the files would have more than 10000 bytes"])
    let whole = try #require(try ImportedCollection.read(Array(text.utf8)) { _ in [] })
    #expect(whole.requestCount == 50 && whole.notes.isEmpty)
  }

  @Test("become request files that send what they say", arguments: DescriptionRow.all)
  func rows(_ row: DescriptionRow) throws {
    let read = try ImportedCollection.read(
      Array(row.text.utf8), isYAML: row.isYAML,
      environments: row.environments.map { Array($0.utf8) },
      files: { path in
        guard let text = row.others[path] else {
          throw TestFolder.Failure(what: path, code: 2)
        }
        return Array(text.utf8)
      })
    let made = try #require(read)
    let sandbox = try TestFolder()
    for file in made.files { try sandbox.write(file.name, file.bytes) }
    let collection = try sandbox.collection()
    var context = RequestContext()
    context.environment = collection.environments.first
    context.system = .fixed
    context.readsSamples = true
    let lines = RequestSnapshot(collection, context).lines
    #expect(
      lines == row.lines,
      "\(lines)\n\(made.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n"))"
    )
    #expect(made.notes == row.notes, "\(made.notes)")
    #expect(made.requestCount == collection.entries.count)
    // Nothing in it is wrong, whichever environment is chosen.
    for entry in collection.entries {
      #expect(collection.problems(of: entry, in: context).filter { !$0.isNote } == [])
    }
  }

  @Test(
    "that cannot be read say why",
    arguments: [
      (#"{"swagger": "2.0"}"#, "OpenAPI 3.0 and 3.1 can be read, not '2.0'"),
      (
        #"{"info": {"schema": "https://schema.getpostman.com/json/collection/v1.0.0/"}, "item": []}"#,
        "collections of format 2.1 can be read, not 'https://schema.getpostman.com/json/collection/v1.0.0/'"
      ),
    ])
  func unreadable(_ text: String, _ words: String) {
    do throws(ImportedCollection.Problem) {
      _ = try ImportedCollection.read(Array(text.utf8)) { _ in [] }
      Issue.record("was read")
    } catch {
      #expect(error.message == words)
    }
  }

  @Test("with types that hold each other many times end")
  func wide() throws {
    let types = (0..<12).map { level in
      let members = (0..<12).map {
        "\"m\($0)\": {\"$ref\": \"#/components/schemas/T\(level + 1)\"}"
      }
      return
        "\"T\(level)\": {\"type\": \"object\", \"properties\": {\(members.joined(separator: ", "))}}"
    }
    let text = """
      {"openapi": "3.0.0", "paths": {"/a": {"post": {"requestBody": {"content": {"application/json":
      {"schema": {"$ref": "#/components/schemas/T0"}}}}}}}, "components": {"schemas": {
      \(types.joined(separator: ",\n")), "T12": {"type": "string"}}}}
      """
    let made = try ImportedCollection.read(Array(text.utf8)) { _ in [] }
    #expect(made?.requestCount == 1)
  }

  @Test("are told from other JSON")
  func others() throws {
    for text in [#"{"log": {}}"#, "{}", "[]", #"{"item": []}"#] {
      #expect(try ImportedCollection.read(Array(text.utf8)) { _ in [] } == nil)
    }
  }
}
