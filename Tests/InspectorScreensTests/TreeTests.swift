import InspectorScreens
import NetEngine
import TestSupport
import Testing

/// The tree: what it flags, where it breaks off, and that its size costs nothing.
struct TreeTests {
  static let odd: [(String, String)] = [
    ("9007199254740993", "! beyond 2^53: a double alters it"),
    ("9007199254740994", "! beyond 2^53"), ("-0", "! minus zero"), ("-0.0", "! minus zero"),
    ("1e400", "! too large for a double"), ("1e-400", "! too small for a double"),
    ("1.5e3", "! with an exponent"), ("0.1234567890123456789", "! more digits than a double keeps"),
    (#""\ud83d""#, "! half a surrogate pair"), (#"{"a":1,"b":2,"a":3}"#, "! this key comes again"),
  ]

  @Test("what most programs read otherwise is flagged", arguments: odd)
  func flags(text: String, flag: String) {
    var stage = Stage(120, 36)
    stage.showTree(Sample.response("/users", body: "[\(text)]"))
    #expect(stage.shows(flag))
  }

  @Test(
    "what every program reads alike is not", arguments: ["0", "42", "-1.5", "9007199254740992"])
  func noFlags(text: String) {
    var stage = Stage(120, 36)
    stage.showTree(Sample.response("/users", body: "[\(text)]"))
    #expect(stage.shows("0: \(text)"))
    #expect(!stage.shows("!"))
  }

  @Test("escapes are undone where that leaves nothing open")
  func escapes() {
    var stage = Stage(120, 36)
    stage.showTree(
      Sample.response("/users", body: #"["O\"Brien","a\\b","\u60a8\/","tab\there"]"#))
    #expect(stage.shows(#"0: "O\"Brien""#))
    #expect(stage.shows(#"1: "a\\b""#))
    #expect(stage.shows(#"2: "您/""#))
    #expect(stage.shows(#"3: "tab\there""#))
  }

  @Test("broken JSON shows up to the break, with the reason there")
  func broken() {
    var stage = Stage(120, 36)
    stage.showTree(Sample.broken)
    #expect(stage.shows("▾ data: [2+]"))
    #expect(stage.shows("1: 2"))
    #expect(stage.shows("✗ line 3, column 17 (byte 31): found ',', expected a value"))
    stage.press("G")
    #expect(stage.bars.contains { $0.hasPrefix("▌✗ line 3") })
    stage.press("k")
    #expect(stage.bars.contains { $0.hasPrefix("▌      1: 2") })
  }

  @Test("one document a line: a row each, parsed when it is looked at")
  func lines() {
    var stage = Stage(120, 36)
    stage.showTree(Sample.large)
    #expect(stage.shows(#"  1 ▸ {2} {"line":1,"text":"row 1 of many"}"#))
    stage.press("l l")
    #expect(stage.shows(" line 1: line "))
    stage.press("G")
    #expect(stage.shows(#"400 ▸ {2}"#))
    stage.press("/")
    stage.type("row 123 of")
    stage.press("Enter")
    #expect(stage.bars.contains { $0.contains(#"text: "row 123 of many""#) })
    #expect(stage.shows("123 ▾ {2}"))
  }

  @Test(
    "a search stands on what it found, wherever that is", arguments: [0, 1, 2, 77, 197, 198, 199])
  func searchStands(index: Int) {
    var stage = Stage(120, 36)
    let items = (0..<200).map { #"{"id":\#($0),"name":"item-\#($0)-"}"# }
    stage.showTree(Sample.response("/users", body: "[\(items.joined(separator: ","))]"))
    stage.press("/")
    stage.type("item-\(index)-")
    stage.press("Enter")
    #expect(stage.bars.contains { $0.hasPrefix(#"▌      name: "item-\#(index)-""#) })
  }

  @Test("a search finds what is folded away and unfolds it")
  func search() {
    var stage = Stage(120, 36)
    stage.showTree(Sample.tree)
    stage.press("- - - - - /")
    stage.type("lyon")
    stage.press("Enter")
    #expect(stage.bars.contains { $0.contains(#"city: "Lyon""#) })
    #expect(stage.matches == ["Lyon"])
    #expect(stage.shows(" data.items.0.address.city "))
  }

  @Test("the first part shows while the rest is read, and places stay when it is there")
  func reading() throws {
    var stage = Stage(120, 36)
    let text = "[" + (0..<60_000).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    let response = Sample.response("/large", body: text)
    let effects = stage.send(.exchange(id, .finished(.success(response)), at: stage.now))
    stage.press("2 Tab")
    #expect(stage.shows("reading the body"))
    guard case .read(let orders)? = effects.first, let order = orders.first else {
      Issue.record("nothing was ordered")
      return
    }
    var reader = DocumentReader(response)
    _ = reader.read(100)
    stage.send(
      .read(order.number, .started(reader.snapshot(maxEntries: 100)), at: stage.now))
    #expect(stage.shows("id: 0"))
    stage.press("j j")
    stage.send(.read(order.number, .progress(0.4), at: stage.now))
    stage.press("G")
    #expect(stage.shows("reading, 40 %"))
    stage.press("g j j")
    let bar = stage.treeBar
    stage.send(
      .read(order.number, .done(Reading(order.result, order.pipeline)), at: stage.now))
    #expect(stage.treeBar == bar)
    stage.press("G")
    #expect(stage.shows("id: 59999"))
    #expect(stage.shows(" 59999.id "))
  }

  @Test("folds stay when another tab was looked at and when the answer is read anew")
  func foldsStay() {
    var stage = Stage(120, 36)
    stage.showTree(Sample.tree)
    stage.press("j j j h")
    let bars = stage.bars
    stage.press("4 2")
    #expect(stage.bars == bars)
    stage.press("s")
    #expect(stage.bars == bars)
  }

  @Test("rows found backward are the rows found forward, whatever is folded", arguments: 0..<4)
  func bothWays(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    var stage = Stage(120, Int.random(in: 14...36, using: &seeded))
    stage.showTree(Sample.response("/users", body: value(5, &seeded)))
    for _ in 0..<12 {
      stage.press(
        ["j", "J", "h", "H", "L", "l", "-", "+", "Ctrl-d", "k"].randomElement(using: &seeded) ?? "j"
      )
    }
    stage.press("g")
    var down: [String] = []
    for _ in 0..<400 {
      let row = stage.cursorRow
      stage.press("j")
      down.append(row)
      if stage.cursorRow == row { break }
    }
    var up: [String] = []
    for _ in 0..<down.count {
      up.append(stage.cursorRow)
      stage.press("k")
    }
    #expect(up.reversed() == down)
  }

  /// A random value; small ones repeat so that containers of every size come.
  private func value(_ depth: Int, _ seeded: inout SplitMix) -> String {
    let count = Int.random(in: 0...(depth == 5 ? 20 : 4), using: &seeded)
    switch depth == 0 ? 2 : depth == 5 ? 0 : Int.random(in: 0...3, using: &seeded) {
    case 0:
      return "[" + (0..<count).map { _ in value(depth - 1, &seeded) }.joined(separator: ",") + "]"
    case 1:
      return "{"
        + (0..<count).map { "\"k\($0)\":" + value(depth - 1, &seeded) }.joined(separator: ",") + "}"
    default: return "\(Int.random(in: 0...999_999, using: &seeded))"
    }
  }
}

extension Stage {
  /// The tree's row under the cursor, with its path, which tells equal rows apart.
  fileprivate var cursorRow: String {
    let border = frame.text(ofRow: size.height - 2)
    let path = border.firstRange(of: "└─ ").map { border[$0.lowerBound...].prefix { $0 != "━" } }
    return treeBar + (path?.split(separator: " ").dropFirst().first.map(String.init) ?? "")
  }

  /// The tree's row under the cursor.
  fileprivate var treeBar: String {
    let bars = bars.filter { !$0.contains("GET  ") && !$0.hasPrefix("▌12:") }
    return String(bars.last ?? "")
  }
}
