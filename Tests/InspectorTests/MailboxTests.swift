import Inspector
import InspectorScreens
import NetEngine
import TestSupport
import Testing

/// Events from every thread, taken in turns.
@Suite("The mailbox")
struct MailboxTests {
  private func progress(_ id: Int, _ bytes: Int) -> Event {
    .exchange(
      ExchangeID(id), .progress(Progress(phase: .receiving, completed: bytes)),
      at: Instant(microseconds: 0))
  }

  @Test("gives everything back in order, once")
  func order() {
    let mailbox = Mailbox()
    for number in 0..<100 { mailbox.post(.message("\(number)")) }
    #expect(mailbox.take().map(\.brief) == (0..<100).map { "message \($0)" })
    #expect(mailbox.take().isEmpty)
  }

  @Test("keeps only the latest progress of an exchange, and one tick")
  func newest() {
    let mailbox = Mailbox()
    for bytes in 1...1_000 {
      mailbox.post(progress(1, bytes))
      mailbox.post(progress(2, bytes * 2))
      mailbox.post(.tick(at: Instant(microseconds: Int64(bytes))))
    }
    #expect(mailbox.take().map(\.brief) == ["progress 1 1000", "progress 2 2000", "tick"])
    mailbox.post(progress(1, 5))
    #expect(mailbox.take().map(\.brief) == ["progress 1 5"])
  }

  @Test("keeps what has come of an answer beside its progress, the latest of each")
  func arrivals() {
    let mailbox = Mailbox()
    for bytes in 1...3 {
      let response = Response(
        statusCode: 200, body: Body([UInt8](repeating: 0, count: bytes)),
        request: HTTPRequest(url: ""))
      mailbox.post(
        .exchange(ExchangeID(1), .arrived(Arrival(response)), at: Instant(microseconds: 0)))
      mailbox.post(progress(1, bytes))
    }
    #expect(mailbox.take().map(\.brief) == ["arrived 1 3", "progress 1 3"])
  }

  @Test("never moves progress before the end of what it belongs to")
  func finished() {
    let mailbox = Mailbox()
    mailbox.post(progress(1, 1))
    mailbox.post(
      .exchange(ExchangeID(1), .finished(.failure(.cancelled)), at: Instant(microseconds: 0)))
    mailbox.post(progress(1, 2))
    #expect(mailbox.take().map(\.brief) == ["progress 1 1", "finished 1", "progress 1 2"])
  }

  @Test("loses nothing of what many threads leave while one takes")
  func threads() async {
    let mailbox = Mailbox()
    let senders = (0..<4).map { sender in
      Task.detached { for _ in 0..<5_000 { mailbox.post(.message("\(sender)")) } }
    }
    var counts: [String: Int] = [:]
    while counts.values.reduce(0, +) < 20_000 {
      await mailbox.arrival()
      for event in mailbox.take() { counts[event.brief, default: 0] += 1 }
    }
    for sender in senders { await sender.value }
    #expect(
      counts == ["message 0": 5_000, "message 1": 5_000, "message 2": 5_000, "message 3": 5_000])
    #expect(mailbox.take().isEmpty)
  }
}

extension Event {
  /// An event in a few words, for comparing.
  fileprivate var brief: String {
    switch self {
    case .message(let text): "message \(text)"
    case .tick: "tick"
    case .exchange(let id, .progress(let progress), _):
      "progress \(id.rawValue) \(progress.completed)"
    case .exchange(let id, .arrived(let arrival), _):
      "arrived \(id.rawValue) \(arrival.response.body.count)"
    case .exchange(let id, .finished, _): "finished \(id.rawValue)"
    default: "other"
    }
  }
}
