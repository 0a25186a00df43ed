import TestSupport

/// Chance that comes out the same in every run.
struct SessionDice {
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(bound, 1))) }

  /// A small document; few different values, so that equal ones happen.
  mutating func json(depth: Int) -> String {
    switch below(depth > 0 ? 7 : 4) {
    case 0: return "\(below(3))"
    case 1: return ["1.0", "1", "10e-1", "0"][below(4)]
    case 2: return ["\"a\"", "\"\\u0061\"", "\"b\""][below(3)]
    case 3: return ["true", "false", "null"][below(3)]
    case 4:
      return "[" + (0..<below(4)).map { _ in json(depth: depth - 1) }.joined(separator: ",") + "]"
    default:
      let keys = ["\"a\"", "\"b\"", "\"id\""].filter { _ in below(2) == 0 }
      let members = keys.map { "\($0):\(json(depth: depth - 1))" }
      return "{" + (below(2) == 0 ? members : members.reversed()).joined(separator: ",") + "}"
    }
  }
}
