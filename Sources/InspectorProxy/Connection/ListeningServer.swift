import CurlTransport
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
  package init(
    on addresses: [String], port: UInt16, handler: any RequestHandler, hosts: HostGuard,
    limits: ListeningLimits = ListeningLimits(), hostedBy transports: [LibcurlTransport] = []
  ) throws(ListeningSocket.Problem) {
    let sockets = try Self.sockets(on: addresses, port: port)
    self.port = sockets.first?.port ?? port
    mark = PortMark(for: self.port, on: addresses)
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
  package func stop() async {
    for lane in lanes { lane.end() }
    for lane in lanes { await lane.ended() }
    mark?.remove()
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
