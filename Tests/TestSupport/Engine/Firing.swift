import CurlTransport
import DemoServer
import NetEngine
import TestServer

/// One demo server and one transport that tests share where they leave nothing behind.
package enum Demo {
  private static let started = Result { try DemoServer.withBroken() }

  /// Reads no proxy from the environment of whoever runs the tests.
  package static let transport = LibcurlTransport(environment: [:])

  package static func server() throws -> DemoServer { try started.get() }
}

extension LibcurlTransport {
  /// Sends one request through the whole provider and gives what came of it.
  package func fire(
    _ url: String, _ change: (inout TestTarget) -> Void = { _ in }
  ) async -> Result<Response, NetError> {
    var target = TestTarget(baseURL: url)
    change(&target)
    return await Provider(transport: self).request(target).result
  }
}

extension DemoServer {
  /// The requests whose target holds a text, in order.
  package func requests(with text: String) -> [Request] {
    log.filter { String(decoding: $0.target, as: UTF8.self).contains(text) }
  }
}

extension Request {
  /// The head as it must have come over the wire.
  package var head: [UInt8] {
    var bytes = Array(method.utf8) + [0x20] + target + Array(" \(version)\r\n".utf8)
    for line in headerLines { bytes += line + [13, 10] }
    return bytes + [13, 10]
  }
}

extension Result<Response, NetError> {
  /// The failed transfer, when that is what it is.
  package var transportError: TransportError? {
    if case .failure(.transport(let error)) = self { error } else { nil }
  }

  /// The limit that was met, when that is what it is.
  package var limit: LimitExceeded? {
    if case .failure(.limit(let exceeded, _)) = self { exceeded } else { nil }
  }

  /// What arrived, complete or not.
  package var arrived: Response? { response ?? error?.response }
}

/// Makes words that no other test of the run has, none a part of another.
package enum Unique {
  private static let last = Lock(0)

  package static func text() -> String {
    last.withLock { number in
      number += 1
      return "id\(number)x"
    }
  }
}
