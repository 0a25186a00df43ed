import NetEngine
import RequestFiles
import Sessions

/// An order to make requests of a file of what was typed, sent or recorded.
package struct KeepOrder: Sendable, Hashable {
  /// As it was typed, seen from the folder of the requests.
  package var file: String
  package var source: Source
  /// The name a person wants for a single one; nil for what suits.
  package var name: String?

  package enum Source: Sendable, Hashable {
    case drafts([Sent])
    /// These rows of a recording.
    case recorded(Session, rows: [Int])
    /// This is expected of the request on a line of the file from now on.
    case expectation(String, of: String, line: Int)
  }

  /// The recording they stand in, whose rules say which of them are one target.
  package var session: String?

  /// A request that is kept.
  package struct Sent: Sendable, Hashable {
    package var draft: Draft
    /// What it is called where it comes from; empty for nothing.
    package var name: String
    /// The request of the list it stands beside.
    package var neighbour: Int?

    package init(draft: Draft, name: String, neighbour: Int?) {
      (self.draft, self.name, self.neighbour) = (draft, name, neighbour)
    }
  }

  package init(file: String, source: Source, name: String? = nil, of session: String? = nil) {
    (self.file, self.source, self.name, self.session) = (file, source, name, session)
  }

  /// The requests that are to be kept, read where they are recorded, and how many cannot be.
  package func requests() -> (all: [Sent], unread: Int) {
    switch source {
    case .drafts(let drafts): return (drafts, 0)
    case .expectation: return ([], 0)
    case .recorded(let session, let rows):
      var all: [Sent] = []
      for row in rows {
        guard let exchange = try? session.exchange(at: row) else { continue }
        let isURL = exchange.name.utf8.contains(UInt8(ascii: "/"))
        all.append(
          Sent(
            draft: Draft(recorded: exchange, from: "exchange \(exchange.sequence)"),
            name: isURL ? "" : exchange.name, neighbour: nil))
      }
      return (all, rows.count - all.count)
    }
  }
}
