import NetEngine
import Testing

/// Chains by arity: one to eight steps, each seeing all before it.
@Suite struct ChainTests {
  /// Eight steps; the one with the given number does something else.
  private func chain(
    at number: Int? = nil, _ odd: @escaping @Sendable () throws -> Call<Int>? = { nil }
  ) -> Chain8<Int, Int, Int, Int, Int, Int, Int, Int> {
    @Sendable func step(_ index: Int, _ earlier: Int...) throws -> Call<Int>? {
      index == number ? try odd() : Calls.value(earlier.reduce(1, +))
    }
    let first = number == 0 ? (try? odd()) ?? Calls.failing("no") : Calls.value(1)
    return Sequencer.first(first)
      .next { try step(1, $0) }
      .next { try step(2, $0, $1) }
      .next { try step(3, $0, $1, $2) }
      .next { try step(4, $0, $1, $2, $3) }
      .next { try step(5, $0, $1, $2, $3, $4) }
      .next { try step(6, $0, $1, $2, $3, $4, $5) }
      .next { try step(7, $0, $1, $2, $3, $4, $5, $6) }
  }

  @Test("a chain of eight sees every earlier result, and runs twice with the same ones")
  func twice() async throws {
    let chain = chain()
    for _ in 0..<2 {
      guard case .completed(let all) = try await chain.call.value else {
        Issue.record("the chain did not complete")
        return
      }
      #expect(
        [all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7] == [1, 2, 4, 8, 16, 32, 64, 128])
    }
  }

  @Test(
    "brokenAt equals the failing step for every step, and its cause is kept",
    arguments: 0..<8)
  func brokenAt(step: Int) async {
    let result = await chain(at: step) { Calls.failing("no") }.call.result
    #expect(result.brokenAt == step)
    #expect(result.words == "no")
  }

  @Test("a step that returns nil breaks the chain there", arguments: 1..<8)
  func missing(step: Int) async {
    let result = await chain(at: step) { nil }.call.result
    #expect(result.brokenAt == step)
    #expect(result.thrown?.message == "step \(step) failed: the step has no call to run")
  }

  @Test("a closure that throws is its step's failure", arguments: 1..<8)
  func throwing(step: Int) async {
    let result = await chain(at: step) { throw Calls.Words("closure") }.call.result
    #expect(result.brokenAt == step)
    #expect(result.words == "closure")
  }

  @Test("stop ends a chain well, before the step that says so", arguments: 0..<8)
  func stop(step: Int) async throws {
    guard case .stopped(let after) = try await chain(at: step, { .stop }).call.value else {
      Issue.record("the chain did not stop")
      return
    }
    #expect(after == step - 1)
  }

  @Test("events tell each step as it finishes, the failure last")
  func events() async {
    var lines: [String] = []
    for await event in chain(at: 3, { Calls.failing("no") }).events {
      lines.append("\(event.step) \(event.result.words ?? "\((try? event.result.get()) ?? "?")")")
    }
    #expect(lines == ["0 1", "1 2", "2 4", "3 no"])
    lines = []
    for await event in chain(at: 2, { .stop }).events { lines.append("\(event.step)") }
    #expect(lines == ["0", "1"])
  }

  @Test("a step starts when the one before has ended, not sooner")
  func strictly() async {
    let gate = Gate()
    let entered = Gate()
    let record = Record<String>()
    let chain = Sequencer.first(Calls.waiting(for: gate, 1, entered: entered)).next { value in
      record.append("second after \(value)")
      return Calls.value(value)
    }
    let running = chain.call.start()
    await entered.wait()
    #expect(record.all.isEmpty)
    gate.open()
    _ = await running.result
    #expect(record.all == ["second after 1"])
  }

  @Test("a chain that is cancelled is cancelled, and its next step never starts")
  func cancelled() async {
    let entered = Gate()
    let record = Record<Int>()
    let chain = Sequencer.first(Calls.hanging(entered: entered)).next { value in
      record.append(value)
      return Calls.value(value)
    }
    let running = chain.call.start()
    await entered.wait()
    running.cancel()
    #expect(await running.result.label == "cancelled")
    #expect(record.all.isEmpty)
  }

  @Test("every arity ends as a call and tells its events")
  func arities() async throws {
    let one = Sequencer.first(Calls.value(1))
    let two = one.next { Calls.value($0 + 1) }
    let three = two.next { Calls.value($0 + $1) }
    let four = three.next { _, _, c in Calls.value(c) }
    let five = four.next { _, _, _, d in Calls.value(d) }
    let six = five.next { _, _, _, _, e in Calls.value(e) }
    let seven = six.next { _, _, _, _, _, f in Calls.value(f) }
    func count(_ events: ResultStream<ChainEvent>) async -> Int {
      var count = 0
      for await _ in events { count += 1 }
      return count
    }
    #expect(await count(one.events) == 1)
    #expect(await count(two.events) == 2)
    #expect(await count(three.events) == 3)
    #expect(await count(four.events) == 4)
    #expect(await count(five.events) == 5)
    #expect(await count(six.events) == 6)
    #expect(await count(seven.events) == 7)
    guard case .completed(let a) = try await one.call.value,
      case .completed(let b) = try await two.call.value,
      case .completed(let c) = try await three.call.value,
      case .completed(let d) = try await four.call.value,
      case .completed(let e) = try await five.call.value,
      case .completed(let f) = try await six.call.value,
      case .completed(let g) = try await seven.call.value
    else {
      Issue.record("a chain did not complete")
      return
    }
    #expect(a == 1 && b == (1, 2) && c == (1, 2, 3) && d == (1, 2, 3, 3) && e.4 == 3)
    #expect(f.5 == 3 && g.6 == 3)
  }
}
