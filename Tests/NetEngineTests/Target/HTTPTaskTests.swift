import FoundationEssentials
import NetEngine
import TestSupport
import Testing

/// Each factory gives exactly one request: method, URL, headers, body.
@Suite struct HTTPTaskTests {
  struct Sent: Equatable, CustomStringConvertible {
    var url = "https://example.test/"
    var headers: [String] = []
    var body = ""
    var destination: String?

    var description: String { "\(url) \(headers) '\(body)' \(destination ?? "")" }
  }

  struct User: Encodable {
    var name = "Ada"
    var born = Date(timeIntervalSince1970: 0)
    var site = "a/b"
  }

  static let json = "Content-Type: application/json"
  static let form = "Content-Type: application/x-www-form-urlencoded; charset=utf-8"
  static let parts = Multipart([.init(name: "a", .data("1"))], boundary: "b")
  static let partsType = "Content-Type: multipart/form-data; boundary=b"
  static let partsBody =
    "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n"
  static let destination = DownloadDestination(path: "/d/file")

  static func sent(_ task: HTTPTask, _ method: HTTPMethod = .post) throws -> Sent {
    let request = try Endpoint(TestTarget(method: method, task: task)).build()
    #expect(request.method == method)
    return Sent(
      url: request.url, headers: request.headerLines, body: request.bodyText,
      destination: request.destination?.path)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var task: HTTPTask
    var method = HTTPMethod.post
    var sent: Sent

    var testDescription: String { id }
  }

