/// An answer as data: the steps the server takes, one after the other.
package struct Reply: Sendable {
  package var steps: [Step]

  package init(_ steps: [Step]) {
    self.steps = steps
  }
}

/// One thing the server does while it answers.
package enum Step: Sendable {
  /// Status line and fields.
  case head(Head)
  /// Body bytes as they are; left out when the request was HEAD.
  case body([UInt8])
  /// Body bytes as one chunk; plain and close-delimited for an HTTP/1.0 request.
  case chunk([UInt8])
  /// The chunk that ends a body, and the trailer fields after it.
  case lastChunk(trailers: [Field])
  /// Bytes that follow no rule.
  case raw([UInt8])
  /// A pause; it ends at once when the peer goes.
  case wait(milliseconds: Int)
  /// Steps made one by one while they are sent, for bodies too large to hold.
  case generated(count: Int, @Sendable (Int) -> Step)
  /// FIN, after everything before has been sent.
  case close
  /// FIN in our direction only; the connection stays until the peer goes.
  case halfClose
  /// RST.
  case reset
  /// Silence until the peer goes.
  case hang
}

// MARK: - Ordinary answers

extension Reply {
  /// A whole answer with its length; a status without a body gets none.
  package static func bytes(
    _ bytes: [UInt8], type: String?, status: Int = 200, fields: [Field] = []
  ) -> Reply {
    var head = Head(status, fields: fields)
    guard !head.forbidsBody else { return Reply([.head(head)]) }
    if let type { head.fields.insert(Field("Content-Type", type), at: 0) }
    head.fields.append(Field("Content-Length", "\(bytes.count)"))
    return Reply([.head(head), .body(bytes)])
  }

  package static func text(_ text: String, status: Int = 200, fields: [Field] = []) -> Reply {
    bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status, fields: fields)
  }

  package static func json(_ text: String, status: Int = 200, fields: [Field] = []) -> Reply {
    bytes(Array(text.utf8), type: "application/json", status: status, fields: fields)
  }

  package static func empty(_ status: Int, fields: [Field] = []) -> Reply {
    bytes([], type: nil, status: status, fields: fields)
  }

  /// A redirect with a short body, as servers send it.
  package static func redirect(to location: String, status: Int, fields: [Field] = []) -> Reply {
    .text("See \(location)\n", status: status, fields: [Field("Location", location)] + fields)
  }

  /// A body in chunks; `steps` are chunks and pauses.
  package static func chunked(
    type: String, fields: [Field] = [], trailers: [Field] = [], _ steps: [Step]
  ) -> Reply {
    let own = [Field("Content-Type", type), Field("Transfer-Encoding", "chunked")]
    return Reply(
      [.head(Head(200, fields: own + fields))] + steps + [.lastChunk(trailers: trailers)])
  }
}

extension Step {
  /// Text as raw bytes; `\r\n` is written as it stands in the text.
  package static func raw(_ text: String) -> Step { .raw(Array(text.utf8)) }

  package static func chunk(_ text: String) -> Step { .chunk(Array(text.utf8)) }

  /// A body of `count` dots, for routes where only the length matters.
  package static func dots(_ count: Int) -> Step {
    .raw([UInt8](repeating: UInt8(ascii: "."), count: count))
  }

  package static func repeated(_ count: Int, _ steps: [Step]) -> Step {
    .generated(count: count * steps.count) { steps[$0 % steps.count] }
  }

  /// Steps again and again, until the client leaves.
  package static func endless(_ steps: [Step]) -> Step {
    .generated(count: .max) { steps[$0 % steps.count] }
  }
}
