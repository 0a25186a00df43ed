import NetEngine
import TestSupport
import Testing

/// Calls side by side, and one after the other by `run`.
@Suite struct SequencerTests {
  @Test("zip keeps the order of the calls, whatever order they end in")
  func zipOrder() async throws {
    let gate = Gate()
    let last = Calls.value(3).map { value in
      gate.open()
      return value
    }
    let calls = [Calls.waiting(for: gate, 1), Calls.value(2), last]
    #expect(try await Sequencer.zip(calls).value == [1, 2, 3])
  }

  @Test("zip of nothing is nothing")
  func zipOfNothing() async throws {
    #expect(try await Sequencer.zip([Call<Int>]()).value.isEmpty)
  }

  @Test("zip names the call that failed and keeps its cause", arguments: 0..<4)
  func zipFailure(index: Int) async {
    let calls = (0..<4).map { $0 == index ? Calls.failing("no") : Calls.value($0) }
    let result = await Sequencer.zip(calls).result
    #expect(result.brokenAt == index)
    #expect(result.words == "no")
  }

  @Test("the first failure of a zip cancels what still runs")
  func zipCancels() async {
    let entered = Gate()
    let cancelled = Gate()
    let failing = Calls.waiting(for: entered, 0).map { _ -> Int in throw Calls.Words("no") }
    let hanging = Calls.hanging(entered: entered, cancelled: cancelled)
    let result = await Sequencer.zip([hanging, failing]).result
    #expect(result.brokenAt == 1)
    await cancelled.wait()
  }

  @Test("zip of different types is a tuple in their order")
  func tuple() async throws {
    let gate = Gate()
    let flag = Calls.value(true).map { value in
      gate.open()
      return value
    }
    let (number, text, yes) = try await Sequencer.zip(
      Calls.waiting(for: gate, 1), Calls.value("a"), flag
    ).value
    #expect(number == 1 && text == "a" && yes)
  }

  @Test("zip of different types names the call that failed and cancels the others")
  func tupleFailure() async {
    let entered = Gate()
    let cancelled = Gate()
    let hanging = Calls.hanging(entered: entered, cancelled: cancelled)
    let failing = Calls.waiting(for: entered, "x").map { _ -> Bool in throw Calls.Words("no") }
    let result = await Sequencer.zip(Calls.value("a"), hanging, failing).result
    #expect(result.brokenAt == 2)
    #expect(result.words == "no")
    await cancelled.wait()
  }

  @Test("merge gives every result with its index, failures among them")
  func merge() async {
    var seen: [Int: String] = [:]
    let calls: [Call<Int>] = [Calls.value(1), Calls.failing("no"), Calls.value(3)]
    for await item in Sequencer.merge(calls, maxConcurrent: 2) {
      seen[item.index] = item.result.words ?? "\((try? item.result.get()) ?? -1)"
    }
    #expect(seen == [0: "1", 1: "no", 2: "3"])
  }

  @Test("merge gives results as they complete")
  func mergeOrder() async {
    let gates = (0..<3).map { _ in Gate() }
    let calls = (0..<3).map { Calls.waiting(for: gates[$0], $0) }
    var order: [Int] = []
    gates[2].open()
    for await item in Sequencer.merge(calls) {
      order.append(item.index)
      if order.count < 3 { gates[2 - order.count].open() }
    }
    #expect(order == [2, 1, 0])
  }

  @Test("merge that stops on failure ends with it and cancels the rest")
  func mergeStops() async {
    let entered = Gate()
    let cancelled = Gate()
    let failing = Calls.waiting(for: entered, 0).map { _ -> Int in throw Calls.Words("no") }
    let calls = [Calls.hanging(entered: entered, cancelled: cancelled), failing]
    var indexes: [Int] = []
    for await item in Sequencer.merge(calls, stopsOnFailure: true) { indexes.append(item.index) }
    #expect(indexes == [1])
    await cancelled.wait()
  }

  @Test("a merge that is dropped cancels what runs")
  func mergeDropped() async {
    let entered = Gate()
    let cancelled = Gate()
    let calls = [Calls.value(0), Calls.hanging(entered: entered, cancelled: cancelled)]
    for await _ in Sequencer.merge(calls) {
      await entered.wait()
      break
    }
    await cancelled.wait()
  }

  /// Counts how many transfers run at once.
  private final class Crowd: Sendable {
    private let state = Lock((now: 0, most: 0))

