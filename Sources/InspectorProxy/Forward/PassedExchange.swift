import CurlTransport
import LosslessJSON
import NetEngine

/// A request that was passed on, with what came back and how the client took it.
package struct PassedExchange: Sendable {
  /// Counted from 1 in the order in which the heads came.
  package var number: Int
  /// When its head came, in microseconds since 1970.
  package var startedAt: Int
  /// What the client sent.
  package var client: ClientHead
  /// What went on, with the body as far as it is kept.
  package var request: HTTPRequest
  /// The request as the app sent it; nil when no rule or person changed it.
  var fromApp: HTTPRequest?
  /// How long the request's body was.
  package var uploaded = 0
  /// What the server behind did.
  package var received: ReceivedExchange
  /// What went to the client in its place; nil where its own answer was passed on.
  var sent: SentAnswer?
  /// No server was asked: a line of rules has answered, or a person.
  package var isAnsweredHere = false
  package var end: ClientEnd
  /// What rules have made of its answer, in words.
  package var altered: [String] = []
  /// What there is to say about it beside.
  package var note = ""

  /// The status that was answered in place of the server's answer.
  package var instead: Int? { sent?.status }

  /// How much of its bodies is kept in memory until somebody has dealt with it.
  package var keptBytes: Int {
    received.wire.count + (sent?.keptBytes ?? 0) + request.body.count
      + (fromApp?.body.count ?? 0)
  }

  /// As the engine knows exchanges; content codings are undone here, which takes its time.
  package var exchange: Exchange {
    let result: Result<Response, NetError>
    do throws(TransportError) {
      result = .success(try received.response())
    } catch {
      result = .failure(.transport(error))
    }
    var exchange = Exchange(
      sequence: number, name: "", startedAt: startedAt, request: request, result: result)
    exchange.truncatedFrom = exchange.response?.keptPartOf
    exchange.bodyHash = exchange.response?.keptPartHash
    (exchange.altered, exchange.fromApp) = (altered, fromApp)
    if let sent {
      let seen = sent.result(in: received, end)
      // Where no server was asked what was sent is the one answer there is.
      if isAnsweredHere { exchange.result = seen } else { exchange.toApp = seen }
    }
    exchange.note = note
    return exchange
  }
}
