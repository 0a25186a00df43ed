import NetEngine
import NetRecordings

/// How the rows of a session are sorted, in the words of the title.
package enum SessionSort: String, CaseIterable, Sendable, Hashable {
  case recorded = "as recorded"
  case slowest = "slowest first"
  case largest = "largest first"
  case status = "by status"
  case path = "by path"
}

/// An order to find the rows of a session that match, in an order.
package struct SessionSift: Sendable, Hashable {
  package let id: Int
  /// What says which paths belong together, where that is asked: a file of rules.
  package let rules: String?
  package let path: String
  package var isByPath: Bool { sort == .path }
  private let session: Session
  private let filter: Filter
  private let sort: SessionSort
  private let lens: Lens
  /// What is said of rows and may not stand in the file yet.
  private let remarks: [Int: Remark]

  package init(
    id: Int, session: Session, filter: Filter, sort: SessionSort, lens: Lens,
    remarks: [Int: Remark], rules: String?, path: String
  ) {
    (self.rules, self.path) = (rules, path)
    (self.id, self.session, self.filter) = (id, session, filter)
    (self.sort, self.lens, self.remarks) = (sort, lens, remarks)
  }

  /// Asks the filter of each row; nil when it was told to stop.
  package func run(
    now: Int, _ rules: Rules = Rules(), unless isCancelled: () -> Bool = { false }
  ) -> SessionEvent? {
    var rows: [Int] = []
    if filter.expression == .all {
      rows = Array(0..<session.count)
    } else {
      let lens = lens
      for row in 0..<session.count {
        if row % 256 == 0, isCancelled() { return nil }
        do throws(Pattern.Trouble) {
          let passes = try session.passes(filter, at: row, now: now, remark: remarks[row]) {
            lens.pipeline(forStored: $0.response)
          }
          if passes { rows.append(row) }
        } catch {
          // What was found up to here says nothing about the rest.
          return .notSifted(id: id, "\(error)")
        }
      }
    }
    return .sifted(id: id, rows: sorted(rows, rules))
  }

  private func sorted(_ rows: [Int], _ rules: Rules) -> [Int] {
    switch sort {
    case .recorded: return rows
    case .slowest: return sorted(rows) { -(session.time(at: $0) ?? -1) }
    case .largest: return sorted(rows) { -(session.size(at: $0) ?? -1) }
    case .status: return sorted(rows) { session.status(at: $0) }
    case .path:
      let requests = rows.map { row in
        let row = session.row(at: row)
        return HTTPRequest(method: HTTPMethod(rawValue: row.method), url: row.url)
      }
      let places = PathTemplate.places(of: requests, rules)
      return zip(places, rows).sorted { $0 < $1 }.map(\.1)
    }
  }

  /// The sort keeps the recorded order of equals.
  private func sorted(_ rows: [Int], by key: (Int) -> Int) -> [Int] {
    rows.map { (key($0), $0) }.sorted { $0 < $1 }.map(\.1)
  }
}
