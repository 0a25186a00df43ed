import CurlTransport
import LosslessJSON
import NetEngine
import NetRecordings

/// What goes out to a client in place of the answer a server has given.
struct SentAnswer: Sendable {
  private var answer: ClientAnswer
  private let isHead: Bool

  init(_ answer: ClientAnswer, to head: ClientHead) {
    self.answer = answer
    isHead = head.method == "HEAD"
    // Whoever reports the exchange has this.
    self.answer.report = nil
  }

  var status: Int { answer.status }

  /// How much of its body is kept in memory.
  var keptBytes: Int { answer.body.count }

  /// As a client of this engine sees it, as far as the app took it; content codings are undone here.
  func result(in place: ReceivedExchange, _ end: ClientEnd) -> Result<Response, NetError> {
    let request = place.request
    var hop = place.hops.last?.unanswered ?? Hop(url: request.url, method: request.method)
    // All of its time: what held it up here, too.
    hop.timings.wait = end.time
    var wire = Body.empty
    if hasHead(end) {
      hop.head = answer.head + [0x0d, 0x0a]
      (hop.statusCode, hop.httpVersion) = (answer.status, "1.1")
      let (first, fields) = MessageHead.fields(answer.head)
      let words = first.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
      hop.reason = words.count > 2 ? String(lenient: words[2]) : ""
      hop.headers = Headers(fields)
      let planned = answer.sentCount(isHead: isHead)
      wire = answer.body.prefix(end.isWhole ? planned : min(planned, end.sent))
    }
    let failure = failure(hop, wire.count, end)
    let received = ReceivedExchange(request: request, hops: [hop], wire: wire, failure: failure)
    do throws(TransportError) { return .success(try received.response()) } catch {
      return .failure(.transport(error))
    }
  }

  private func hasHead(_ end: ClientEnd) -> Bool {
    switch answer.ending {
    case .whole: end.isWhole || end.sent > 0
    case .cut, .reset(.some): true
    case .reset(nil), .hang, .garbage: false
    }
  }

  /// What becomes of it on the client's side, where it does not end as it should.
  private func failure(_ hop: Hop, _ count: Int, _ end: ClientEnd) -> TransportError? {
    var failure: TransportError
    switch answer.ending {
    case .whole where end.isWhole: return nil
    case .whole where end.sent == 0:
      failure = TransportError(
        .reset, phase: .waiting, detail: "nothing of the response reached the app")
    case .whole:
      failure = TransportError(.truncated, phase: .receiving)
      failure.told = .left
      return failure
    case .cut where count >= said(hop): return nil
    case .cut: failure = TransportError(.truncated, phase: .receiving)
    case .reset(let place):
      failure = TransportError(.reset, phase: place == nil ? .waiting : .receiving)
    case .hang:
      failure = TransportError(
        .timeout, phase: .waiting, detail: "nothing comes until the app gives up")
    case .garbage:
      failure = TransportError(.protocol, phase: .waiting, detail: "what came is no HTTP")
    }
    failure.told = .made
    return failure
  }

  /// How long its head says that the body is, where one follows.
  private func said(_ hop: Hop) -> Int {
    if isHead || answer.status == 204 || answer.status == 304 { return 0 }
    return hop.headers["Content-Length"].flatMap { Int($0) } ?? answer.body.count
  }
}
