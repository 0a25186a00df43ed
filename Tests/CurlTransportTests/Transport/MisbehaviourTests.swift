import CurlTransport
import DemoServer
import NetEngine
import TestServer
import TestSupport
import Testing

/// Every row of the server's table over a real socket: kind, status, warnings, what is kept.
@Suite struct MisbehaviourTests {
  static let server = try? DemoServer.withBroken()

  /// A row under the name a failure shows.
  struct Row: CustomTestStringConvertible, Sendable {
    let route: TestRoute

    var testDescription: String { "\(route.sampleMethod) \(route.sample)" }

    var target: TestTarget {
      get throws {
        let server = try #require(MisbehaviourTests.server)
        var target = TestTarget(baseURL: server.baseURL + route.sample)
        target.method = HTTPMethod(rawValue: route.sampleMethod)
        target.validationType = .successCodes
        if let body = route.sampleBody {
          target.task = .requestData(Body(body.bytes))
          target.headers["Content-Type"] = body.type
        }
        var limits = Limits()
        for need in route.needs {
          switch need {
          case .timeout(let milliseconds): target.timeout = .milliseconds(milliseconds)
          case .idleTimeout(let milliseconds): limits.idleTimeout = .milliseconds(milliseconds)
          case .header(let field): target.headers[field.name] = field.value
          case .wireLimit(let bytes): limits.wireBody = bytes
          default: break
          }
        }
        target.limits = limits
        return target
      }
    }
  }

  /// What content codings and documents are about is tested where they are read.
  static let elsewhere: Set<RouteGroup> = [.brokenCoding, .compressed, .brokenJSON]

  static let rows = TestRoute.everything.filter { route in
    !elsewhere.contains(route.group) && !route.needs.contains(.token)
      && route.path != "/redirect/{count}"
  }.map(Row.init)

  /// Rows that end when time is up: with time enough to get there on a busy machine.
  static func isTimed(_ row: Row) -> Bool { row.route.expected.kind == .timeout }

  @Test func thereAreEnoughRows() {
    #expect(Self.rows.count >= 120)
  }

  @Test(arguments: rows.filter { !isTimed($0) })
  func theEngineMakesOfItWhatTheRowSays(row: Row) async throws {
    // Time is not what these rows are about: a busy machine may take all of it.
    var target = try row.target
    target.timeout = target.timeout.map { $0 * 40 }
    try await check(row, target)
  }

  @Test(arguments: rows.filter(isTimed))
  func timeEndsWhatTheRowSays(row: Row) async throws {
    var target = try row.target
    target.timeout = target.timeout.map { $0 * 5 }
    target.limits?.idleTimeout *= 5
    try await check(row, target)
  }

  private func check(_ row: Row, _ target: TestTarget) async throws {
    let expected = row.route.expected
    // A transport of its own: a row may leave a connection behind on which nobody answers any more.
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let result = await provider.request(target).result
    let response = result.response ?? result.error?.response
    let kind = result.error?.kind.rawValue ?? "ok"
    #expect(kind == expected.kind.rawValue, "\(result.error?.description ?? "")")
    let status = response.map(\.statusCode).flatMap { $0 == 0 ? nil : $0 }
    #expect(status == expected.status)
    let warnings = Set(response?.warnings.map(\.kind.rawValue) ?? [])
    #expect(warnings == Set(expected.warnings.map(\.rawValue)))
    check(response, keeps: expected.keeps)
    let isFailedTransfer = !["ok", "client", "server", "status"].contains(kind)
    #expect(response?.isComplete != isFailedTransfer)
  }

  private func check(_ response: Response?, keeps: Expected.Keeps) {
    if keeps.head {
      #expect(response?.hops.last?.head.isEmpty == false)
    }
    if let count = keeps.bodyBytes {
      let isBroken = response?.isComplete == false
      let received = response?.wire.count ?? 0
      #expect(isBroken ? received >= count : received == count, "\(received) bytes")
    }
    if let count = keeps.fields {
      #expect((response?.headers.count ?? 0) >= count)
    }
  }
}
