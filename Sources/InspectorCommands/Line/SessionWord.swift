import LosslessJSON
import NetEngine
import NetRecordings

/// A session on the command line: a file, or one exchange of it as `FILE#7`.
package struct SessionWord {
  let path: String
  /// The number of the one exchange that is meant; nil is all of them.
  let sequence: Int?
  let session: Session
  private let unreadCount = Lock(0)

  /// Whether something of the recording could not be read so far.
  var isIncomplete: Bool { unreadCount.withLock { $0 } > 0 || !session.omissions.isEmpty }

  /// Opens the file, unless another word has it open; what is odd about it is said.
  ///
  /// `stdin` is what has been read of stdin by now.
  init(
    _ word: String, keptIn folders: [String] = ["sessions"], sharing other: SessionWord? = nil,
    stdin: Body? = nil
  ) throws {
    let (said, sequence) = Self.parts(of: word)
    path = try Self.path(of: said, keptIn: folders)
    self.sequence = sequence
    if let other, other.path == path {
      session = other.session
      return
    }
    session = try Self.opened(path, stdin: stdin)
    for notice in session.notices { Output.talk("\(path): \(notice)") }
  }

  /// Opens the file; `-` is stdin.
  static func opened(_ path: String, stdin: Body? = nil) throws -> Session {
    guard path == "-" else {
      do throws(SessionProblem) {
        return try Session.open(path)
      } catch {
        guard case .notASession = error.reason, let start = try? TextFile.start(of: path),
          case .foreign(let other) = FileKind(start, path: path)
        else { throw error }
        throw TextFile.Problem(path: path, what: "it is \(other.words(path))")
      }
    }
    do throws(SessionProblem) {
      let body = if let stdin { stdin } else { try Self.stdin() }
      return try Session.read(body, name: "stdin")
    } catch {
      throw SessionProblem(error.reason, path: "-")
    }
  }

  private static func stdin() throws(SessionProblem) -> Body {
    do throws(TextFile.Problem) {
      return try TextFile.body("-")
    } catch {
      throw SessionProblem(.unreadable(error.what))
    }
  }

  /// `login` is `sessions/login.har` where there is no file of that name.
  package nonisolated static func path(
    of word: String, keptIn folders: [String] = ["sessions"]
  ) throws(SessionProblem) -> String {
    guard word != "-", !SavedFile.exists(word), !word.isEmpty,
      !word.utf8.contains(where: { $0 == 0x2f || $0 == 0 })
    else { return word }
    for folder in folders {
      for place in ["\(folder)/\(word).har", "\(folder)/\(word)"] where SavedFile.exists(place) {
        do throws(TextFile.Problem) { try ProjectFile(place).checkPlace() } catch {
          throw SessionProblem(.unreadable(error.what), path: place)
        }
        return place
      }
    }
    let name = isSession(word) ? word : word + ".har"
    let places = folders.map { $0 + "/" }.joined(separator: " or ")
    throw SessionProblem(
      .unreadable("it is not here, nor is there a file \(name) in \(places)"), path: word)
  }

  /// Whether a path's name is one of a session or a journal.
  package nonisolated static func isSession(_ path: String) -> Bool {
    [".har", ".har.gz", ".har.zip", ".zhar", ".jsonl"].contains { path.hasSuffix($0) }
  }

  /// A number behind the last `#`, unless a file of the whole name is there.
  package nonisolated static func parts(of word: String) -> (path: String, sequence: Int?) {
    guard let mark = word.utf8.lastIndex(of: UInt8(ascii: "#")), mark > word.startIndex,
      let number = Int(digits: word.utf8[word.utf8.index(after: mark)...]), !SavedFile.exists(word)
    else { return (word, nil) }
    return (String(word[..<mark]), number)
  }

  /// The exchanges that are meant and match, in order; broken ones are said and left out.
  func exchanges(matching filter: Filter? = nil) throws -> [Exchange] {
    var exchanges: [Exchange] = []
    try visit(matching: filter) { _, exchange in exchanges.append(exchange) }
    return exchanges
  }

  /// The same with their rows in the session.
  func rows(matching filter: Filter? = nil) throws -> [(row: Int, exchange: Exchange)] {
    var rows: [(row: Int, exchange: Exchange)] = []
    try visit(matching: filter) { rows.append(($0, $1)) }
    return rows
  }

  /// Whether all of it is meant.
  func isWhole(_ filter: Filter?) -> Bool { filter == nil && sequence == nil }

  /// The same one after the other, with their places: a session may be larger than memory.
  ///
  /// Says how many were broken; parts of the file that no entry shows count too. Those that are
  /// `known` by their places are not read.
  @discardableResult
  func visit(
    matching filter: Filter? = nil,
    _ pipeline: @escaping (Exchange) -> Pipeline = { _ in Pipeline() },
    knowing known: [Int: Exchange] = [:], do body: (Int, Exchange) throws -> Void
  ) throws -> Int {
    if let sequence {
      guard let index = session.index(ofSequence: sequence) else {
        throw TextFile.Problem(
          path: path, what: "there is no exchange \(sequence); it has \(session.count)")
      }
      try body(index, try session.exchange(at: index))
      return 0
    }
    let now = VariableSystem.live.now() * 1_000
    var brokenCount = session.omissions.count
    for index in 0..<session.count {
      WorkProgress.report(.init("reading exchanges", index, of: session.count))
      if let filter, try !session.passes(filter, at: index, now: now, pipeline: pipeline) {
        continue
      }
      let exchange: Exchange
      do throws(SessionProblem) {
        if let read = known[index] {
          exchange = read
        } else {
          exchange = try session.exchange(at: index)
        }
      } catch {
        Output.talk("\(path): \(error)")
        brokenCount += 1
        unreadCount.withLock { $0 += 1 }
        continue
      }
      try body(index, exchange)
    }
    return brokenCount
  }
}

/// `--only FILTER`, for sessions.
package enum OnlyOption {
  package static let row = Subcommand.Option(
    name: "--only", value: "FILTER",
    summary: "only those that match, as in '~c 4xx | ~kind rejected'")

  static func filter(_ arguments: Arguments) throws(UsageMistake) -> Filter? {
    try arguments["--only"].map { text throws(UsageMistake) in try read(text, of: "--only") }
  }

  /// Reads the filter that an option has.
  package static func read(_ text: String, of option: String) throws(UsageMistake) -> Filter {
    do throws(FilterMistake) {
      return try Filter(text)
    } catch {
      throw UsageMistake.badFilter(option: option, text, offset: error.offset, error.message)
    }
  }
}
