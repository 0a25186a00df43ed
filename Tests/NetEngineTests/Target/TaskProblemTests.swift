import NetEngine
import TestSupport
import Testing

/// What cannot be sent is a thrown setup error where Moya traps, and nothing leaves the machine.
@Suite struct TaskProblemTests {
  static let part = Multipart([.init(name: "a", .data("1"))])

  static let composite = HTTPTask.requestCompositeParameters(
    bodyParameters: ["b": 2], bodyEncoding: .default, urlParameters: ["a": 1])
  static let compositeQuery = HTTPTask.requestCompositeParameters(
    bodyParameters: ["b": 2], bodyEncoding: .url(.queryString), urlParameters: ["a": 1])

  static let rows: [(id: String, method: HTTPMethod, task: HTTPTask, message: String)] = [
    (
      "parameters twice in the query", .post, composite,
      "body parameters beside a query need an encoding for the body"
    ),
    (
      "parameters twice in the query, GET", .get, composite,
      "body parameters beside a query need an encoding for the body"
    ),
    (
      "query encoding for the body", .post, compositeQuery,
      "body parameters beside a query need an encoding for the body"
    ),
    ("no parts", .post, .uploadMultipartFormData([]), "the multipart body has nothing in it"),
    (
      "parts on GET", .get, .uploadMultipartFormData(part),
      "a multipart body needs POST, PUT or PATCH"
    ),
    (
      "no such file", .post, .uploadFile("/no/such"),
      "the file '/no/such' cannot be sent: No such file or directory"
    ),
    (
      "a folder", .post, .uploadFile("/tmp"),
      "the file '/tmp' cannot be sent: it is not a plain file"
    ),
    (
      "a device", .post, .uploadFile("/dev/zero"),
      "the file '/dev/zero' cannot be sent: it is not a plain file"
    ),
    (
      "NUL in a file name", .post, .uploadFile("/etc/passwd\0.txt"),
      #"the file '/etc/passwd\x00.txt' cannot be sent: NUL at byte 11"#
    ),
    (
      "no such file in a part", .post,
      .uploadMultipartFormData([.init(name: "f", .file(path: "/no/such"))]),
      "the file '/no/such' cannot be sent: No such file or directory"
    ),
    ("HEAD with bytes", .head, .requestData("x"), "HEAD cannot carry a body"),
    (
      "HEAD with JSON", .head, .requestParameters(["a": 1], encoding: .json),
      "HEAD cannot carry a body"
    ),
  ]

  @Test("a wrong combination is a setup error", arguments: rows.indices)
  func refused(index: Int) async {
    let (id, method, task, message) = Self.rows[index]
    let transport = ScriptedTransport()
    let target = TestTarget(method: method, task: task)
    let error = await Provider(transport: transport).request(target).result.error
    #expect(error?.setupProblem != nil, "\(id)")
    #expect(error?.message == message, "\(id)")
    #expect(error?.hint.isEmpty == false, "\(id)")
    #expect(transport.requests.count == 0, "\(id)")
  }

  @Test("HEAD and GET take parameters in their query")
  func head() async {
    let transport = ScriptedTransport()
    for method in [HTTPMethod.head, .get] {
      let target = TestTarget(method: method, task: .requestParameters(["a": 1]))
      _ = await Provider(transport: transport).request(target).result
    }
    #expect(
      transport.requests.all.map(\.url) == [
        "https://example.test/?a=1", "https://example.test/?a=1",
      ])
    #expect(transport.requests.all.allSatisfy { $0.body == .none })
  }
}
