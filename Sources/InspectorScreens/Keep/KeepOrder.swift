import NetEngine
import NetRecordings
import RequestFiles

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

  package init(file: String, source: Source, name: String? = nil) {
    (self.file, self.source, self.name) = (file, source, name)
  }

  /// The requests that are to be kept, read where they are recorded, and why others are left out.
  ///
  /// They go into one file: two values of a secret have two names in it.
  package func requests() -> (all: [Sent], leftOut: [String]) {
    switch source {
    case .drafts(let drafts): return (Self.apart(drafts), [])
    case .expectation: return ([], [])
    case .recorded(let session, let rows):
      let read = rows.compactMap { try? session.exchange(at: $0) }
      let exchanges = read.filter { $0.request.keptPartOf == nil }
      var names = SecretsAsNames()
      var all = Self.named(exchanges, &names)
      // Tokens of a day: nobody has typed them, and nobody will.
      if case let crowded = names.crowded, !crowded.isEmpty {
        names = SecretsAsNames(sharing: crowded)
        all = Self.named(exchanges, &names)
      }
      var leftOut = read.compactMap { exchange in
        exchange.request.keptPart.map { "exchange \(exchange.sequence) is left out: \($0)" }
      }
      if read.count < rows.count {
        leftOut.append("\(Units.count(rows.count - read.count, "exchange")) cannot be read")
      }
      return (all, leftOut)
    }
  }

  private static func named(_ exchanges: [Exchange], _ names: inout SecretsAsNames) -> [Sent] {
    exchanges.map { exchange in
      Sent(
        draft: Draft(recorded: exchange, from: "exchange \(exchange.sequence)", &names),
        name: exchange.isNamed ? exchange.name : "", neighbour: nil)
    }
  }

  /// Drafts that were named one by one may call two values by one name.
  private static func apart(_ drafts: [Sent]) -> [Sent] {
    var held: [String: String] = [:]
    return drafts.map { sent in
      var renamed: [String: String] = [:]
      for (name, value) in sent.draft.secrets.sorted(by: { $0.key < $1.key }) {
        // `PASSWORD_2` that is taken becomes `PASSWORD_3`.
        let base = name.replacing(/_[0-9]+$/, with: "")
        let free = name.firstFree(base + "_") { held[$0] ?? value != value }
        held[free] = value
        if free != name { renamed[name] = free }
      }
      var sent = sent
      sent.draft.rename(secrets: renamed)
      return sent
    }
  }
}
