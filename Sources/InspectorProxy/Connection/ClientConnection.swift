import CurlTransport
import Glibc
import LosslessJSON
import NetEngine

/// One client's connection: what has come, what is answered, and until when something has to happen.
///
/// Touched by its lane's thread alone.
final class ClientConnection {
  let descriptor: Int32
  var phase = Phase.reading
  /// When something has to be done without a byte, in microseconds; `.max` is never.
  var deadline: UInt64
  /// What it is watched for.
  var interest: Readiness.Interest = [.reading, .leaving]

  /// What a connection is at.
  enum Phase {
    /// A request comes, or the next one is waited for.
    case reading
    /// Somebody else finds the answer.
    case waiting
    /// The request goes on as it comes, and the answer comes back so.
    case passing
    /// The answer is known, and has its time.
    case delayed
    case sending
    /// Nothing comes until the client leaves.
    case hanging
    /// All is said; what still comes is passed by, so that the client reads the answer.
    case draining
    case closed
  }

  var scanner: RequestScanner
  var input: [UInt8] = []
  /// Where in the input the unread part begins.
  var start = 0
  /// What `Host` said of the last request that was let in.
  var host: String?
  /// It was opened by this very program.
  var comesBack = false
  /// The first byte of a head has come.
  var hasBegun = false
  var head: ClientHead?
  var body: [UInt8] = []
  var ticket: ClientRequest.Ticket?
  /// What is passed on, and whether all of its request was read.
  var passed: PassedRequest?
  var isAllRead = false
  /// When the request that is answered was complete.
  var askedAt: UInt64 = 0
  private(set) var answer: ClientAnswer?
  /// The connection ends behind the answer.
  private(set) var closes = false
  private var out: [UInt8] = []
  private var sentHead = 0
  private var sentBody = 0
  private var bodyEnd = 0

  init(_ descriptor: Int32, _ limits: ListeningLimits, now: UInt64) {
    self.descriptor = descriptor
    scanner = RequestScanner(limits)
    // A head's time begins with its first byte: who connects ahead of need is no slow sender.
    deadline = now + limits.keptTime
  }

  /// Passes by what was read of the input.
  func dropRead() {
    guard start > 0 else { return }
    if start == input.count {
      input.removeAll(keepingCapacity: input.capacity <= 256 << 10)
    } else {
      input.removeSubrange(..<start)
    }
    start = 0
  }

  // MARK: Sending

  /// Begins to answer: what only the connection knows is put behind the head.
  func begin(_ answer: ClientAnswer) {
    let isHead = head?.method == "HEAD"
    closes = answer.closes || head?.keepsAlive != true || answer.ending != .whole
    out = answer.ending == .reset(after: nil) || answer.ending == .hang ? [] : answer.head
    if answer.ending == .garbage { out = Array("\u{16}\u{3}no answer of HTTP\u{0}\n".utf8) }
    if !out.isEmpty, answer.ending != .garbage {
      if closes {
        out += "Connection: close\r\n".utf8
      } else if head?.isOldVersion == true {
        out += "Connection: keep-alive\r\n".utf8
      }
      out += [0x0d, 0x0a]
    }
    bodyEnd = answer.sentCount(isHead: isHead)
    (sentHead, sentBody) = (0, 0)
    self.answer = answer
    // One segment for most answers.
    if bodyEnd > 0, bodyEnd <= 32 << 10, answer.bytesPerSecond == nil {
      answer.body.withUnsafeBytes { out.append(contentsOf: $0[..<bodyEnd]) }
    }
  }

  /// Takes the next step of a response that is made while it is sent; nil for every other response.
  func nextStep() -> ResponseStep? {
    guard let step = answer?.next?() else { return nil }
    (out, sentHead) = ([], 0)
    switch step {
    case .bytes(let bytes): out = bytes
    case .end(let ending):
      answer?.ending = ending
      answer?.next = nil
      if ending != .whole { closes = true }
    case .pause, .halfClose: break
    }
    return step
  }

