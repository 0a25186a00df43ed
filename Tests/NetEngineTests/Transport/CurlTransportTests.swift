import DemoServer
import NetEngine
import Testing

@Suite struct CurlTransportTests {
  let server: DemoServer

  init() throws {
    server = try DemoServer(port: 0)
  }

  @Test func aRealRequestGoesAllTheWay() async throws {
    let provider = Provider(transport: CurlTransport())
    let response = try await provider.request(TestTarget(baseURL: server.baseURL, path: "/users"))
      .value
    #expect(response.statusCode == 200)
    print(String(decoding: response.hops[0].requestHead, as: UTF8.self))
    print(String(decoding: response.hops[0].head, as: UTF8.self))
    print(response.body, response.hops[0].timings, response.hops[0].connection)
  }
}
