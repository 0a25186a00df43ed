/// Chance that comes out the same in every run.
struct SessionDice {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ mixed >> 31) % UInt64(max(bound, 1)))
  }

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
