import Glibc
import InspectorProxy
import LosslessJSON

/// What the server's threads share.
final class ServerCore: Sendable {
  struct State {
    var counters = Counters()
    var log = RequestLog()
    /// Descriptors of open connections, by connection number.
    var descriptors: [Int: Int32] = [:]
    /// Threads that still use this server, the accepting one included.
    var threads = 0
    var isStopping = false
    var routes: RouteTable?
  }

  let configuration: DemoServer.Configuration
  let listeners: [ListeningSocket]
  let memory: ServerMemory
  let state = Monitor(State())

  init(
    configuration: DemoServer.Configuration, listeners: [ListeningSocket], memory: ServerMemory
  ) {
    self.configuration = configuration
    self.listeners = listeners
    self.memory = memory
  }

  /// The table, made when the first request looks into it: a start that nobody asks waits for none.
  var routes: RouteTable {
    state.withLock { state in
      let routes = state.routes ?? RouteTable(configuration.routes)
      state.routes = routes
      return routes
    }
  }

  // MARK: Threads

  /// Runs `body` on a new thread; false when the system has no more threads.
  ///
  /// The stack is small: a thousand of them must not reserve gigabytes.
  @discardableResult
  func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { $0.threads += 1 }
    do {
      try OwnThread(stackBytes: 512 << 10) { [self] in
        body()
        state.update { $0.threads -= 1 }
      }.detach()
      return true
    } catch {
      state.update { $0.threads -= 1 }
      return false
    }
  }

  // MARK: Accepting

  /// Takes connections until the server stops, then closes the listening sockets.
  func accept() {
    while !state.withLock({ $0.isStopping }) {
      var entries = listeners.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
      for (listener, entry) in zip(listeners, entries) where entry.revents & Int16(POLLIN) != 0 {
        if let descriptor = listener.accept() {
          take(descriptor, port: listener.port)
        } else if errno == EMFILE || errno == ENFILE {
          // The connection stays in the queue; polling again at once would only burn time.
          usleep(10_000)
        }
      }
    }
    for listener in listeners { listener.close() }
  }

  private func take(_ descriptor: Int32, port: UInt16) {
    let number: Int? = state.update { state in
      guard !state.isStopping else { return nil }
      guard state.counters.open < configuration.connectionLimit else {
        state.counters.refused += 1
        return nil
      }
      state.counters.accepted += 1
      state.counters.open += 1
      let number = state.counters.accepted
      state.descriptors[number] = descriptor
      return number
    }
    guard let number else {
      refuse(descriptor)
      return
    }
    let connection = Connection(core: self, number: number, descriptor: descriptor, port: port)
    if !startThread({ connection.serve() }) {
      release(number)
      refuse(descriptor)
    }
  }

  /// Answers 503 without reading much and closes.
  private func refuse(_ descriptor: Int32) {
    let wire = Wire(descriptor: descriptor, end: .now.advanced(byMilliseconds: 50))
    let reply = Reply.text("Too many connections are open.\n", status: 503)
    try? wire.receive(idleMilliseconds: 50)
    if case .head(var head) = reply.steps[0], case .body(let body) = reply.steps[1] {
      head.fields.append(Field("Connection", "close"))
      try? wire.send(head.bytes + body)
      try? wire.flush()
    }
    shutdown(descriptor, Int32(SHUT_WR))
    close(descriptor)
  }

  /// Forgets a connection's descriptor; from now on `stop` does not touch it.
  func release(_ number: Int) {
    state.update { state in
      if state.descriptors.removeValue(forKey: number) != nil { state.counters.open -= 1 }
    }
  }

  // MARK: Stopping

  /// Ends every wait of every thread, and returns when the last thread is done.
  ///
  /// All descriptors are shut down under the lock: their owners close them only after having
  /// seen the lock free again, so a number that already means another socket is never touched.
  func stop() {
    state.update { state in
      guard !state.isStopping else { return }
      state.isStopping = true
      for descriptor in state.descriptors.values { shutdown(descriptor, Int32(SHUT_RDWR)) }
      for listener in listeners { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }
    }
    _ = state.wait(until: .now.advanced(byMilliseconds: 10_000)) { $0.threads == 0 }
  }
}
