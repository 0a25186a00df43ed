import CurlTransport
import NetEngine
import TestSupport
import Testing

/// Who hears of a failure, in which order, and how often.
@Suite struct FailureHandlerTests {
  private struct Scene {
    let heard = Record<String>()
    let provider: Provider

    init() {
      let heard = heard
      provider = Provider { $0.onFailure = { heard.append("provider: \($0.label)") } }
    }

    func call() -> Call<Response> { provider.request(TestTarget(), stub: .immediate) }

    func handler(
      _ name: String, _ handling: FailureHandling = .passOn
    ) -> FailureHandler {
      { [heard] error in
        heard.append("\(name): \(error.label)")
        return handling
      }
    }
  }

  @Test("handlers are asked in their order, once, and the provider's last")
  func order() async {
    let scene = Scene()
    _ = await scene.call().mapJSON().onFailure(scene.handler("first"))
      .onFailure(scene.handler("second")).result
    #expect(
      scene.heard.all == [
        "first: mapping(json)", "second: mapping(json)", "provider: mapping(json)",
      ])
  }

  @Test("what a handler has dealt with goes no further")
  func handled() async {
    let scene = Scene()
    let result = await scene.call().mapJSON().onFailure(scene.handler("first", .handled))
      .onFailure(scene.handler("second")).result
    #expect(scene.heard.all == ["first: mapping(json)"])
    #expect(result.label == "mapping(json)", "it is still the failure")
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let run: @Sendable (Call<Response>) async throws -> Void
    let label: String
    var testDescription: String { id }
  }

  static let profile = EnvelopeProfile(name: "p", statusCodeKey: "", successValues: ["0"])

  static let rows: [Row] = [
    Row(
      id: "a transfer", run: { _ = await $0.filter(statusCode: 500).result },
      label: "statusCode(200)"),
    Row(id: "a mapping", run: { _ = await $0.mapJSON().result }, label: "mapping(json)"),
    Row(
      id: "a verdict",
      run: { call in
        _ = await call.map { (_) -> Int in
          throw NetError.business(code: "1", message: "", .answer(""))
        }.result
      }, label: "business(1)"),
    Row(
      id: "a call in between",
      run: { _ = await $0.then { _ in Calls.failing("x", Int.self) }.result },
      label: "underlying"),
    Row(
      id: "a closure that makes the next call",
      run: { call in _ = await call.then { (_) -> Call<Int> in throw Calls.Words("x") }.result },
      label: "underlying"),
    Row(
      id: "a rescue",
      run: { _ = await $0.mapJSON().recover { _ in throw Calls.Words("x") }.result },
      label: "underlying"),
    Row(
      id: "a step",
      run: { call in _ = await Sequencer.run { try await $0(call.mapJSON()) }.result },
      label: "mapping(json)"),
    Row(
      id: "a sequence's own words",
      run: { call in
        _ = await Sequencer.run { step in
          _ = try await step(call)
          throw Calls.Words("x")
        }.map { (value: Int) in value }.result
      }, label: "underlying"),
    Row(
      id: "the second step of a run",
      run: { call in
        _ =
          await Sequencer.run { step in
            _ = try await step(call)
            return try await step(call.mapJSON())
          }.result
      },
      label: "mapping(json)"),
    Row(
      id: "a part of a zip",
      run: { call in
        _ = await Sequencer.zip([call.mapJSON(), call.mapJSON()], maxConcurrent: 1).result
      },
      label: "mapping(json)"),
    Row(
      id: "after a zip",
      run: { call in
        _ = await Sequencer.zip([call]).map { _ -> Int in throw Calls.Words("x") }.result
      },
      label: "underlying"),
    Row(
      id: "after a zip of two types",
      run: { call in
        _ = await Sequencer.zip(call, call.mapString()).map { _ -> Int in throw Calls.Words("x") }
          .result
      }, label: "underlying"),
    Row(
      id: "events", run: { for await _ in $0.mapJSON().events {} },
      label: "mapping(json)"),
    Row(id: "start", run: { _ = await $0.mapJSON().start().result }, label: "mapping(json)"),
    Row(
      id: "progress", run: { for try await _ in $0.mapJSON().progress {} },
      label: "mapping(json)"),
  ]

  @Test("the provider hears of every kind of failure, exactly once", arguments: rows)
  func provider(_ row: Row) async {
    let scene = Scene()
    try? await row.run(scene.call())
    #expect(scene.heard.all == ["provider: \(row.label)"])
  }

  @Test("a handler hears of what fails after it, and of a call it leads to")
  func downstream() async {
    let scene = Scene()
    _ = await scene.call().onFailure(scene.handler("early")).mapJSON()
      .onFailure(scene.handler("late")).result
    #expect(
      scene.heard.all == [
        "early: mapping(json)", "late: mapping(json)", "provider: mapping(json)",
      ])
    let other = Scene()
    _ = await other.call().onFailure(other.handler("outer")).then { _ in
      other.call().mapJSON().onFailure(other.handler("inner"))
    }.result
    #expect(
      other.heard.all == [
        "outer: mapping(json)", "inner: mapping(json)", "provider: mapping(json)",
      ])
  }

  @Test("a part's own handler hears of its own failure only")
  func parts() async {
    let scene = Scene()
    let good = scene.call().map { _ in 1 }.onFailure(scene.handler("good"))
    let bad = scene.call().map { _ -> Int in throw Calls.Words("x") }
      .onFailure(scene.handler("bad", .handled))
    _ = await Sequencer.zip([good, bad], maxConcurrent: 1).result
    #expect(scene.heard.all == ["bad: underlying"])
    let merged = Scene()
    let failing = merged.call().mapJSON().onFailure(merged.handler("part"))
    for await _ in Sequencer.merge([failing, failing], maxConcurrent: 1) {}
    #expect(
      merged.heard.all
        == Array(repeating: ["part: mapping(json)", "provider: mapping(json)"], count: 2)
        .flatMap { $0 })
  }

  @Test("an expired session is one in every sequence, and the steps it broke are told")
  func expired() async {
    let expired = Calls.value(0).map { _ -> Int in
      throw NetError.invalidSession(code: "9", message: "", .answer(""))
    }
    let sequences: [(Call<Int>, steps: [Int])] = [
      (expired, []),
      (Sequencer.zip([Calls.value(1), expired], maxConcurrent: 1).map { $0[0] }, [1]),
      (Sequencer.run { step in try await step(expired) }, [0]),
      (
        Sequencer.run { step in
          _ = try await step(Calls.value(1))
          return try await step(Sequencer.zip([expired]).map { $0[0] })
        }, [1, 0]
      ),
    ]
    for (call, steps) in sequences {
      let heard = Record<String>()
      _ = await call.onFailure { error, steps in
        heard.append("\(error.kind) \(steps)")
        return .passOn
      }.result
      #expect(heard.all == ["\(Kind.invalidSession) \(steps)"])
    }
  }

  @Test("what was cancelled is nobody's failure")
  func cancelled() async {
    let scene = Scene()
    let call = scene.call().map { _ -> Int in throw CancellationError() }
      .onFailure(scene.handler("own"))
    #expect(await call.result.failure?.isCancelled == true)
    _ = await Sequencer.zip([call]).result
    #expect(scene.heard.all.isEmpty)
  }

  @Test("what was recovered from nobody hears of")
  func recovered() async throws {
    let scene = Scene()
    let value = try await scene.call().mapString().map { _ -> Int in throw Calls.Words("x") }
      .onFailure(scene.handler("early")).recover { _ in 7 }.onFailure(scene.handler("late")).value
    #expect(value == 7)
    #expect(scene.heard.all.isEmpty)
  }

  @Test("of all tries of a retry only the last one is heard of")
  func retried() async {
    let scene = Scene()
    _ = await scene.call().mapJSON().onFailure(scene.handler("inner")).retry(3)
      .onFailure(scene.handler("outer")).result
    #expect(
      scene.heard.all == [
        "inner: mapping(json)", "outer: mapping(json)", "provider: mapping(json)",
      ])
  }

  @Test("every run of a call is heard of once")
  func everyRun() async {
    let scene = Scene()
    let call = scene.call().mapJSON().onFailure(scene.handler("own"))
    for _ in 0..<3 { _ = await call.result }
    #expect(scene.heard.count == 6)
  }
}
