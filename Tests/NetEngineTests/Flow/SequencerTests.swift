import NetEngine
import Testing

/// Calls without a network: what is tested here is only how they are put together.
@Suite struct SequencerTests {
  private func value<V: Sendable>(_ value: V) -> Call<V> {
    Provider().request(TestTarget(), stub: .immediate).map { _ in value }
  }

  private func failing<V: Sendable>(_ words: String, _ type: V.Type = V.self) -> Call<V> {
    Provider().request(TestTarget(), stub: .immediate).map { _ in throw Words(words) }
  }

  private struct Words: Error, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Test func zipKeepsTheOrderOfTheCalls() async throws {
    let values = try await Sequencer.zip([value(1), value(2), value(3)]).value
    #expect(values == [1, 2, 3])
  }

  @Test func zipOfNothingIsNothing() async throws {
    let values = try await Sequencer.zip([Call<Int>]()).value
    #expect(values.isEmpty)
  }

  @Test func zipNamesTheCallThatFailed() async {
    let result = await Sequencer.zip([value(1), failing("no"), value(3)]).result
    #expect(result.brokenAt == 1)
  }

  @Test func zipOfDifferentTypesIsATuple() async throws {
    let (number, text, flag) = try await Sequencer.zip(value(1), value("a"), value(true)).value
    #expect(number == 1 && text == "a" && flag)
  }

  @Test func zipOfDifferentTypesNamesTheCallThatFailed() async {
    let result = await Sequencer.zip(value(1), value("a"), failing("no", Int.self)).result
    #expect(result.brokenAt == 2)
  }

  @Test func mergeGivesEveryResultWithItsIndex() async {
    var seen: [Int: Bool] = [:]
    for await item in Sequencer.merge([value(1), failing("no"), value(3)], maxConcurrent: 2) {
      seen[item.index] = item.result.failure == nil
    }
    #expect(seen == [0: true, 1: false, 2: true])
  }

  @Test("C106 · brokenAt is the step that failed", arguments: 0..<5)
  func brokenAtIsTheStepThatFailed(failingStep: Int) async {
    let call = Sequencer.run { step in
      var sum = 0
      for index in 0..<5 {
        sum += try await step(index == failingStep ? failing("no") : value(index))
      }
      return sum
    }
    #expect(await call.result.brokenAt == failingStep)
  }

  @Test func aBodyThatThrowsByItselfIsNotAStep() async {
    let call =
      Sequencer.run { step in
        _ = try? await step(failing("caught", Int.self))
        throw Words("own")
      } as Call<Int>
    guard case .failure(.underlying(let error, _)) = await call.result else {
      Issue.record("expected the body's own error")
      return
    }
    #expect(error as? Words == Words("own"))
  }

  @Test("C107 · a chain runs twice with the same result")
  func aChainRunsTwice() async throws {
    let chain = Sequencer.first(value(1)).next { self.value($0 + 1) }
      .next { first, second in self.value("\(first)\(second)") }
    for _ in 0..<2 {
      guard case .completed(let end) = try await chain.call.value else {
        Issue.record("the chain did not complete")
        return
      }
      #expect(end == (1, 2, "12"))
    }
  }

  @Test func aStepWithoutACallBreaksTheChainThere() async {
    let chain = Sequencer.first(value(1)).next { _ in Call<Int>?.none }
    #expect(await chain.call.result.brokenAt == 1)
  }

  @Test func stopEndsAChainWell() async throws {
    let chain = Sequencer.first(value(1)).next { $0 == 1 ? Call<Int>.stop : self.value(2) }
      .next { _, _ in self.value(3) }
    guard case .stopped(after: 0) = try await chain.call.value else {
      Issue.record("the chain did not stop")
      return
    }
  }

  @Test func aChainTellsEachStep() async {
    let chain = Sequencer.first(value(1)).next { self.value($0 + 1) }
      .next { _, _ in self.failing("no", Int.self) }
    var steps: [Int] = []
    var failures: [Int] = []
    for await event in chain.events {
      steps.append(event.step)
      if case .failure = event.result { failures.append(event.step) }
    }
    #expect(steps == [0, 1, 2])
    #expect(failures == [2])
  }

  @Test("C109 · a failure does not end a latest stream")
  func aFailureDoesNotEndALatestStream() async {
    let (presses, press) = AsyncStream.makeStream(of: Int.self)
    var results = presses.latest { $0 == 1 ? self.failing("no") : self.value($0) }
      .makeAsyncIterator()
    press.yield(1)
    let first = await results.next()
    #expect(first?.failure != nil)
    press.yield(2)
    let second = await results.next()
    #expect((try? second?.get()) == 2)
    press.finish()
    let end = await results.next()
    #expect(end == nil)
  }

  @Test func handlersAreAskedInOrderAndOnce() async {
    let heard = Heard()
    let provider = Provider { $0.onFailure = { _ in heard.note("provider") } }
    let call = provider.request(TestTarget(), stub: .immediate)
      .map { _ -> Int in throw Words("no") }
      .onFailure { _ in heard.note("first", .passOn) }
      .onFailure { _ in heard.note("second", .passOn) }
    _ = await call.result
    #expect(heard.names == ["first", "second", "provider"])
  }

  private final class Heard: Sendable {
    private let list = Lock<[String]>([])
    var names: [String] { list.withLock { $0 } }
    @discardableResult
    func note(_ name: String, _ answer: FailureHandling = .passOn) -> FailureHandling {
      list.withLock { $0.append(name) }
      return answer
    }
  }
}

extension Result where Failure == NetError {
  fileprivate var brokenAt: Int? {
    if case .failure(.sequence(let index, _)) = self { index } else { nil }
  }

  fileprivate var failure: NetError? {
    if case .failure(let error) = self { error } else { nil }
  }
}
