import LosslessJSON

/// What has come of an answer so far, for somebody who looks at it while the transfer goes on.
///
/// The transport notes every piece, which costs a lock and a reference at any size; who looks says
/// how often. Only the head that counts is noted: not the one of a redirect that is followed, and
/// when the request is tried again everything is as it was before.
package final class ArrivingAnswer: Sendable {
  private struct State {
    /// The answer without its body.
    var head: Response?
    /// When it came.
    var since: UInt64 = 0
    var wire = Body.empty
    /// Another one for each head.
    var serial = 0
    /// Something has come since the last look.
    var isNew = false
  }

  private let state = Lock(State())
  /// Locked for as long as a look decodes; never together with `state`.
  private let decoding = Lock(Decoding())

  package init() {}

  /// Whether a look would show more than the last one did.
  package var hasNews: Bool { state.withLock(\.isNew) }

  /// Forgets what came: the request is sent again.
  package func startOver() {
    state.withLock { state in
      state = State(serial: state.serial + 1)
    }
  }

  /// Takes the head, of an answer without a body.
  package func begin(_ head: Response) {
    let now = MonotonicClock.microseconds
    state.withLock { $0 = State(head: head, since: now, serial: $0.serial + 1, isNew: true) }
  }

  /// Takes the body as far as it has come over the wire.
  package func grow(_ wire: Body) {
    state.withLock { state in
      state.wire = wire
      state.isNew = true
    }
  }

  /// What is there by now, marked incomplete; nil while there is no head.
  ///
  /// Content codings are undone as far as the bytes allow, each byte once; that takes its time.
  package func look() -> Response? {
    let state = state.withLock { state in
      state.isNew = false
      return state
    }
    guard var response = state.head else { return nil }
    let wire = state.wire
    if let last = response.hops.indices.last {
      let time = MonotonicClock.distance(state.since, MonotonicClock.microseconds)
      response.hops[last].timings.receive = time
    }
    let codings = ContentCoding.parse(response.headers.values("Content-Encoding"))
    response.isComplete = false
    response.wire = wire
    response.body = wire
    guard !codings.isEmpty, !wire.isEmpty else { return response }
    let limits = response.request.limits
    response.body = decoding.withLock { $0.body(of: wire, codings, limits, serial: state.serial) }
    return response
  }

  /// Goes on where the last look stopped.
  private struct Decoding {
    private var serial = -1
    private var unpacking: Unpacking?

    mutating func body(
      of wire: Body, _ codings: [ContentCoding], _ limits: Limits, serial: Int
    ) -> Body {
      if unpacking == nil || self.serial != serial {
        self.serial = serial
        unpacking = Unpacking(codings, limits)
      }
      return unpacking?.body(of: wire) ?? .empty
    }
  }
}

/// A body whose content codings are undone while it comes, up to what is enough to look at.
///
/// The whole of it is undone anew at its end, with all that is to be said about it.
private final class Unpacking {
  private let decoder: ContentDecoder
  private var builder: BodyBuilder
  private var taken = 0
  private var isOver = false

  /// Beyond this the rest is left to the end: it would be held twice.
  private static let enough = 16 << 20
  /// What is pushed at once: the size of what comes out of it is looked at in between.
  private static let slice = 64 << 10

  init(_ codings: [ContentCoding], _ limits: Limits) {
    decoder = ContentDecoder(codings: codings, limits: limits.decoding)
    builder = BodyBuilder(policy: BodyPolicy(memoryLimit: limits.bodyInMemory))
  }

  func body(of wire: Body) -> Body {
    while !isOver, taken < wire.count {
      let end = min(wire.count, taken + Self.slice)
      wire.withUnsafeBytes { push(UnsafeRawBufferPointer(rebasing: $0[taken..<end])) }
      taken = end
    }
    return builder.snapshot()
  }

  private func push(_ piece: UnsafeRawBufferPointer) {
    do throws(BodyError) {
      let goesOn = try decoder.push(piece) { bytes throws(BodyError) in
        let room = max(0, Self.enough - builder.count)
        try builder.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(room)))
      }
      isOver = !goesOn || builder.count >= Self.enough
    } catch {
      isOver = true
    }
  }
}
