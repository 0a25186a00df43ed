/// Made-up people, the same ones every time.
enum SampleUser {
  private static let given = [
    "Ada", "Björn", "Chloé", "Дмитрий", "エミ", "Fatima", "Gül", "李雷", "Łukasz", "Olivia",
    "Σωκράτης", "José", "Ngọc", "Søren", "Zoë", "Ivan",
  ]
  private static let family = [
    "Lovelace", "Müller", "García", "Иванов", "田中", "O\\\"Brien", "Nguyễn", "Kowalski",
    "Brown", "Öztürk", "Rossi", "Lee", "Jones",
  ]
  private static let cities = [
    "Lisboa", "Zürich", "Łódź", "上海", "Reykjavík", "São Paulo", "Tromsø", "Київ", "Cork",
  ]
  private static let tags = [
    "admin", "beta", "gold", "eu-west-1", "trial", "vip", "churned", "newsletter",
  ]
  private static let words = [
    "slow", "quiet", "exact", "cable", "naïve", "日本語", "river", "copper", "lantern", "🎉",
    "harbour", "\\u00e9t\\u00e9", "paper", "signal",
  ]

  /// One person as a JSON object; `idText` replaces the number so that a caller can patch it.
  static func json(index: Int, idText: String? = nil) -> String {
    let id = idText ?? "\(index)"
    var random = Generator(seed: UInt64(truncatingIfNeeded: index))
    let name = "\(random.pick(given)) \(random.pick(family))"
    let about = (0..<(4 + random.below(16))).map { _ in random.pick(words) }
      .joined(separator: " ")
    let chosen = (0..<random.below(4)).map { _ in "\"\(random.pick(tags))\"" }
      .joined(separator: ",")
    let balance = "\(random.below(90_000) - 20_000).\(10 + random.below(90))"
    let manager = random.below(3) == 0 ? "null" : "\(random.below(1_000))"
    return """
      {"id":\(id),"name":"\(name)","email":"user\(id)@example.com",\
      "active":\(random.below(2) == 0),"balance":\(balance),"age":\(18 + random.below(70)),\
      "address":{"city":"\(random.pick(cities))","zip":"\(10_000 + random.below(89_999))",\
      "geo":{"lat":\(random.below(90)).\(random.below(1_000_000)),"lng":-\(random.below(180)).5}},\
      "tags":[\(chosen)],"manager":\(manager),"about":"\(about)"}
      """
  }

  /// A small generator (SplitMix64), so that the same index always gives the same person.
  private struct Generator {
    private var state: UInt64

    /// Neighbouring seeds must not give neighbouring states, or people would repeat each other.
    init(seed: UInt64) {
      state = Self.mix(seed &+ 0x1234_5678_9abc_def1)
    }

    mutating func below(_ limit: Int) -> Int {
      state &+= 0x9e37_79b9_7f4a_7c15
      return Int(Self.mix(state) % UInt64(limit))
    }

    private static func mix(_ value: UInt64) -> UInt64 {
      var word = value
      word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
      return word ^ word >> 31
    }

    mutating func pick(_ list: [String]) -> String { list[below(list.count)] }
  }
}
