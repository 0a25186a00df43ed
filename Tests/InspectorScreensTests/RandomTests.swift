import Glibc
import InspectorScreens
import NetEngine
import TestSupport
import Testing

/// Any keys in any order: nothing traps, nothing is sent that no key asked for.
struct RandomTests {
  static let keys: [Key] =
    (0x20...0x7E).compactMap { Unicode.Scalar($0).map { .character($0) } }
    + (0x61...0x7A).compactMap { Unicode.Scalar($0).map { .control($0) } }
    + [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right,
      .home, .end, .pageUp, .pageDown, .function(1), .function(24), "é", "漢", "\u{202E}",
      "\u{1B}", "\u{301}",
    ]

  /// Ten thousand keys in the ordinary run; a hundred thousand where INSPECTOR_DEEP is set.
  private static let keysPerSeed = getenv("INSPECTOR_DEEP") == nil ? 1_000 : 10_000

  @Test("random keys", arguments: 0..<10)
  func anyKeys(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    var stage = Stage(120, 36)
    var ordered: [Int] = []
    for step in 0..<Self.keysPerSeed {
      let key = RandomTests.keys.randomElement(using: &seeded) ?? .enter
      stage.pass(milliseconds: 300)
      for effect in stage.send(.key(key, at: stage.now)) {
        if case .ask(_, let target) = effect {
          #expect(["R", "D", "y", .enter].contains(key), "\(key) sent at step \(step)")
          ordered.append(target)
        }
        guard case .send(let target) = effect else { continue }
        #expect([.enter, "r", "a", "y"].contains(key), "\(key) sent at step \(step)")
        #expect(Sample.targets.indices.contains(target))
        ordered.append(target)
      }
      disturb(&stage, &ordered, &seeded)
      if step % 100 == 0 { look(stage) }
    }
  }

  /// What the world does meanwhile: firings begin, progress and end, sizes and pastes come.
  private func disturb(_ stage: inout Stage, _ ordered: inout [Int], _ seeded: inout SplitMix) {
    switch Int.random(in: 0..<40, using: &seeded) {
    case 0..<6: if !ordered.isEmpty { stage.begin(ordered.removeFirst()) }
    case 6..<9:
      if let running = stage.inFlight.randomElement(using: &seeded) {
        stage.progress(running.id, .receiving, Int.random(in: 0...5_000, using: &seeded), of: 5_000)
      }
    case 9..<14:
      if let running = stage.inFlight.randomElement(using: &seeded) {
        stage.finish(
          running.id, RandomTests.answers.randomElement(using: &seeded) ?? .failure(.cancelled))
      }
    case 14: stage.send(.paste(seeded.text(pieces: 5)))
    case 15:
      stage.resize(
        Int.random(in: 1...220, using: &seeded), Int.random(in: 1...70, using: &seeded))
    case 16: stage.search()
    case 17: stage.send(.message("something happened"))
    case 19: stage.send(.previewed(3, .success(Sample.preview)))
    case 18: stage.tick(milliseconds: 200)
    default: break
    }
  }

  private static let answers: [Result<Response, NetError>] = [
    .success(Sample.users), .success(Sample.user), .success(Sample.large),
    .success(Sample.hostile), .success(Sample.unicode), .success(Sample.redirected),
    .failure(Sample.truncated), .failure(Sample.refused), .failure(.cancelled),
  ]

  private func look(_ stage: Stage) {
    let frame = stage.frame
    #expect(frame.width == stage.size.width && frame.height == stage.size.height)
    expectHarmless(frame)
  }

  @Test("a storm of sizes from 1×1 to 500×200", arguments: 0..<4)
  func sizes(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    var stage = Stage(80, 24)
    stage.playSession()
    for scene in 0..<150 {
      let width = scene == 0 ? 1 : Int.random(in: 1...(scene % 3 == 0 ? 500 : 60), using: &seeded)
      let height = scene == 0 ? 1 : Int.random(in: 1...(scene % 5 == 0 ? 200 : 20), using: &seeded)
      stage.resize(width, height)
      look(stage)
      let keys = [
        "j", "Tab", "7", "5", "1", "z", "?", "q G", "k", "f", "Esc", "/", "Esc", "]", "[",
      ]
      let key = keys.randomElement(using: &seeded) ?? "j"
      if key == "q G" { stage.press("? q G") } else { stage.press(key) }
    }
  }

  @Test("every screen at every small size is exactly as large as it should be")
  func smallSizes() {
    for scene in Scene.all {
      var stage = Stage(60, 16)
      scene.play(&stage)
      for (width, height) in [(1, 1), (0, 0), (2, 30), (300, 1), (20, 5), (21, 6), (45, 13)] {
        let frame = stage.app.render(Size(width: width, height: height))
        #expect(frame.width == width && frame.height == height)
        expectHarmless(frame)
      }
    }
  }

  @Test("drawing changes nothing: the same state draws the same screen")
  func drawingIsPure() {
    for scene in Scene.all {
      var stage = Stage(100, 30)
      scene.play(&stage)
      let first = stage.frame
      _ = stage.app.render(Size(width: 33, height: 9))
      #expect(stage.frame == first)
    }
  }

  @Test("names, paths, clocks and messages may be anything", arguments: 0..<6)
  func hostileTexts(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    func text(_ seeded: inout SplitMix) -> String {
      String(decoding: seeded.text(pieces: Int.random(in: 0...12, using: &seeded)), as: UTF8.self)
    }
    let targets = (0..<30).map { _ in
      TargetItem(
        name: text(&seeded), group: ["", "\u{1B}[1m", "漢字"].randomElement(using: &seeded) ?? "",
        method: ["GET", "", "\r\n", "PROPFIND-LONG"].randomElement(using: &seeded) ?? "",
        path: text(&seeded), isSafe: Bool.random(using: &seeded))
    }
    var stage = Stage(130, 30, targets: targets)
    for target in targets.indices.prefix(20) {
      let id = ExchangeID(target)
      stage.send(.exchange(id, .began(target: target, clock: text(&seeded)), at: stage.now))
      var answer = Sample.hostile
      answer.hops[0].reason = text(&seeded)
      answer.hops[0].head = seeded.text(pieces: 30)
      answer.hops[0].requestHead = seeded.text(pieces: 30)
      answer.hops[0].headers.append(HeaderField(text(&seeded), text(&seeded)))
      answer.body = Body(seeded.text(pieces: 80))
      answer.warnings = [Warning(.controlInHeader, text(&seeded))]
      stage.finish(id, .success(answer))
    }
    for keys in ["j", "4", "5", "6", "7", "1", "z", "a", "n", "Tab", "j", "Tab", "g", "?"] {
      stage.press(keys)
      stage.resize(Int.random(in: 20...200, using: &seeded), Int.random(in: 5...50, using: &seeded))
      look(stage)
    }
    stage.send(.message(text(&seeded)))
    look(stage)
  }
}
