import CurlTransport
import LosslessJSON
import NetEngine

/// A server: takes connections, and gives each to one of its lanes for good.
///
///     port ─► first lane ─► accept ─► Lanes ─┬─► the first one itself
///                                            └─► another one
package final class ListeningServer: Sendable {
  /// The port it listens on.
  package let port: UInt16
  private let lanes: [ClientLane]
  private let mark: PortMark?

  /// Listens on addresses as numbers, of which the first one has to be free; 0 is any port.
  ///
  /// Who passes requests on has a lane on the thread of each of the transports that do it: two
  /// threads would wake each other for every request and every answer.
  package convenience init(
    on addresses: [String], port: UInt16, handler: any RequestHandler, hosts: HostGuard,
    limits: ListeningLimits = ListeningLimits(), hostedBy transports: [LibcurlTransport] = []
  ) throws(ListeningSocket.Problem) {
    try self.init(
      taking: Self.sockets(on: addresses, port: port), markedFor: addresses, handler: handler,
      hosts: hosts, limits: limits, hostedBy: transports)
  }

  /// Takes connections from open sockets, which it closes in the end.
  ///
  /// Without addresses other inspectors do not see one behind the port; without `hosts` it answers
  /// whatever the host of a request is.
  package init(
    taking sockets: [ListeningSocket], markedFor addresses: [String] = [],
    handler: any RequestHandler, hosts: HostGuard? = nil, limits: ListeningLimits,
    hostedBy transports: [LibcurlTransport] = []
  ) throws(ListeningSocket.Problem) {
    port = sockets.first?.port ?? 0
    mark = addresses.isEmpty ? nil : PortMark(for: port, on: addresses)
    let all = Lanes(handler: handler, hosts: hosts, limits: limits)
    do throws(ListeningSocket.Problem) {
      let first = try ClientLane(0, of: all, taking: sockets)
      // Without room for more of them one does it all.
      let others = transports.enumerated().dropFirst().compactMap { place, transport in
        (try? ClientLane(place, of: all)).flatMap { $0.begins(on: transport) ? $0 : nil }
      }
      lanes = [first] + others
      all.begin(lanes)
      try first.begin(hostedBy: transports.first)
    } catch {
      for lane in all.takeNoMore() { lane.end() }
      for socket in sockets { socket.close() }
      throw error
    }
  }

  /// Closes every connection and the port; returns when that is done.
  package func stop() async { await withCheckedContinuation { done in stop { done.resume() } } }

  /// Closes every connection and the port, then calls a function, which may be on a lane's thread.
  package func stop(then done: @escaping @Sendable () -> Void) {
    let left = Lock(lanes.count)
    for lane in lanes {
      lane.end { [mark] in
        let isLast = left.withLock { left in
          left -= 1
          return left == 0
        }
        guard isLast else { return }
        mark?.remove()
        done()
      }
    }
  }

  private static func sockets(
    on addresses: [String], port: UInt16
  ) throws(ListeningSocket.Problem) -> [ListeningSocket] {
    var open: [ListeningSocket] = []
    for address in addresses {
      do throws(ListeningSocket.Problem) {
        open.append(try ListeningSocket(address, port: open.first?.port ?? port))
      } catch {
        // A machine without IPv6 has no ::1; that another program has it there is no reason either.
        if open.isEmpty { throw error }
      }
    }
    return open
  }
}
