import CurlTransport
import FoundationEssentials
import NetEngine
import TestSupport
import Testing

// snippet: target
enum Shop: TargetType {
  case product(id: Int)
  case search(String, page: Int)
  case order(Order)
  case photo(product: Int, path: String)

  var baseURL: String { "https://shop.example.com/api?lang=en" }

  var path: String {
    switch self {
    case .product(let id): "/products/\(id)"
    case .search: "/products"
    case .order: "/orders"
    case .photo(let product, _): "/products/\(product)/photo"
    }
  }

  var method: HTTPMethod {
    switch self {
    case .product, .search: .get
    case .order, .photo: .post
    }
  }

  var task: HTTPTask {
    switch self {
    case .product:
      .requestPlain
    case .search(let words, let page):
      .requestParameters(["q": .string(words), "page": .integer(page)])
    case .order(let order):
      .requestJSONEncodable(order)
    case .photo(_, let path):
      .uploadMultipartFormData([Multipart.Part(name: "photo", .file(path: path))])
    }
  }
}
// end

// snippet: words
struct Forecast: TargetType {
  let baseURL = URL(string: "https://weather.example.com")
  let path = "/today"
  let timeout = Duration.seconds(5)
  var headers: [String: String]? { ["Accept-Language": "de"] }
  var sampleData: Data { Data(#"{"sky": "blue"}"#.utf8) }
}
// end

// snippet: generic
struct Versioned<Inner: TargetType>: TargetType {
  let inner: Inner
  var baseURL: String { inner.baseURL }
  var path: String { "/v2" + inner.path }
  var method: HTTPMethod { inner.method }
  var headers: Headers { inner.headers }
  var timeout: Duration? { inner.timeout }
}

func line(_ target: any TargetType) -> String {
  "\(target.method.rawValue) \(target.path), \(target.headers.count) headers"
}
// end

// snippet: order
struct Order: Encodable, Hashable {
  var product: Int
  var count: Int
}
// end

// snippet: product
struct Product: Decodable, Equatable {
  var id: Int
  var title: String
}
// end

// snippet: sample
struct Greeting: TargetType {
  var baseURL: String { "https://shop.example.com" }
  var path: String { "/greeting" }
  var sampleData: Body { #"{"text": "Hello"}"# }
}
// end

/// The samples of the article run, against a scripted server.
@Suite struct DefineATargetSnippets {
  private static let transport = ScriptedTransport(
    .status(200, body: #"{"id": 7, "title": "Lamp"}"#))

  @Test("a target says what is sent, and a provider's call sends it")
  func send() async throws {
    let transport = Self.transport
    // snippet: provider
    let provider = Provider {
      $0.limits.totalTimeout = .seconds(20)
      $0.plugins = [RetryPlugin(limit: 2)]
    }
    // end
    var scripted = provider
    scripted.transport = transport
    try await ask(scripted)
    #expect(
      transport.requests.all.map(\.url) == ["https://shop.example.com/api/products/7?lang=en"])
  }

  private func ask(_ provider: Provider) async throws {
    // snippet: call
    let call = provider.request(Shop.product(id: 7))
      .filterSuccessfulStatusCodes()
      .map(Product.self)
    let product = try await call.value
    // end
    #expect(product == Product(id: 7, title: "Lamp"))
  }

  @Test("every case of the target builds what the article says")
  func cases() async throws {
    let transport = ScriptedTransport()
    let provider = Provider(transport: transport)
    let files = try TestFolder()
    let photo = try files.write("lamp.png", "bytes")
    for target in [
      Shop.search("blue lamp", page: 2), .order(Order(product: 7, count: 1)),
      .photo(product: 7, path: photo),
    ] {
      _ = try await provider.request(target).value
    }
    let requests = transport.requests.all
    #expect(
      requests[0].url == "https://shop.example.com/api/products?lang=en&page=2&q=blue%20lamp")
    #expect(requests[1].bodyText == #"{"count":1,"product":7}"#)
    #expect(requests[1].headers["Content-Type"] == "application/json")
    #expect(requests[2].bodyText.contains("filename=\"lamp.png\""))
  }

  private struct Receipt: Decodable {
    var number: Int
  }

  @Test("a request without a type of one's own")
  func oneRequest() async throws {
    let transport = ScriptedTransport(
      .status(200, body: #"{"id": 7, "title": "Lamp"}"#), .status(200, body: "[]"),
      .status(200, body: #"{"code": 0, "msg": "", "data": {"number": 42}}"#))
    // In the place of the one with the network.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    func Provider() -> NetEngine.Provider { NetEngine.Provider(transport: transport) }
    let provider = Provider()
    // snippet: one
    let lamp = try await Provider().get("https://shop.example.com/api/products/7").as(Product.self)
      .value
    let lamps = try await Provider().get("https://shop.example.com/api/find", query: ["q": "lamp"])
      .mapJSON().value
    let order = try await provider.post(
      "https://shop.example.com/api/orders", .requestJSONEncodable(Order(product: 7, count: 1)),
      headers: ["X-Dry-Run": "1"], envelope: .codeMsgData
    ).mapResponse(Receipt.self).value
    // end
    #expect(lamp.id == 7 && lamps.arrayValue.isEmpty && order.number == 42)
    #expect(transport.requests.all.last?.headers["X-Dry-Run"] == "1")
  }

  @Test("a sample answers in the server's place")
  func sample() async throws {
    let provider = Provider()
    // snippet: stub
    let text = try await provider.request(Greeting(), stub: .immediate)
      .mapString(atKeyPath: "text")
      .value
    // end
    #expect(text == "Hello")
  }

  @Test("generic code reads the target's own properties")
  func generic() {
    let words = Versioned(inner: Forecast()).words
    #expect(words.headers["Accept-Language"] == "de" && words.timeout == .seconds(5))
    #expect(line(Versioned(inner: Forecast())) == "GET /v2/today, 1 headers")
    #expect(line(Shop.order(Order(product: 7, count: 1))) == "POST /orders, 0 headers")
  }

  @Test("another library's spellings count")
  func words() async throws {
    let words = Forecast().words
    #expect(words.baseURL == "https://weather.example.com" && words.timeout == .seconds(5))
    #expect(words.headers["Accept-Language"] == "de")
    let sky = try await Provider().request(Forecast(), stub: .immediate)
      .mapString(atKeyPath: "sky").value
    #expect(sky == "blue")
  }
}
