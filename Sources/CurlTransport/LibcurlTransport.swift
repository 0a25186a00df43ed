internal import CCurl
import Glibc
import NetEngine

/// The transport over sockets: libcurl on a thread of its own, from the first request on.
///
/// One instance has one pool of connections per set of credentials and TLS settings. The thread
/// ends when the last owner lets go.
public final class LibcurlTransport: Transport {
  /// The one every provider starts with.
  public static let shared = LibcurlTransport()

  private let environment: [String: String]?
  private let onThreadEnd: @Sendable () -> Void
  /// How many others of this program keep connections beside it.
  private let others: Int
  /// There once something was sent: a program that only looks at files never loads libcurl.
  private let loop = Lock<CurlLoop?>(nil)

  /// `environment` is where proxies are looked up.
  public convenience init(environment: [String: String]? = nil) {
    self.init(environment: environment, onThreadEnd: {})
  }

  /// Tells when the thread, if there was one, has ended and every connection is closed.
  package convenience init(
    environment: [String: String]?, onThreadEnd: @escaping @Sendable () -> Void
  ) {
    self.init(environment: environment, sharingFilesWith: 0, onThreadEnd: onThreadEnd)
  }

  /// One of several that keep as many connections together as one alone.
  package convenience init(sharingFilesWith others: Int) {
    self.init(environment: nil, sharingFilesWith: others, onThreadEnd: {})
  }

  private init(
    environment: [String: String]?, sharingFilesWith others: Int,
    onThreadEnd: @escaping @Sendable () -> Void
  ) {
    (self.environment, self.others, self.onThreadEnd) = (environment, others, onThreadEnd)
  }

  deinit {
    if let loop = loop.withLock({ $0 }) { loop.post(.stop) } else { onThreadEnd() }
  }

  /// Sends the request, follows redirects hop by hop, undoes content codings.
  public func send(
    _ request: HTTPRequest, reporting transfer: Transfer
  ) async throws(TransportError) -> Response {
    let loop = try runningLoop()
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

  /// Carries a client's request through; everything is told to the passage's listener.
  package func pass(
    _ request: HTTPRequest, _ passage: Passage
  ) throws(TransportError) -> PassingExchange {
    let loop = try runningLoop()
    let exchange = CurlExchange(request, Transfer(), passage)
    loop.post(.start(exchange))
    return PassingExchange(exchange: exchange, loop: loop)
  }

  /// Serves somebody's sockets on this transport's thread, until the guest has ended.
  ///
  /// The guest keeps the transport alive.
  package func host(_ guest: any LoopGuest) throws(TransportError) {
    try runningLoop().post(.host(guest))
  }

  /// Whether a connection with these ends is one of this transport's.
  package func hasOpened(_ ends: SocketEnds) -> Bool {
    loop.withLock { $0 }?.ownSockets.holds(ends) ?? false
  }

  /// Its thread sleeps until something comes, or there is none.
  package var isAtRest: Bool { loop.withLock { $0 }?.isAtRest ?? true }

  /// The thread of this transport; whoever sends first starts it.
  private func runningLoop() throws(TransportError) -> CurlLoop {
    let started = loop.withLock { loop -> Result<CurlLoop, TransportError> in
      if let loop { return .success(loop) }
      if let why = cc_open() { return .failure(Self.unloaded(String(cString: why))) }
      let variables = environment ?? ProcessEnvironment.variables
      let proxies = ProxyEnvironment(variables: variables)
      guard let new = CurlLoop(proxies: proxies, sharingFilesWith: others) else {
        return .failure(Self.noRoom("libcurl has no memory to begin with"))
      }
      do throws(OwnThread.Refused) { try new.startThread(onEnd: onThreadEnd) } catch {
        let why = String(cString: strerror(error.code))
        return .failure(Self.noRoom("no thread for transfers: \(why)"))
      }
      loop = new
      return .success(new)
    }
    return try started.get()
  }

  /// What a machine says that has the program but not the library it sends with.
  static func unloaded(_ why: String) -> TransportError {
    noRoom(
      "libcurl could not be loaded (\(why)); "
        + "install the package libcurl4 (Debian, Ubuntu), libcurl (Fedora) or curl (Arch)")
  }

  /// Why nothing can be sent at all, unless it is that too many files are open.
  private static func noRoom(_ why: String) -> TransportError {
    if let limit = OpenFiles.exhausted {
      return TransportError(.limit(LimitExceeded(.openFiles, allowed: limit)))
    }
    return TransportError(.connect, detail: why)
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
