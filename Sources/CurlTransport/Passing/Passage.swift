import NetEngine

/// One request on its way through, and its answer on the way back.
///
/// What a client sends goes out as it comes; nothing is added, followed or tried again.
///
///     client ─► RequestPipe ─► libcurl ─► server
///     client ◄─ AnswerListener ◄─ head, pieces, end ◄─┘
package struct Passage: Sendable {
  /// Where the body comes from; nil for a request without one.
  package var upload: RequestPipe?
  package var listener: any AnswerListener
  /// How much of the answer's body is kept beside what is passed on.
  package var kept: Int

  package init(upload: RequestPipe?, listener: any AnswerListener, kept: Int) {
    (self.upload, self.listener, self.kept) = (upload, listener, kept)
  }
}

/// Hears of an answer while it comes, on the transport's thread; what it does has to be done at once.
package protocol AnswerListener: AnyObject, Sendable {
  /// A head of 1xx came.
  func hears(_ interim: HeadScanner.Interim)
  /// The head that counts came.
  func begins(_ hop: Hop, _ framing: HeadScanner.Framing)
  /// Takes a piece of the body, or refuses it: then `onRoom` is called once there is room.
  func takes(_ bytes: UnsafeRawBufferPointer, onRoom: @escaping @Sendable () -> Void) -> Bool
  /// No more is said before the transport looks at its sockets again.
  func pauses()
  /// It is over.
  func ends(_ received: ReceivedExchange)
}

/// A request that a transport carries through.
package struct PassingExchange: Sendable {
  let exchange: CurlExchange
  let loop: CurlLoop

  /// Nobody waits for it any more: it ends at once.
  package func cancel() { loop.post(.cancel(exchange)) }
}
