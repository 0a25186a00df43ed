import CurlTransport
import NetEngine
import TestSupport
import Testing

/// The samples of the article run on stubs.
@Suite struct ChainRequestsSnippets {
  private struct Target: TargetType {
    var baseURL: String { "https://shop.example.com" }
    var path: String { "/" }
    var sampleData: Body
  }

  /// An API whose calls are as typed as anybody's.
  private struct API: Sendable {
    func login() -> Call<String> { answer(#"{"token": "e30"}"#).mapString(atKeyPath: "token") }
    func cart(_ token: String) -> Call<[Int]> { answer("[7, 9]").as([Int].self) }
    func product(_ id: Int) -> Call<Product> {
      answer(Body(#"{"id": \#(id), "title": "Lamp"}"#)).as(Product.self)
    }
    func broken() -> Call<Product> { answer("oops").as(Product.self) }

    private func answer(_ body: Body) -> Call<Response> {
      Provider().request(Target(sampleData: body), stub: .immediate)
    }
  }

  private let api = API()

  @Test("one after the other")
  func run() async throws {
    let api = api
    // snippet: run
    let first = Sequencer.run { step in
      let token = try await step(api.login())
      let cart = try await step(api.cart(token))
      return try await step(cart.first.map { api.product($0) })
    }
    let product = try await first.value
    // end
    #expect(product.id == 7)
  }

  @Test("a failure names its step")
  func broken() async {
    let api = api
    let call = Sequencer.run { step in
      _ = try await step(api.login())
      return try await step(api.broken())
    }
    // snippet: broken
    if case .failure(.sequence(let step, let cause)) = await call.result {
      print("step \(step): \(cause.message)")
    }
    // end
    #expect(await call.result.brokenAt == 1)
  }

  @Test("side by side")
  func zip() async throws {
    let api = api
    // snippet: zip
    let products = try await Sequencer.zip([7, 8, 9].map { api.product($0) }, maxConcurrent: 2)
      .value
    let (token, lamp) = try await Sequencer.zip(api.login(), api.product(7)).value
    // end
    #expect(products.map(\.id) == [7, 8, 9])
    #expect(token == "e30" && lamp.id == 7)
  }

  @Test("as they come")
  func merge() async {
    let api = api
    var titles = 0
    // snippet: merge
    for await item in Sequencer.merge([api.product(7), api.broken()]) {
      switch item.result {
      case .success(let product): print(item.index, product.title)
      case .failure(let error): print(item.index, error.message)
      }
      titles += 1
    }
    // end
    #expect(titles == 2)
  }

  @Test("a step that is not needed is left out")
  func early() async throws {
    let api = api
    @Sendable func log(_ error: NetError) -> FailureHandling {
      Issue.record(error)
      return .passOn
    }
    // snippet: early
    let last = Sequencer.run(steps: 3) { step -> Product? in
      let token = try await step(api.login())
      let cart = try await step(api.cart(token))
      guard let number = cart.last else { return nil }
      return try await step(api.product(number).onFailure { log($0) })
    }
    // end
    #expect(try await last.value?.id == 9)
    #expect(try await last.value?.id == 9)
  }

  @Test("how far it is")
  func progress() async throws {
    let api = api
    let shown = Record<Double>()
    let heard = Record<Int>()
    let bar = Bar(show: { shown.append($0) }, note: { heard.append($0) })
    // snippet: progress
    let products = [7, 8, 9].map { api.product($0) }
    let basket = Sequencer.zip(products).onProgress { step in
      bar.show(step.fraction)
      if let part = step.parts.first { bar.note(part.index, part.fraction) }
    }
    // end
    _ = try await basket.value
    #expect(shown.all.last == 1 && shown.all == shown.all.sorted())
    #expect(Set(heard.all) == [0, 1, 2])
  }

  /// What shows how far something is.
  private struct Bar: Sendable {
    var show: @Sendable (Double) -> Void
    var note: @Sendable (Int) -> Void

    func note(_ part: Int, _ fraction: Double) { note(part) }
  }

  @Test("a button")
  func latest() async {
    let api = api
    var titles: [String] = []
    // snippet: latest
    let (taps, tap) = AsyncStream.makeStream(of: Int.self)
    tap.yield(7)
    tap.finish()
    for await result in taps.latest({ id in api.product(id) }) {
      switch result {
      case .success(let product): titles.append(product.title)
      case .failure(let error): print(error.message)
      }
    }
    // end
    #expect(titles == ["Lamp"])
  }
}