  static let factories = [
    Row(id: "requestPlain", task: .requestPlain, sent: Sent()),
    Row(id: "requestData", task: .requestData("x\0y"), sent: Sent(body: "x\0y")),
    Row(id: "requestData, empty", task: .requestData(.empty), sent: Sent()),
    Row(
      id: "requestJSONEncodable", task: .requestJSONEncodable(["b": 1, "a": 2]),
      sent: Sent(headers: [json], body: #"{"a":2,"b":1}"#)),
    Row(
      id: "requestJSONEncodable, slashes", task: .requestJSONEncodable(["a/b"]),
      sent: Sent(headers: [json], body: #"["a/b"]"#)),
    Row(
      id: "requestJSONEncodable, a scalar", task: .requestJSONEncodable("x"),
      sent: Sent(headers: [json], body: #""x""#)),
    Row(
      id: "requestCustomJSONEncodable",
      task: .requestCustomJSONEncodable(User()) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .iso8601
        return encoder
      },
      sent: Sent(
        headers: [json], body: #"{"born":"1970-01-01T00:00:00Z","name":"Ada","site":"a\/b"}"#)),
    Row(
      id: "requestParameters, POST", task: .requestParameters(["b": 1, "a": 2]),
      sent: Sent(headers: [form], body: "a=2&b=1")),
    Row(
      id: "requestParameters, GET", task: .requestParameters(["b": 1, "a": 2]), method: .get,
      sent: Sent(url: "https://example.test/?a=2&b=1")),
    Row(
      id: "requestParameters, POST, query",
      task: .requestParameters(["a": 1], encoding: .url(.queryString)),
      sent: Sent(url: "https://example.test/?a=1")),
    Row(
      id: "requestParameters, GET, body",
      task: .requestParameters(["a": 1], encoding: .url(.httpBody)), method: .get,
      sent: Sent(headers: [form], body: "a=1")),
    Row(
      id: "requestParameters, JSON", task: .requestParameters(["a": [1]], encoding: .json),
      sent: Sent(headers: [json], body: #"{"a":[1]}"#)),
    Row(
      id: "requestCompositeData",
      task: .requestCompositeData(bodyData: "x", urlParameters: ["a": 1]),
      sent: Sent(url: "https://example.test/?a=1", body: "x")),
    Row(
      id: "requestCompositeParameters, JSON",
      task: .requestCompositeParameters(
        bodyParameters: ["b": 2], bodyEncoding: .json, urlParameters: ["a": 1]),
      sent: Sent(url: "https://example.test/?a=1", headers: [json], body: #"{"b":2}"#)),
    Row(
      id: "requestCompositeParameters, form",
      task: .requestCompositeParameters(
        bodyParameters: ["b": 2], bodyEncoding: .url(.httpBody), urlParameters: ["a": 1]),
      sent: Sent(url: "https://example.test/?a=1", headers: [form], body: "b=2")),
    Row(
      id: "uploadMultipartFormData", task: .uploadMultipartFormData(parts),
      sent: Sent(headers: [partsType], body: partsBody)),
    Row(
      id: "uploadCompositeMultipart",
      task: .uploadCompositeMultipart(parts, urlParameters: ["a": 1]),
      sent: Sent(url: "https://example.test/?a=1", headers: [partsType], body: partsBody)),
    Row(
      id: "downloadDestination", task: .downloadDestination(destination), method: .get,
      sent: Sent(destination: "/d/file")),
    Row(
      id: "downloadParameters, GET",
      task: .downloadParameters(["a": 1], destination: destination), method: .get,
      sent: Sent(url: "https://example.test/?a=1", destination: "/d/file")),
    Row(
      id: "downloadParameters, POST, JSON",
      task: .downloadParameters(["a": 1], encoding: .json, destination: destination),
      sent: Sent(headers: [json], body: #"{"a":1}"#, destination: "/d/file")),
  ]

  @Test("a factory gives exactly this request", arguments: factories)
  func factory(row: Row) throws {
    #expect(try Self.sent(row.task, row.method) == row.sent)
  }

  /// What Moya cannot say: body, query and destination in any combination.
  static let combinations = [
    Row(
      id: "query and JSON value",
      task: HTTPTask(body: .json(JSONPayload([1])), query: .init(["a": 1])),
      sent: Sent(url: "https://example.test/?a=1", headers: [json], body: "[1]")),
    Row(
      id: "query on POST without a body", task: HTTPTask(query: .init(["a": 1])),
      sent: Sent(url: "https://example.test/?a=1")),
    Row(
      id: "query always goes to the query",
      task: HTTPTask(
        query: .init(["a": true], encoding: URLEncoding(destination: .httpBody, bools: .literal))),
      sent: Sent(url: "https://example.test/?a=true")),
    Row(
      id: "JSON body on GET", task: HTTPTask(body: .parameters(["a": 1], .json)), method: .get,
      sent: Sent(headers: [json], body: #"{"a":1}"#)),
    Row(
      id: "download with a body",
      task: HTTPTask(body: .data("x"), destination: destination),
      sent: Sent(body: "x", destination: "/d/file")),
    Row(
      id: "download with parts and a query",
      task: HTTPTask(body: .multipart(parts), query: .init(["a": 1]), destination: destination),
      sent: Sent(
        url: "https://example.test/?a=1", headers: [partsType], body: partsBody,
        destination: "/d/file")),
    Row(
      id: "an empty query leaves the URL alone", task: HTTPTask(query: .init([:])), sent: Sent()),
  ]

  @Test("body, query and destination combine", arguments: combinations)
  func combination(row: Row) throws {
    #expect(try Self.sent(row.task, row.method) == row.sent)
  }

  @Test("a file is announced with its size and read later")
  func uploadFile() throws {
    let folder = try TestFolder()
    let path = try folder.write("body.json", "{}")
    let request = try Endpoint(TestTarget(method: .put, task: .uploadFile(path))).build()
    guard case .file(let source) = request.body else {
      Issue.record("\(request.body)")
      return
    }
    #expect(source.path == path)
    #expect(source.count == 2)
    #expect(request.headers.isEmpty)
  }

  @Test("a Content-Type of the target stays, whatever its case")
  func contentType() throws {
    let tasks: [HTTPTask] = [
      .requestJSONEncodable([1]), .requestParameters(["a": 1]),
      .requestParameters(["a": 1], encoding: .json), .uploadMultipartFormData(Self.parts),
    ]
    for name in ["Content-Type", "content-type", "CONTENT-TYPE"] {
      for task in tasks {
        let target = TestTarget(method: .post, task: task, headers: [name: "text/odd"])
        #expect(try Endpoint(target).build().headerLines == ["\(name): text/odd"])
      }
    }
  }
}
