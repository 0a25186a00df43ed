import LosslessJSON
import NetEngine

/// Texts that were found to hold no secret of their own, and are not looked through again.
///
/// What is known from elsewhere is looked for in them all the same.
///
/// Sessions say the same things over and over, and each of them is walked over twice: to learn what
/// is secret, and to take it out. Copies of what is known share this: it says nothing about secrets.
final class HarmlessTexts: Sendable {
  private struct Keys {
    var short: Set<Int> = []
    var long: Set<Int> = []
  }

  /// By a hash whose seed nobody outside of the process knows.
  private let keys = Lock(Keys())

  /// What a text is read as: the same bytes are a secret under one name and none under another.
  enum Reading: Hashable {
    case url, text, head
    /// The lines of a head below its first.
    case fields
    case header(String)
    case body(MediaType?)
    /// A value of another tool's, under a name in a list of such a kind.
    case foreign(isPair: Bool, ForeignWalk.List, UInt64)
    /// A number of another tool's, or what is too deep to be walked over.
    case other(String)

    /// Keeps equal bytes apart that are read otherwise.
    ///
    /// Those that every exchange has are numbers: hashing them takes longer than most of the texts.
    fileprivate var seed: UInt64 {
      switch self {
      case .url: 1
      case .text: 2
      case .head: 3
      case .fields: 4
      case .body(nil): 5
      default: UInt64(truncatingIfNeeded: hashValue)
      }
    }
  }

  static func key(_ bytes: SecretFinder.Bytes, as reading: Reading) -> Int {
    Int(truncatingIfNeeded: ByteHash.of(bytes, seed: reading.seed))
  }

  /// One key for a whole block of headers.
  static func key(_ headers: Headers) -> Int {
    var hash = Reading.fields.seed
    for var field in headers {
      hash = field.name.withUTF8 { ByteHash.of($0, seed: hash) }
      hash = field.value.withUTF8 { ByteHash.of($0, seed: hash) }
    }
    return Int(truncatingIfNeeded: hash)
  }

  func holds(_ key: Int, ofCount count: Int) -> Bool {
    keys.withLock { count < Self.long ? $0.short.contains(key) : $0.long.contains(key) }
  }

  /// There are as many short texts as there are moments; those that come again come early.
  func add(_ key: Int, ofCount count: Int) {
    keys.withLock { keys in
      if count < Self.long {
        if keys.short.count < 1 << 14 { keys.short.insert(key) }
      } else if keys.long.count < 1 << 20 {
        keys.long.insert(key)
      }
    }
  }

  private static let long = 256
}
