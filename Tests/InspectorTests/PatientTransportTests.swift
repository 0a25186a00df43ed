import DemoServer
import Inspector
import NetEngine
import TestSupport
import Testing

@Suite("A transport that gives up")
struct PatientTransportTests {
  @Test("cancels what is on its way, and sends the next one as if nothing had been")
  func givesUp() async throws {
    let server = try DemoServer()
    let transport = PatientTransport()
    let request = HTTPRequest(method: .get, url: server.baseURL + "/delay/20000")
    let waiting = Task { () -> TransportError.Kind? in
      do throws(TransportError) {
        _ = try await transport.send(request, reporting: Transfer())
        return nil
      } catch {
        return error.kind
      }
    }
    while server.requestCount == 0 { await Task.yield() }
    transport.giveUp()
    #expect(await waiting.value == .cancelled)
    let next = HTTPRequest(method: .get, url: server.baseURL + "/users")
    #expect(try await transport.send(next, reporting: Transfer()).statusCode == 200)
    server.stop()
  }
}
