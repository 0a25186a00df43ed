import CurlTransport
import FoundationEssentials
import NetEngine
import TestSupport
import Testing

@Suite struct EndpointTests {
  static let endpoint = Endpoint(
    url: "https://a.test/x?k=1", method: .post, headers: ["Title": "Dominar", "X-Kept": "1"])

  static func build(_ task: HTTPTask) throws -> HTTPRequest {
    try endpoint.replacing(task: task).build()
  }

  @Test("an added header appears and replaces one of its name")
  func addingHeaders() throws {
    let base = Endpoint(
      url: "https://a.test", headers: ["Accept": "a", "X-One": "1", "accept": "b"])
    #expect(
      try base.adding(headers: ["X-New": "n"]).build().headerLines
        == ["Accept: a", "X-One: 1", "accept: b", "X-New: n"])
    #expect(
      try base.adding(headers: ["ACCEPT": "c"]).build().headerLines
        == ["ACCEPT: c", "X-One: 1"])
    #expect(
      try base.adding(headers: ["Set": "1", "set": "2"]).build().headerLines
        == ["Accept: a", "X-One: 1", "accept: b", "Set: 1", "set: 2"])
    #expect(base.headers.count == 3, "the original stays as it is")
  }

  @Test("a bad URL is a setup error that names it")
  func badURL() throws {
    let endpoint = Endpoint(url: "some invalid URL")
    let error = #expect(throws: NetError.self) { try endpoint.build() }
    #expect(error?.setupProblem == SetupProblem(.url, .noScheme, text: "some invalid URL"))
    #expect(
      error?.message == "the URL 'some invalid URL' cannot be sent: no http:// or https:// in front"
    )
  }

  @Test("plain, upload, multipart and download leave URL and headers alone")
  func leavesAlone() throws {
    let folder = try TestFolder()
    let file = try folder.write("f", "x")
    let tasks: [HTTPTask] = [
      .requestPlain, .uploadFile(file), .downloadDestination(DownloadDestination(path: "/d/f")),
      .uploadMultipartFormData([.init(name: "a", .data("1"))]),
    ]
    for task in tasks {
      let request = try Self.build(task)
      #expect(request.url == "https://a.test/x?k=1")
      #expect(
        request.headers.fields.filter { $0.name != "Content-Type" } == Self.endpoint.headers.fields)
      switch task.body {
      case .none: #expect(request.body == .none)
      // Only a form of parts cannot be read without its type.
      case .multipart: #expect(request.headers["Content-Type"]?.hasPrefix("multipart/") == true)
      default: #expect(!request.headers.contains("Content-Type"))
      }
    }
  }

  @Test("parameters equal what the encoder does")
  func parameters() throws {
    let parameters: Parameters = ["Nemesis": "Harvey", "list": [1, 2], "flag": true]
    let encodings = [
      URLEncoding.httpBody, URLEncoding(destination: .httpBody, arrays: .indexed, bools: .literal),
    ]
    for encoding in encodings {
      let request = try Self.build(.requestParameters(parameters, encoding: .url(encoding)))
      #expect(request.bodyText == encoding.encode(parameters))
      #expect(request.url == Self.endpoint.url)
      var query = encoding
      query.destination = .queryString
      let asQuery = try Self.build(.requestParameters(parameters, encoding: .url(query)))
      #expect(asQuery.url == Self.endpoint.url + "&" + query.encode(parameters))
      #expect(asQuery.body == .none)
    }
  }

  @Test("data sets only the body")
  func data() throws {
    let request = try Self.build(.requestData("hello"))
    #expect(request.body == .bytes("hello"))
    #expect(request.url == Self.endpoint.url)
    #expect(request.headers == Self.endpoint.headers)
  }

  @Test("a JSON body brings its type and keeps the other headers")
  func json() throws {
    let request = try Self.build(.requestJSONEncodable(["a": 1]))
    #expect(request.bodyText == #"{"a":1}"#)
    #expect(
      request.headerLines == ["Title: Dominar", "X-Kept: 1", "Content-Type: application/json"])
    #expect(request.headers.last?.source == .task)
  }

  @Test("a custom encoder encodes")
  func customEncoder() throws {
    struct Snake: Encodable { var firstName = "Ada" }
    let request = try Self.build(
      .requestCustomJSONEncodable(Snake()) {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
      })
    #expect(request.bodyText == #"{"first_name":"Ada"}"#)
  }

  @Test("composite data: these bytes and a query")
  func compositeData() throws {
    let request = try Self.build(.requestCompositeData(bodyData: "x", urlParameters: ["a": 1]))
    #expect(request.url == "https://a.test/x?k=1&a=1")
    #expect(request.body == .bytes("x"))
    #expect(request.headers == Self.endpoint.headers)
  }

  @Test("whole numbers of every type and size are sent exactly")
  func wholeNumbers() throws {
    let parameters: Parameters = [
      "a": Parameter(UInt64.max), "b": Parameter(Int128.min), "c": Parameter(Int8.min),
      "d": Parameter(UInt64(7)), "e": .digits("-1.50e+400"),
    ]
    let least = "-170141183460469231731687303715884105728"
    let json = try Self.build(.requestParameters(parameters, encoding: .json)).bodyText
    #expect(
      json == "{\"a\":18446744073709551615,\"b\":\(least),\"c\":-128,\"d\":7,\"e\":-1.50e+400}")
    let query = try Self.build(.requestParameters(parameters, encoding: .url(.queryString))).url
    #expect(query.hasSuffix("a=18446744073709551615&b=\(least)&c=-128&d=7&e=-1.50e%2B400"))
    #expect(Parameter(7) == .integer(7) && Parameter(UInt(7)) == .integer(7))
    for text in ["", "NaN", "1,5", "0x10", "1 ", "01"] {
      #expect(throws: NetError.self) {
        try Self.build(.requestParameters(["a": .digits(text)], encoding: .json))
      }
    }
  }

  @Test("composite parameters: a body and a query, each in its encoding")
  func compositeParameters() throws {
    let request = try Self.build(
      .requestCompositeParameters(
        bodyParameters: ["b": [1]], bodyEncoding: .json, urlParameters: ["a": [1]]))
    #expect(request.url == "https://a.test/x?k=1&a%5B%5D=1")
    #expect(request.bodyText == #"{"b":[1]}"#)
    #expect(request.headers["Content-Type"] == "application/json")
  }

  @Test("composite multipart: parts and a query")
  func compositeMultipart() throws {
    let parts: Multipart = [.init(name: "a", .data("1"))]
    let request = try Self.build(.uploadCompositeMultipart(parts, urlParameters: ["q": "x y"]))
    #expect(request.url == "https://a.test/x?k=1&q=x%20y")
    #expect(request.bodyText.contains("name=\"a\"\r\n\r\n1\r\n"))
  }

  struct Refuses: Encodable {
    struct Reason: Error, Equatable {}
    func encode(to encoder: any Encoder) throws { throw Reason() }
  }

  @Test("a value that cannot be encoded is a parameter error with its cause")
  func unencodable() {
    let error = #expect(throws: NetError.self) { try Self.build(.requestJSONEncodable(Refuses())) }
    guard case .parameterEncoding(let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause is Refuses.Reason)
    #expect(error?.message == "the body cannot be encoded: Reason()")
  }

  @Test("an infinite float is a parameter error, as value and as parameter")
  func infinite() {
    let tasks: [HTTPTask] = [
      .requestJSONEncodable(["a": Float.infinity]),
      .requestParameters(["a": .number(.infinity)], encoding: .json),
    ]
    for task in tasks {
      let error = #expect(throws: NetError.self) { try Self.build(task) }
      guard case .parameterEncoding = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.underlying != nil)
    }
  }

  @Test("a query encoding for the body beside a query is thrown, not trapped")
  func wrongBodyEncoding() {
    for encoding in [URLEncoding.queryString, .default] {
      let error = #expect(throws: NetError.self) {
        try Self.build(
          .requestCompositeParameters(
            bodyParameters: ["b": 1], bodyEncoding: .url(encoding), urlParameters: ["a": 1]))
      }
      #expect(error?.setupProblem?.part == .body)
    }
  }

  @Test("an endpoint hook adds a part")
  func hookAddsPart() async throws {
    let transport = ScriptedTransport()
    let provider = Provider(transport: transport) {
      $0.endpoint = { target in
        let endpoint = Endpoint(target)
        guard case .multipart(var parts) = endpoint.task.body else { return endpoint }
        parts.parts.append(.init(name: "added", .data("2")))
        return endpoint.replacing(task: .uploadMultipartFormData(parts))
      }
    }
    let parts = Multipart([.init(name: "own", .data("1"))], boundary: "B")
    let target = TestTarget(method: .post, task: .uploadMultipartFormData(parts))
    _ = try await provider.request(target).value
    #expect(
      transport.requests.all.first?.bodyText
        == """
        --B\r\nContent-Disposition: form-data; name="own"\r\n\r\n1\r\n\
        --B\r\nContent-Disposition: form-data; name="added"\r\n\r\n2\r\n--B--\r\n
        """)
  }

  @Test("parts go with POST, PUT, PATCH and own methods only")
  func multipartMethods() {
    let rows: [(HTTPMethod, isAllowed: Bool)] = [
      (.post, true), (.put, true), (.patch, true), ("PROPPATCH", true), (.get, false),
      (.head, false), (.delete, false), (.options, false), (.trace, false),
    ]
    for (method, isAllowed) in rows {
      let target = TestTarget(
        method: method, task: .uploadMultipartFormData([.init(name: "a", .data("1"))]))
      let result = Result { try Endpoint(target).build() }
      #expect(((try? result.get()) != nil) == isAllowed, "\(method.rawValue)")
    }
  }

  @Test("a part keeps its name, content, file name and type")
  func partFields() {
    let part = Multipart.Part(name: "n", .data("x"), fileName: "f", mimeType: "a/b")
    #expect(part.name == "n")
    #expect(part.content == .data("x"))
    #expect(part.fileName == "f")
    #expect(part.mimeType == "a/b")
    let bare = Multipart.Part(name: "n", .file(path: "/p"))
    #expect(bare.fileName == nil)
    #expect(bare.mimeType == nil)
  }

  /// What people write to give several target types one name.
  struct Wrapper: TargetType {
    var wrapped: any TargetType
    var baseURL: String { words.baseURL }
    var path: String { words.path }
    var words: TargetWords { wrapped.words }
  }

  @Test("a wrapper target forwards everything, and an existential needs none")
  func wrapper() async throws {
    var options = RequestOptions()
    options.followsRedirects = false
    var limits = Limits()
    limits.redirects = 1
    let target = TestTarget(
      path: "/x", method: .put, task: .requestData("b"), headers: ["A": "1"],
      validationType: .customCodes([204]), timeout: .seconds(3), sampleData: "sample",
      authorizationType: .bearer, options: options, limits: limits)
    let wrapper = Wrapper(wrapped: target)
    #expect(Endpoint(wrapper) == Endpoint(target))
    #expect(try Endpoint(wrapper).build() == Endpoint(target).build())
    let provider = Provider { $0.plugins = [AccessTokenPlugin { _ in "t" }] }
    let existential: any TargetType = target
    let errors = [
      await provider.request(wrapper, stub: .immediate).result.error,
      await provider.request(existential, stub: .immediate).result.error,
    ]
    for error in errors {
      let response = error?.response
      #expect(response?.body == "sample", "refused by the target's own validation")
      #expect(response?.request.headers["Authorization"] == "Bearer t")
      #expect(response?.request.timeout == .seconds(3))
      #expect(response?.request.options == options)
      #expect(response?.request.limits == limits)
    }
  }

  @Test("a target that says nothing asks for nothing special")
  func defaults() throws {
    struct Bare: TargetType {
      var baseURL = "https://a.test"
      var path = "/x"
    }
    let target = Bare()
    #expect(target.method == .get)
    #expect(target.headers.isEmpty)
    #expect(target.validationType == .none)
    #expect(target.timeout == nil)
    #expect(target.sampleData.isEmpty)
    #expect(target.authorizationType == nil)
    #expect(target.options == nil)
    #expect(target.limits == nil)
    #expect(target.envelope == nil)
    #expect(!target.readsNoEnvelope)
    #expect(target.name == "/x")
    #expect(try Endpoint(target).build() == HTTPRequest(url: "https://a.test/x"))
  }
}
