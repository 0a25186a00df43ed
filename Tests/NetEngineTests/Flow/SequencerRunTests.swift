import NetEngine
import TestSupport
import Testing

/// Eight steps in plain code: what a chain is asked for holds for `run`.
@Suite struct SequencerRunTests {
  /// Each of eight steps adds all before it; the one with the given number does something else.
  private func doubling(
    at number: Int? = nil, _ odd: @escaping @Sendable () -> Call<Int>? = { nil },
    told: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) -> Call<[Int]> {
    Sequencer.run(steps: 8) { step in
      var all = [Int]()
      for index in 0..<8 {
        let sum = index == 0 ? 1 : all.reduce(0, +)
        let call = index == number ? odd() : Calls.value(sum)
        all.append(
          try await step(
            call?.map { value in
              told(index, value)
              return value
            }))
      }
      return all
    }
  }

  @Test("a sequence of eight sees every earlier result, and runs twice with the same ones")
  func twice() async throws {
    let call = doubling()
    for _ in 0..<2 { #expect(try await call.value == [1, 1, 2, 4, 8, 16, 32, 64]) }
  }

  @Test("a step without a call breaks the sequence there", arguments: 0..<8)
  func missing(step: Int) async {
    let result = await doubling(at: step).result
    #expect(result.brokenAt == step)
    #expect(result.thrown?.message == "step \(step) failed: the step has no call to run")
  }

  @Test("steps of eight types, each typed where the next one uses it")
  func types() async throws {
    let call = Sequencer.run { step in
      let number = try await step(Calls.value(7))
      let text = try await step(Calls.value("\(number)"))
      let flag = try await step(Calls.value(text.count == 1))
      let list = try await step(Calls.value([flag]))
      let pair = try await step(Calls.value(list.first.map { Pair(one: $0, two: text) }))
      let part = try await step(Calls.value(pair?.two.last))
      let sum = try await step(Calls.value(Double(number) / 2))
      return try await step(Calls.value("\(part ?? "-") \(sum)"))
    }
    #expect(try await call.value == "7 3.5")
  }

  private struct Pair: Sendable {
    var one: Bool
    var two: String
  }

  @Test("a body that returns early ends well, and no later step is sent", arguments: 0..<8)
  func stop(step: Int) async throws {
    let sent = Record<Int>()
    let call = Sequencer.run(steps: 8) { run in
      for index in 0..<8 {
        if index == step { return index }
        _ = try await run(Calls.value(index).map { sent.append($0) })
      }
      return 8
    }
    #expect(try await call.value == step)
    #expect(sent.all == Array(0..<step))
  }

  @Test("whoever asks in a step's place is told of it as it finishes, of its failure too")
  func told() async {
    let lines = Record<String>()
    let failing = Calls.failing("no", Int.self).onFailure { error in
      lines.append("failed: \(error.message)")
      return .passOn
    }
    _ = await doubling(at: 3, { failing }, told: { lines.append("\($0) \($1)") }).result
    #expect(lines.all.dropLast() == ["0 1", "1 1", "2 2"])
    #expect(lines.all.last?.contains("no") == true)
  }

  @Test("a step starts when the one before has ended, not sooner")
  func strictly() async {
    let gate = Gate()
    let entered = Gate()
    let record = Record<String>()
    let call = Sequencer.run { step in
      let value = try await step(Calls.waiting(for: gate, 1, entered: entered))
      record.append("second after \(value)")
      return try await step(Calls.value(value))
    }
    let running = call.start()
    await entered.wait()
    #expect(record.all.isEmpty)
    gate.open()
    _ = await running.result
    #expect(record.all == ["second after 1"])
  }

  @Test("a sequence that is cancelled is cancelled, and its next step never starts")
  func cancelled() async {
    let entered = Gate()
    let record = Record<Int>()
    let call = Sequencer.run { step in
      record.append(try await step(Calls.hanging(entered: entered)))
      return try await step(Calls.value(1))
    }
    let running = call.start()
    await entered.wait()
    running.cancel()
    #expect(await running.result.label == "cancelled")
    #expect(record.all.isEmpty)
  }
}
