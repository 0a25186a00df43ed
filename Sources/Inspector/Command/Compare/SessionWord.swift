import NetEngine

/// A session on the command line: a file, or one exchange of it as `FILE#7`.
struct SessionWord {
  let path: String
  /// The number of the one exchange that is meant; nil is all of them.
  let sequence: Int?
  let session: Session

  /// Opens the file; what is odd about it is said.
  init(_ word: String) throws {
    (path, sequence) = Self.parts(of: word)
    session = try Session.open(path)
    for notice in session.notices { Output.talk("\(path): \(notice)") }
  }

  /// A number behind the last `#`, unless a file of the whole name is there.
  private static func parts(of word: String) -> (String, Int?) {
    guard let mark = word.utf8.lastIndex(of: UInt8(ascii: "#")), mark > word.startIndex,
      let number = Int(digits: word.utf8[word.utf8.index(after: mark)...]), !SavedFile.exists(word)
    else { return (word, nil) }
    return (String(word[..<mark]), number)
  }

  /// The exchanges that are meant and match, in order; broken ones are said and left out.
  func exchanges(matching filter: Filter? = nil, _ pipeline: Pipeline = Pipeline()) throws
    -> [Exchange]
  {
    if let sequence {
      guard let index = session.index(ofSequence: sequence) else {
        throw TextFile.Problem(
          path: path, what: "there is no exchange \(sequence); it has \(session.count)")
      }
      return [try session.exchange(at: index)]
    }
    var exchanges: [Exchange] = []
    let now = VariableSystem.live.now() * 1_000
    for index in 0..<session.count {
      if let filter, try !session.passes(filter, at: index, pipeline, now: now) { continue }
      do throws(SessionProblem) {
        exchanges.append(try session.exchange(at: index))
      } catch {
        Output.talk("\(path): \(error)")
      }
    }
    return exchanges
  }
}

/// `--only FILTER`, for sessions.
enum OnlyOption {
  static let row = Command.Option(
    name: "--only", value: "FILTER", summary: "only those that match, as in '~c 4xx | ~kind biz'")

  static func filter(_ arguments: Arguments) throws(UsageMistake) -> Filter? {
    guard let text = arguments["--only"] else { return nil }
    do throws(FilterMistake) {
      return try Filter(text)
    } catch {
      throw UsageMistake.badFilter(option: "--only", text, offset: error.offset, error.message)
    }
  }
}