  /// How a try to send ended.
  enum Sent {
    case all
    /// The client takes nothing more now.
    case blocked
    /// The pace allows nothing more now.
    case paced
    case gone
  }

  /// Whether the body stands behind the head in one buffer.
  private var isJoined: Bool { bodyEnd > 0 && bodyEnd <= 32 << 10 && answer?.bytesPerSecond == nil }

  /// Sends what the client takes; of a body with a pace at most `allowance` bytes.
  func send(allowance: Int?) -> Sent {
    while sentHead < out.count {
      let more = bodyEnd > 0 && !isJoined ? Int32(MSG_MORE) : 0
      let count = out.withUnsafeBytes { raw in
        Glibc.send(
          descriptor, raw.baseAddress?.advanced(by: sentHead), out.count - sentHead,
          Int32(MSG_NOSIGNAL) | more)
      }
      if let end = end(of: count) { return end }
      if count > 0 { sentHead += count }
    }
    guard let answer, !isJoined else { return .all }
    var left = allowance ?? Int.max
    while sentBody < bodyEnd {
      guard left > 0 else { return .paced }
      let length = min(bodyEnd - sentBody, left, 1 << 20)
      let count = answer.body.withUnsafeBytes { raw in
        Glibc.send(
          descriptor, raw.baseAddress?.advanced(by: sentBody), length, Int32(MSG_NOSIGNAL))
      }
      if let end = end(of: count) { return end }
      if count > 0 {
        sentBody += count
        left -= count
      }
    }
    return .all
  }

  private func end(of count: Int) -> Sent? {
    guard count < 0, errno != EINTR else { return nil }
    return errno == EAGAIN ? .blocked : .gone
  }

  /// Tells how the answer ended, and forgets it.
  func finish(isWhole: Bool, now: UInt64) {
    guard let answer else { return }
    let joined = max(0, sentHead - (out.count - bodyEnd))
    let sent = isJoined ? min(bodyEnd, joined) : sentBody
    self.answer = nil
    out.removeAll(keepingCapacity: out.capacity <= 256 << 10)
    answer.report?(
      ClientEnd(sent: sent, isWhole: isWhole, time: MonotonicClock.distance(askedAt, now)))
    (head, ticket) = (nil, nil)
  }

  // MARK: Passing

  /// Sends what has come back of a passed request; the end of it where all that was there is sent.
  func sendPassed(_ pipe: AnswerPipe) -> (sent: Sent, end: AnswerPipe.End?) {
    var end: AnswerPipe.End?
    while true {
      while sentHead < out.count {
        let count = out.withUnsafeBytes { raw in
          Glibc.send(
            descriptor, raw.baseAddress?.advanced(by: sentHead), out.count - sentHead,
            Int32(MSG_NOSIGNAL))
        }
        if let stop = self.end(of: count) { return (stop, nil) }
        if count > 0 { sentHead += count }
      }
      if end != nil { return (.all, end) }
      out.removeAll(keepingCapacity: true)
      sentHead = 0
      let taken = pipe.take(into: &out)
      closes = taken.closes
      end = taken.end
      if out.isEmpty { return (.all, end) }
    }
  }

  /// Forgets a passed request, and tells it how much the client took.
  func finishPassed(isWhole: Bool, now: UInt64) {
    guard let passed else { return }
    let unsent = out.count - sentHead
    passed.clientEnded(
      ClientEnd(
        sent: max(0, passed.answer.bodyCount - unsent), isWhole: isWhole,
        time: MonotonicClock.distance(askedAt, now)))
    out.removeAll(keepingCapacity: out.capacity <= 256 << 10)
    (self.passed, head, ticket, isAllRead, sentHead) = (nil, nil, nil, false, 0)
  }

  // MARK: Ending

  /// Makes the coming close break the connection.
  func prepareReset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
