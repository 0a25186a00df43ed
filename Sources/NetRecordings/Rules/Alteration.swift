import LosslessJSON
import NetEngine

/// What is done to a request or its answer on the way between an app and its server, as a line of
/// rules says it.
package enum Alteration: Sendable, Hashable {
  // What goes to the server behind.
  case requestHeader(Header)
  case requestQuery(Query)
  case requestBody(BodyChange)
  /// The request, or its answer, waits until somebody lets it go on, or the time is over, in
  /// microseconds.
  case holds(Side, Int?)

  // Where the answer comes from; no server is asked.
  case status(Int)
  case from(Source)

  // What becomes of the answer.
  /// Its envelope means something else.
  case means(AlteredEnvelope.Meaning)
  case body(BodyChange)
  case broken(Broken)
  case header(Header)
  /// Nothing comes for so long, in microseconds.
  case late(ClosedRange<Int>)
  /// So many bytes of the body a second.
  case slow(Int)
  case ends(Ending)

  package enum Side: Sendable, Hashable {
    case request, answer
  }

  /// An answer that was written down.
  package enum Source: Sendable, Hashable {
    /// A file's bytes.
    case sample(String)
    /// An exchange of a session by its number.
    case recording(String, Int)
  }

  /// A value of a JSON body.
  package enum BodyChange: Sendable, Hashable {
    case set(JSONPath, [UInt8])
    case drop(JSONPath)

    package var path: JSONPath {
      switch self {
      case .set(let path, _), .drop(let path): path
      }
    }
  }

  /// Bytes that are not what they say.
  package enum Broken: String, Sendable, Hashable, CaseIterable {
    /// The text ends in the middle.
    case json
    /// It says it is packed, and is not.
    case gzip
    /// A byte stands in it that no UTF-8 has.
    case utf8
    /// It says it is longer than it is.
    case length
  }

  /// How it ends otherwise.
  package enum Ending: Sendable, Hashable {
    /// The connection ends within the body.
    case cut(Place)
    /// It breaks before the head, or within the body.
    case reset(Place?)
    /// Nothing ever comes.
    case hang
    /// The connection ends behind the head.
    case empty
    /// Something comes that is no HTTP.
    case garbage
  }

  /// Where in a body.
  package enum Place: Sendable, Hashable {
    case bytes(Int)
    case percent(Int)

    package func count(of all: Int) -> Int {
      switch self {
      case .bytes(let count): min(count, all)
      case .percent(let percent): all * percent / 100
      }
    }
  }

  /// A field of a head.
  package enum Header: Sendable, Hashable {
    case drop(String)
    case set(String, String)
    case add(String, String)

    fileprivate var name: String {
      switch self {
      case .drop(let name), .set(let name, _), .add(let name, _): name.lowercasedASCII
      }
    }
  }

  /// A pair of a query.
  package enum Query: Sendable, Hashable {
    case drop(String)
    case set(String, String)

    package var name: String {
      switch self {
      case .drop(let name), .set(let name, _): name
      }
    }
  }

  /// What it is about: of each, the first line that fits counts.
  package struct Stage: Hashable {
    package let number: Int
    var name = ""
  }

  package var stage: Stage {
    switch self {
    case .requestHeader(let header): Stage(number: 0, name: header.name)
    case .requestQuery(let query): Stage(number: 1, name: query.name)
    case .requestBody(let change): Stage(number: 2, name: change.path.pointer)
    case .holds(let side, _): Stage(number: side == .request ? 3 : 4)
    case .status: Stage(number: 5)
    case .from: Stage(number: 6)
    case .means: Stage(number: 7)
    case .body(let change): Stage(number: 8, name: change.path.pointer)
    case .broken: Stage(number: 9)
    case .header(let header): Stage(number: 10, name: header.name)
    case .late: Stage(number: 11)
    case .slow: Stage(number: 12)
    case .ends: Stage(number: 13)
    }
  }

  /// Whether it changes what goes to the server.
  package var isOfRequest: Bool { stage.number < 3 }
  /// Whether it changes what comes back.
  package var isOfAnswer: Bool { stage.number > 4 }
  /// Whether the app gets the response later than the server sent it: held, late, slow.
  package var takesTime: Bool { [3, 4, 11, 12].contains(stage.number) }

  /// Which of the requests a line is about it is for.
  package struct Turn: Sendable, Hashable {
    /// Each of so many.
    package var every = 1
    /// None after so many.
    package var first: Int?
    /// None of so many at the beginning.
    package var after = 0
    /// In a hundred, by a sequence that begins at a seed.
    package var chance: (percent: Int, seed: UInt64)?

    package init() {}

    /// Whether it is for the one of this number, counted from 1.
    package func takes(_ number: Int) -> Bool {
      guard number > after, first.map({ number - after <= $0 }) ?? true,
        (number - after) % every == 0
      else { return false }
      guard let chance else { return true }
      // The same numbers on every run: a finalizer over seed and number.
      var mixed = chance.seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15
      mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
      return Int((mixed ^ mixed >> 31) % 100) < chance.percent
    }

    package static func == (left: Turn, right: Turn) -> Bool {
      left.every == right.every && left.first == right.first && left.after == right.after
        && left.chance?.percent == right.chance?.percent && left.chance?.seed == right.chance?.seed
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(every)
      hasher.combine(first)
      hasher.combine(after)
      hasher.combine(chance?.percent)
      hasher.combine(chance?.seed)
    }
  }
}
