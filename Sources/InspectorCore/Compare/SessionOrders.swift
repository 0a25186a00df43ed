import NetEngine

/// Orders about a recording; each is answered by `Event.session`, and none holds up a key.
package enum SessionOrder: Hashable, Sendable {
  /// Open the file.
  case open(path: String)
  /// Read the exchange at this row.
  case load(SessionLoad)
  /// Find out which rows are shown, and in which order.
  case sift(SessionSift)
  /// Fire these again, one after the other.
  case replay(SessionReplay)
  /// Stop the replay.
  case stop
}

/// What becomes of a recording that is looked at.
package enum SessionEvent: Sendable {
  /// So much of the file is read; 1 is all of it.
  case opened(path: String, Session, fraction: Double)
  case failed(String)
  case loaded(row: Int, Exchange, Reading?)
  case unreadable(row: Int, String)
  case sifted(id: Int, rows: [Int], trouble: String?)
  /// What has become of one exchange.
  case replayed(LiveReplay.Row)
  /// All of them have had their turn, or nothing could be sent and why.
  case replayEnded(String?)
}

/// An order to read one exchange of a session, and what it means.
package struct SessionLoad: Sendable {
  package let row: Int
  private let session: Session
  private let pipeline: Pipeline

  init(row: Int, session: Session, pipeline: Pipeline) {
    (self.row, self.session, self.pipeline) = (row, session, pipeline)
  }

  /// Reads it; a body may lie in a file of its own.
  package func run() -> SessionEvent {
    do throws(SessionProblem) {
      let exchange = try session.exchange(at: row)
      return .loaded(row: row, exchange, exchange.result.map { Reading($0, pipeline) })
    } catch {
      return .unreadable(row: row, error.description)
    }
  }
}

extension SessionLoad: Hashable {
  /// Orders are the same when they are about the same row.
  package static func == (left: SessionLoad, right: SessionLoad) -> Bool { left.row == right.row }

  package func hash(into hasher: inout Hasher) { hasher.combine(row) }
}

/// How the rows of a session are sorted.
enum SessionSort: String, CaseIterable, Sendable, Hashable {
  case recorded, slowest, largest, status

  /// For the title.
  var words: String {
    switch self {
    case .recorded: "as recorded"
    case .slowest: "slowest first"
    case .largest: "largest first"
    case .status: "by status"
    }
  }
}

/// An order to find the rows of a session that match, in an order.
package struct SessionSift: Sendable {
  package let id: Int
  private let session: Session
  private let filter: Filter
  private let sort: SessionSort
  private let pipeline: Pipeline
  private let marked: Set<Int>

  init(
    id: Int, session: Session, filter: Filter, sort: SessionSort, pipeline: Pipeline,
    marked: Set<Int>
  ) {
    (self.id, self.session, self.filter) = (id, session, filter)
    (self.sort, self.pipeline, self.marked) = (sort, pipeline, marked)
  }

  /// Asks the filter of each row; nil when it was told to stop.
  package func run(now: Int, unless isCancelled: () -> Bool = { false }) -> SessionEvent? {
    var rows: [Int] = []
    var trouble: String?
    for row in 0..<session.count {
      if row % 256 == 0, isCancelled() { return nil }
      do {
        if try session.passes(filter, at: row, pipeline, now: now) { rows.append(row) }
      } catch {
        trouble = "this pattern needs too much time"
        break
      }
    }
    return .sifted(id: id, rows: sorted(rows), trouble: trouble)
  }

  private func sorted(_ rows: [Int]) -> [Int] {
    switch sort {
    case .recorded: return rows
    case .slowest: return sorted(rows) { -($0.time ?? -1) }
    case .largest: return sorted(rows) { -($0.size ?? -1) }
    case .status: return sorted(rows) { $0.status ?? 0 }
    }
  }

  /// The sort keeps the recorded order of equals.
  private func sorted(_ rows: [Int], by key: (SessionRow) -> Int) -> [Int] {
    rows.map { (key(session.row(at: $0)), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension SessionSift: Hashable {
  /// Orders are the same when they have the same number.
  package static func == (left: SessionSift, right: SessionSift) -> Bool { left.id == right.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An order to fire exchanges of a session again.
package struct SessionReplay: Sendable {
  package let rows: [Int]
  private let session: Session
  private let pipeline: Pipeline

  init(rows: [Int], session: Session, pipeline: Pipeline) {
    (self.rows, self.session, self.pipeline) = (rows, session, pipeline)
  }

  /// The exchanges that can be read, and how they are compared.
  package func make(
    environment: @escaping @Sendable (String) -> String?
  ) throws(SetupProblem) -> LiveReplay {
    var options = LiveReplay.Options()
    options.environment = environment
    options.comparison = Comparison(
      pipeline: Pipeline(filter: .none, profile: pipeline.profile), redactor: Redactor())
    let exchanges = rows.compactMap { try? session.exchange(at: $0) }
    return try LiveReplay(exchanges, options: options)
  }
}

extension SessionReplay: Hashable {
  /// Orders are the same when they are about the same rows.
  package static func == (left: SessionReplay, right: SessionReplay) -> Bool {
    left.rows == right.rows
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(rows) }
}
