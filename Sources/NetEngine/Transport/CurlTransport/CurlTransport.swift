import CCurl
import Glibc

/// The transport over sockets: libcurl on a thread of its own.
///
/// One instance has one pool of connections per set of credentials and TLS settings. The thread
/// ends when the last owner lets go.
public final class CurlTransport: Transport {
  /// The one every provider starts with.
  public static let shared = CurlTransport()

  private let loop: CurlLoop

  /// Starts a thread with pools of its own; `environment` is where proxies are looked up.
  public convenience init(environment: [String: String]? = nil) {
    self.init(environment: environment, onThreadEnd: {})
  }

  /// Tells when the thread has ended and every connection is closed.
  package init(environment: [String: String]?, onThreadEnd: @escaping @Sendable () -> Void) {
    let variables = environment ?? ProcessEnvironment.variables
    loop = CurlLoop(proxies: ProxyEnvironment(variables: variables))
    loop.startThread(onEnd: onThreadEnd)
  }

  deinit { loop.post(.stop) }

  /// Sends the request, follows redirects hop by hop, undoes content codings.
  public func send(
    _ request: HTTPRequest, reporting transfer: Transfer
  ) async throws(TransportError) -> Response {
    let exchange = CurlExchange(request, transfer)
    let received = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        exchange.continuation = continuation
        loop.post(.start(exchange))
      }
    } onCancel: {
      loop.post(.cancel(exchange))
    }
    // The loop is needed until here, and with it whoever stops it.
    extendLifetime(self)
    return try received.response()
  }
}

/// The variables of this process, read once.
enum ProcessEnvironment {
  static let variables: [String: String] = {
    var variables: [String: String] = [:]
    for name in [
      "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    ] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables
  }()
}