    var most: Int { state.withLock(\.most) }

    func enter() -> Int {
      state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
        return state.now
      }
    }

    func leave() { state.withLock { $0.now -= 1 } }
  }

  /// Twelve calls; each waits until `width` run at once, or enough of them have.
  private func crowd(_ width: Int) -> (calls: [Call<Int>], crowd: Crowd) {
    let crowd = Crowd()
    let full = Gate()
    let transport = ScriptedTransport { request, _, _ in
      if crowd.enter() == width { full.open() }
      await full.wait()
      // A transfer too many would enter here and be counted.
      for _ in 0..<20 { await Task.yield() }
      crowd.leave()
      return .success(.ok(request))
    }
    let call = Provider(transport: transport).request(TestTarget()).map { $0.statusCode }
    return (Array(repeating: call, count: 12), crowd)
  }

  @Test("no more than maxConcurrent run at once, and no fewer", arguments: [1, 3, 12])
  func maxConcurrent(width: Int) async throws {
    let (zipped, first) = crowd(width)
    #expect(try await Sequencer.zip(zipped, maxConcurrent: width).value.count == 12)
    #expect(first.most == width)
    let (merged, second) = crowd(width)
    var count = 0
    for await _ in Sequencer.merge(merged, maxConcurrent: width) { count += 1 }
    #expect(count == 12 && second.most == width)
    let (few, third) = crowd(min(width, 4))
    _ = try await Sequencer.zip(few[0], few[1], few[2], few[3], maxConcurrent: min(width, 4)).value
    #expect(third.most == min(width, 4))
  }

  @Test("a limit below one still runs", arguments: [0, -3])
  func senselessLimit(limit: Int) async throws {
    #expect(
      try await Sequencer.zip([Calls.value(1), Calls.value(2)], maxConcurrent: limit).value
        == [1, 2])
  }

  @Test("a sequence that is cancelled as a whole is cancelled, and no step of it broken")
  func cancelled() async {
    let entered = (0..<3).map { _ in Gate() }
    let zip = Sequencer.zip([Calls.hanging(entered: entered[0])]).start()
    let tuple = Sequencer.zip(Calls.hanging(entered: entered[1]), Calls.value("a")).start()
    let run = Sequencer.run { step in try await step(Calls.hanging(entered: entered[2])) }.start()
    for gate in entered { await gate.wait() }
    zip.cancel()
    tuple.cancel()
    run.cancel()
    #expect(await zip.result.label == "cancelled")
    #expect(await tuple.result.label == "cancelled")
    #expect(await run.result.label == "cancelled")
  }

  @Test("brokenAt is the step that failed, for every step", arguments: 0..<8)
  func brokenAt(failingStep: Int) async {
    let call = Sequencer.run { step in
      var sum = 0
      for index in 0..<8 {
        sum += try await step(index == failingStep ? Calls.failing("no") : Calls.value(index))
      }
      return sum
    }
    let result = await call.result
    #expect(result.brokenAt == failingStep)
    #expect(result.words == "no")
  }

  @Test("a step without a call breaks the sequence there")
  func missingStep() async {
    let call = Sequencer.run { step in
      _ = try await step(Calls.value(1))
      return try await step(Call<Int>?.none)
    }
    let result = await call.result
    #expect(result.brokenAt == 1)
    #expect(result.thrown?.message == "step 1 failed: the step has no call to run")
  }

  @Test("a sequence runs twice with the same result")
  func runTwice() async throws {
    let call = Sequencer.run { step in
      let first = try await step(Calls.value(20))
      return try await step(Calls.value(first + 1)) * 2
    }
    #expect(try await call.value == 42)
    #expect(try await call.value == 42)
  }

  @Test("what a body throws by itself is no step's failure, caught steps or not")
  func ownError() async {
    let call =
      Sequencer.run { step in
        _ = try? await step(Calls.failing("caught", Int.self))
        throw Calls.Words("own")
      } as Call<Int>
    let result = await call.result
    #expect(result.brokenAt == nil)
    #expect(result.words == "own")
  }

  @Test("a caught step that is thrown later is still that step's failure")
  func rethrown() async {
    let call =
      Sequencer.run { step in
        do { return try await step(Calls.failing("first", Int.self)) } catch {
          _ = try? await step(Calls.failing("second", Int.self))
          throw error
        }
      } as Call<Int>
    let result = await call.result
    #expect(result.brokenAt == 0)
    #expect(result.words == "first")
  }
}
