import Glibc
import InspectorProxy

/// Which loopback address the server listens on.
package enum Loopback: Sendable {
  /// 127.0.0.1
  case ipv4
  /// ::1
  case ipv6
}

/// Why the server could not start.
public enum StartFailure: Error, Equatable, CustomStringConvertible {
  /// Another program has the port.
  case portTaken(UInt16)
  /// The system refused a call, with its error number.
  case system(call: String, code: Int32)

  init(_ problem: ListeningSocket.Problem) {
    switch problem {
    case .portTaken(let port): self = .portTaken(port)
    case .badAddress: self = .system(call: "bind", code: EADDRNOTAVAIL)
    case .system(let call, let code): self = .system(call: call, code: code)
    }
  }

  /// What happened, as a sentence.
  public var description: String {
    switch self {
    case .portTaken(let port):
      "Port \(port) is taken by another program; without --port any free one is taken."
    case .system(let call, let code):
      "\(call) failed: \(String(cString: strerror(code)))."
    }
  }
}
