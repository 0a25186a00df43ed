import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Two endpoints are equal when they send the same bytes the same way.
@Suite struct EndpointEqualityTests {
  typealias Change = @Sendable (inout Endpoint) -> Void

  static let base = Endpoint(
    url: "https://a.test/x?k=1", method: .post, task: .requestParameters(["a": 1]),
    headers: ["X-One": "1"], timeout: .seconds(5))

  static func tasked(_ task: HTTPTask) -> Change { { $0.task = task } }

  static let equal: [(id: String, change: Change)] = [
    ("nothing changed", { _ in }),
    (
      "the same body said as bytes",
      { endpoint in
        endpoint.task = .requestData("a=1")
        endpoint.headers.append(
          HeaderField("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"))
      }
    ),
    (
      "another encoding that writes the same",
      tasked(
        .requestParameters(["a": 1], encoding: .url(URLEncoding(arrays: .plain))))
    ),
    ("a destination", { $0.task.destination = DownloadDestination(path: "/d") }),
    ("a sample", { $0.sample = .status(404, "x") }),
    ("a fragment", { $0.url += "#top" }),
    ("default options said", { $0.options = RequestOptions() }),
    ("default limits said", { $0.limits = Limits() }),
    (
      "another source of a header",
      {
        $0.headers = Headers([HeaderField("X-One", "1", source: .plugin("p"))])
      }
    ),
  ]

  static let different: [(id: String, change: Change)] = [
    ("URL", { $0.url = "https://a.test/y?k=1" }),
    ("query", { $0.url += "&l=2" }),
    ("order of the query", { $0.task.query = .init(["b": 1]) }),
    ("method", { $0.method = .put }),
    ("header value", { $0.headers["X-One"] = "2" }),
    ("header name's case", { $0.headers = ["x-one": "1"] }),
    ("header added", { $0.headers["X-Two"] = "2" }),
    ("no headers", { $0.headers = [:] }),
    ("body", tasked(.requestParameters(["a": 2]))),
    ("no body", tasked(.requestPlain)),
    ("body encoding", tasked(.requestParameters(["a": 1], encoding: .json))),
    ("body bytes without a type", tasked(.requestData("a=1"))),
    ("timeout", { $0.timeout = .seconds(6) }),
    ("no timeout", { $0.timeout = nil }),
    (
      "redirects",
      {
        $0.options = RequestOptions()
        $0.options?.followsRedirects = false
      }
    ),
    ("a broken URL", { $0.url = "nowhere" }),
  ]

  @Test("equality matrix")
  func matrix() {
    for (id, change) in Self.equal {
      var other = Self.base
      change(&other)
      #expect(other == Self.base, "\(id)")
      #expect(other.hashValue == Self.base.hashValue, "\(id)")
    }
    var all: [(id: String, endpoint: Endpoint)] = [("base", Self.base)]
    for (id, change) in Self.different {
      var other = Self.base
      change(&other)
      all.append((id, other))
    }
    for (index, one) in all.enumerated() {
      for other in all[(index + 1)...] {
        #expect(one.endpoint != other.endpoint, "\(one.id) and \(other.id)")
      }
    }
  }

  @Test("a made-up boundary makes no difference, a chosen one does")
  func boundaries() {
    func endpoint(_ parts: [Multipart.Part], _ boundary: String? = nil) -> Endpoint {
      Endpoint(
        url: "https://a.test", method: .post,
        task: .uploadMultipartFormData(Multipart(parts, boundary: boundary)))
    }
    let one = Multipart.Part(name: "a", .data("1"))
    #expect(endpoint([one]) == endpoint([one]))
    #expect(endpoint([one]) != endpoint([one, one]))
    #expect(endpoint([one], "x") == endpoint([one], "x"))
    #expect(endpoint([one], "x") != endpoint([one], "y"))
  }

  @Test("names are compared by bytes: composed and decomposed are two files")
  func bytes() throws {
    let folder = try TestFolder()
    let composed = try folder.write("\u{e9}", "x")
    let decomposed = try folder.write("e\u{301}", "x")
    func upload(_ path: String) -> Endpoint {
      Endpoint(url: "https://a.test", method: .post, task: .uploadFile(path))
    }
    #expect(composed == decomposed, "Swift's own opinion, which files do not share")
    #expect(upload(composed) != upload(decomposed))
    let places = [composed, decomposed].map { DownloadDestination(path: $0) }
    #expect(places[0] != places[1])
  }

  @Test("endpoints that cannot be built are equal when they say the same")
  func unbuildable() {
    let bad = Endpoint(url: "nowhere")
    #expect(bad == Endpoint(url: "nowhere"))
    #expect(bad != Endpoint(url: "elsewhere"))
    #expect(bad != Endpoint(url: "nowhere", headers: ["A": "1"]))
  }
}
