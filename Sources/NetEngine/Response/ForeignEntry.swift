import LosslessJSON

/// What another tool wrote about an exchange, kept as it wrote it.
///
/// A browser or a proxy says more of a request than an exchange knows: who asked for it, how urgent
/// it was, what went over a socket. All of that stays where it stands and is written again when the
/// exchange is, without anybody having read it; what is redacted stands in `edits`.
package final class ForeignEntry: Sendable {
  /// Who answered in the server's place.
  package enum Source: String, Sendable, Hashable, CaseIterable {
    /// A cache of the browser's.
    case cache
    /// A script of the page that answers requests.
    case serviceWorker = "service worker"
  }

  /// What a list says of it.
  package struct Facts: Sendable, Hashable {
    /// The tool and its version, as the recording says.
    package var tool = ""
    /// All the time it took, in microseconds; nil when the tool does not say.
    package var time: Int?
    /// The page it belongs to; empty when the tool names none.
    package var page = ""
    /// Who answered; nil when it was the server, as far as is known.
    package var source: Source?
    /// How many messages of a WebSocket stand in it.
    package var socketMessages = 0
    /// How many events of a stream stand in it.
    package var streamEvents = 0

    /// Knows nothing.
    package init() {}
  }

  /// Bytes that are written in place of others.
  package struct Edit: Sendable {
    package var range: Range<Int>
    package var bytes: [UInt8]

    package init(_ range: Range<Int>, _ bytes: [UInt8]) {
      self.range = range
      self.bytes = bytes
    }
  }

  /// What a list says of it.
  package let facts: Facts
  /// The entry as it stands in the file, which is mapped as long as this is held.
  package let bytes: any JSONBytes
  /// Where the text of the answer's body stands in it, without its quotes.
  package let bodyText: Range<Int>?
  /// What was redacted, in order; the bodies are those of the exchange.
  package let edits: [Edit]
  package let changesBody: Bool
  package let changesRequestBody: Bool
  /// Whether the bytes can still be read: a file may have been cut meanwhile.
  package let isThere: @Sendable () -> Bool

  package init(
    _ facts: Facts, _ bytes: any JSONBytes, bodyText: Range<Int>?,
    isThere: @escaping @Sendable () -> Bool
  ) {
    self.facts = facts
    self.bytes = bytes
    self.bodyText = bodyText
    self.isThere = isThere
    edits = []
    (changesBody, changesRequestBody) = (false, false)
  }

  /// The same entry with other edits; a body that was changed once stays so.
  package init(
    _ entry: ForeignEntry, edits: [Edit], changesBody: Bool, changesRequestBody: Bool
  ) {
    facts = entry.facts
    bytes = entry.bytes
    bodyText = entry.bodyText
    isThere = entry.isThere
    self.edits = edits
    self.changesBody = entry.changesBody || changesBody
    self.changesRequestBody = entry.changesRequestBody || changesRequestBody
  }
}
