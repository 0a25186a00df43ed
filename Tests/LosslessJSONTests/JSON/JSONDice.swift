import NetEngine
import TestSupport

/// The same choices on every machine, so that a seed is a reproduction.
struct JSONDice {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func next() -> UInt64 { random.next() }

  mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(sides)) }

  mutating func pick<T>(_ values: [T]) -> T { values[roll(values.count)] }

  /// A correct document: any structure, any token, any white space.
  mutating func document(budget: Int = 30) -> [UInt8] {
    var budget = budget
    return space() + value(depth: 0, &budget) + space()
  }

  private mutating func value(depth: Int, _ budget: inout Int) -> [UInt8] {
    budget -= 1
    let isLeaf = budget <= 0 || depth > 12
    switch roll(isLeaf ? 6 : 10) {
    case 0: return Array(pick(["true", "false", "null"]).utf8)
    case 1, 2: return number()
    case 3, 4, 5: return string()
    case 6, 7:
      let elements = (0..<roll(5)).map { _ in space() + value(depth: depth + 1, &budget) + space() }
      return container(0x5b, elements, 0x5d)
    default:
      let members = (0..<roll(5)).map { _ in
        space() + string() + space() + [0x3a] + space() + value(depth: depth + 1, &budget) + space()
      }
      return container(0x7b, members, 0x7d)
    }
  }

  private mutating func container(_ open: UInt8, _ parts: [[UInt8]], _ close: UInt8) -> [UInt8] {
    [open] + (parts.isEmpty ? space() : Array(parts.joined(separator: [0x2c]))) + [close]
  }

  private mutating func space() -> [UInt8] {
    guard roll(3) == 0 else { return [] }
    return (0..<roll(12)).map { _ in pick([0x20, 0x20, 0x20, 0x0a, 0x0d, 0x09]) }
  }

  private mutating func digits(_ most: Int) -> String {
    (0..<1 + roll(most)).map { _ in String(roll(10)) }.joined()
  }

  private mutating func number() -> [UInt8] {
    var text = roll(3) == 0 ? "-" : ""
    text += roll(4) == 0 ? "0" : String(1 + roll(9)) + (roll(2) == 0 ? digits(24) : "")
    if roll(3) == 0 { text += "." + digits(12) }
    if roll(4) == 0 { text += pick(["e", "E", "e+", "E-", "e-"]) + digits(4) }
    return Array(text.utf8)
  }

  mutating func string() -> [UInt8] {
    let pieces = [
      "a", "bc", "key", "1234567", "12345678", "é", "日本", "🎉", #"\n"#, #"\""#, #"\\"#, #"\/"#,
      #"\u00e9"#,
      #"\ud83c\udf89"#, #"\ud800"#, #"\u0000"#, " ", "{", "]", ":", ",", "\u{7f}", "\u{2028}",
    ]
    let length = pick([0, 1, 1, 2, 3, 5, 9])
    return Array(("\"" + (0..<length).map { _ in pick(pieces) }.joined() + "\"").utf8)
  }

  /// The document with a few bytes changed, cut, doubled or moved; often broken, not always.
  mutating func mutated(_ document: [UInt8]) -> [UInt8] {
    var bytes = document
    for _ in 0...roll(3) where !bytes.isEmpty {
      let place = roll(bytes.count)
      switch roll(7) {
      case 0: bytes[place] = UInt8(roll(256))
      case 1: bytes[place] = pick(Array("{}[]\",:0-.eE\\u tfn\n".utf8))
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(pick(Array("{}[]\",:01-+.eE\\/\u{1}".utf8)), at: place)
      case 4: bytes.removeLast(min(bytes.count, roll(8)))
      case 5:
        let end = min(bytes.count, place + 1 + roll(8))
        bytes.insert(contentsOf: bytes[place..<end], at: roll(bytes.count))
      default: bytes.swapAt(place, roll(bytes.count))
      }
    }
    return bytes
  }
}

/// Bytes fed in pieces, each call with all bytes so far at a new address, as a growing buffer does.
enum JSONFeeding {
  static func document(
    _ bytes: [UInt8], cuts: [Int], limits: JSONLimits = .standard
  ) -> JSONDocument {
    var parser = JSONParser(limits: limits)
    for cut in cuts {
      Array(bytes[..<cut]).withUnsafeBytes { parser.feed($0, isFinal: false) }
    }
    return parser.finish(owner: JSONTestBytes(bytes))
  }
}

/// An owner of bytes as the rest of the engine will have them: a block somewhere, kept alive.
///
/// `@unchecked Sendable`: filled in `init`, read only from then on.
final class JSONTestBytes: JSONBytes, @unchecked Sendable {
  let base: UnsafeRawPointer
  let count: Int

  init(_ bytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    memory.copyBytes(from: bytes)
    base = UnsafeRawPointer(memory.baseAddress.unsafelyUnwrapped)
    count = bytes.count
  }

  deinit { base.deallocate() }
}
