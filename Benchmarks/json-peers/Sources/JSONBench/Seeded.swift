/// SplitMix64 with what the sample data needs of it.
struct Seeded {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func integer(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  mutating func flag() -> Bool { next() & 1 == 1 }

  mutating func one(in count: Int) -> Bool { integer(0..<count) == 0 }

  mutating func pick<T>(_ values: [T]) -> T { values[integer(0..<values.count)] }

  mutating func some(of values: [String], upTo most: Int) -> [String] {
    let start = integer(0..<values.count)
    return (0..<integer(0..<most + 1)).map { values[(start + $0) % values.count] }
  }

  mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in pick(Words.all) }.joined(separator: " ")
  }

  mutating func decimal(_ range: Range<Int>, places: Int) -> String {
    let whole = integer(range)
    let digits = String((0..<places).map { _ in Character(String(integer(0..<10))) })
    return "\(whole).\(digits)"
  }

  mutating func guid() -> String {
    [8, 4, 4, 4, 12].map { length in
      String((0..<length).map { _ in pick(Array("0123456789abcdef")) })
    }.joined(separator: "-")
  }

  mutating func date() -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
    let day = "20\(integer(10..<26))-\(two(integer(1..<13)))-\(two(integer(1..<29)))"
    return day + "T\(two(integer(0..<24))):\(two(integer(0..<60))):\(two(integer(0..<60)))Z"
  }
}

enum Words {
  static let names = [
    "Ana", "Björn", "Chloé", "Дмитрий", "エミ", "Fatima", "Gül", "李雷", "Łukasz", "Olivia",
    "Σωκράτης", "John", "Mary", "Peter", "Susan", "Robert",
  ]
  static let surnames = [
    "Smith", "Jones", "Müller", "García", "Иванов", "田中", "O\"Brien", "Nguyễn", "Kowalski",
    "Brown", "Taylor", "Lee",
  ]
  static let all =
    ("lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut "
    + "labore et dolore magna aliqua 日本語 emoji 🎉 naïve café").split(separator: " ").map(String.init)
  static let tags = [
    "admin", "beta", "gold", "eu-west-1", "trial", "vip", "churned", "newsletter",
  ]
}
