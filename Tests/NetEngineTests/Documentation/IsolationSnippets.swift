import Foundation
import NetEngine
import TestSupport
import Testing

struct ProductAPI: Sendable {
  var body: Body = #"{"id": 7, "title": "Lamp"}"#

  func product(_ id: Int) -> Call<Product> { answer.as(Product.self) }
  func token() -> Call<String> { answer.mapString(atKeyPath: "title") }

  private var answer: Call<Response> {
    Provider(transport: ScriptedTransport(.status(200, body: body))).get("https://a.test/")
  }
}

// snippet: screen
@MainActor final class ProductScreen {
  var title = ""
  var trouble = ""
  let api: ProductAPI

  init(_ api: ProductAPI) { self.api = api }

  func load(_ id: Int) async {
    do {
      title = try await api.product(id).value.title
    } catch {
      trouble = error.message
    }
  }
}
// end

// snippet: closures
extension ProductScreen {
  func watched(_ id: Int) -> Call<Product> {
    api.product(id)
      .map { @MainActor product in
        self.title = product.title
        return product
      }
      .onFailure { @MainActor error in
        self.trouble = error.message
        return .handled
      }
  }
}
// end

// snippet: latest
extension ProductScreen {
  func follow(_ taps: AsyncStream<Int>) async {
    for await result in taps.latest({ [api] id in api.product(id) }) {
      switch result {
      case .success(let product): title = product.title
      case .failure(let error): trouble = error.message
      }
    }
  }
}
// end

// snippet: model
nonisolated struct Track: Decodable, Equatable {
  var title: String
  var seconds: Int
}
// end

// snippet: player
@MainActor final class Player {
  private var running: RunningCall<Product>?

  func open(_ call: Call<Product>) {
    running?.cancel()
    running = call.start()
  }

  deinit { running?.cancel() }
}
// end

/// The samples of the article, with Foundation beside the engine as in an app.
@Suite(.timeLimit(.minutes(10))) struct IsolationSnippets {
  // snippet: percent
  func percent(_ step: NetEngine.Progress) -> Int { Int(step.fraction * 100) }
  // end

  @Test("a screen is touched where the call was asked, in closures, and in loops")
  @MainActor func screen() async {
    let screen = ProductScreen(ProductAPI())
    await screen.load(7)
    #expect(screen.title == "Lamp")
    screen.title = ""
    _ = await screen.watched(7).result
    #expect(screen.title == "Lamp")
    screen.title = ""
    let (taps, tap) = AsyncStream.makeStream(of: Int.self)
    tap.yield(7)
    tap.finish()
    await screen.follow(taps)
    #expect(screen.title == "Lamp")
    let broken = ProductScreen(ProductAPI(body: "x"))
    await broken.load(7)
    #expect(broken.trouble.contains("not valid JSON"))
    broken.trouble = ""
    _ = await broken.watched(7).result
    #expect(broken.trouble.contains("not valid JSON"))
  }

  @Test("a typed error in a closure")
  func typed() async {
    let api = ProductAPI(body: "x")
    // snippet: typed
    let task = Task {
      do throws(NetError) {
        return try await api.product(7).value.title
      } catch {
        return error.kind.word
      }
    }
    // end
    #expect(await task.value == "unreadable")
  }

  @Test("a started call ends with its owner, where the owner says so")
  @MainActor func player() async {
    let (entered, cancelled) = (Gate(), Gate())
    var player: Player? = Player()
    player?.open(
      Calls.hanging(entered: entered, cancelled: cancelled).map { Product(id: $0, title: "") })
    await entered.wait()
    player = nil
    await cancelled.wait()
  }

  @Test("one request for all who wait")
  func share() async throws {
    let api = ProductAPI()
    // snippet: share
    let token = api.token().share()
    async let first = token.value
    async let second = token.value
    print(try await first == second)
    // end
    #expect(percent(NetEngine.Progress(phase: .receiving, completed: 1, total: 2)) == 50)
  }
}
