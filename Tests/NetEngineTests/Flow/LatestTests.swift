import NetEngine
import TestSupport
import Testing

/// The button that must not die.
@Suite struct LatestTests {
  @Test("a failure does not end the stream: the next press is as good as the first")
  func failure() async {
    let (presses, press) = AsyncStream.makeStream(of: Int.self)
    var results = presses.latest { $0 % 2 == 1 ? Calls.failing("no \($0)") : Calls.value($0) }
      .makeAsyncIterator()
    for number in 1...4 {
      press.yield(number)
      let result = await results.next()
      #expect(result?.words == (number % 2 == 1 ? "no \(number)" : nil))
      #expect((try? result?.get()) == (number % 2 == 1 ? nil : number))
    }
    press.finish()
    #expect(await results.next() == nil)
  }

  @Test("a newer press cancels the older call, which says nothing")
  func overtaken() async {
    let (presses, press) = AsyncStream.makeStream(of: Int.self)
    let entered = Gate()
    let cancelled = Gate()
    var results = presses.latest { number in
      number == 1 ? Calls.hanging(entered: entered, cancelled: cancelled) : Calls.value(number)
    }.makeAsyncIterator()
    press.yield(1)
    let reading = Task {
      await entered.wait()
      press.yield(2)
    }
    let first = await results.next()
    #expect((try? first?.get()) == 2)
    await cancelled.wait()
    await reading.value
    press.finish()
    #expect(await results.next() == nil)
  }

  @Test("an older call that answers in spite of its cancellation is not heard")
  func lateAnswer() async {
    let (presses, press) = AsyncStream.makeStream(of: Int.self)
    let entered = Gate()
    let gate = Gate()
    var results = presses.latest { number in
      number == 1 ? Calls.waiting(for: gate, 1, entered: entered) : Calls.value(number)
    }.makeAsyncIterator()
    press.yield(1)
    let driver = Task {
      await entered.wait()
      press.yield(2)
    }
    let result = await results.next()
    #expect((try? result?.get()) == 2)
    gate.open()
    await driver.value
    press.finish()
    #expect(await results.next() == nil)
  }

  @Test("the last call is waited for when the presses end")
  func lastCall() async {
    let gate = Gate()
    let (presses, press) = AsyncStream.makeStream(of: Int.self)
    press.yield(7)
    press.finish()
    var results = presses.latest { Calls.waiting(for: gate, $0) }.makeAsyncIterator()
    let opening = Task { gate.open() }
    let result = await results.next()
    #expect((try? result?.get()) == 7)
    await opening.value
    #expect(await results.next() == nil)
  }

  @Test("dropping the stream cancels the call that runs")
  func dropped() async {
    let entered = Gate()
    let cancelled = Gate()
    let (presses, press) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      for await _ in presses.latest({ _ in Calls.hanging(entered: entered, cancelled: cancelled) })
      {}
    }
    press.yield(1)
    await entered.wait()
    task.cancel()
    await cancelled.wait()
    await task.value
  }

  @Test("a source that fails ends the stream with its failure as the last element")
  func failingSource() async {
    let presses = AsyncThrowingStream<Int, any Error> { press in
      press.yield(1)
      press.finish(throwing: Calls.Words("source"))
    }
    var lines: [String] = []
    for await result in presses.latest({ Calls.value($0) }) {
      lines.append(result.words ?? "\((try? result.get()) ?? -1)")
    }
    #expect(lines == ["1", "source"])
  }

  @Test("elements and errors split a stream of results")
  func split() async {
    func results() -> AsyncStream<Result<Int, NetError>> {
      AsyncStream { stream in
        stream.yield(.success(1))
        stream.yield(.failure(.cancelled))
        stream.yield(.success(2))
        stream.finish()
      }
    }
    var values: [Int] = []
    for await value in results().elements() { values.append(value) }
    #expect(values == [1, 2])
    var labels: [String] = []
    for await error in results().errors() { labels.append(error.label) }
    #expect(labels == ["cancelled"])
  }
}
