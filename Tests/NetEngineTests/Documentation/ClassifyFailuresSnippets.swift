import CurlTransport
import NetEngine
import TestSupport
import Testing

// snippet: switch
func advice(for error: NetError) -> String {
  switch error {
  case .invalidSession: "log in again"
  case .business(_, let message, _): message
  case .statusCode(let response): "the server answered \(response.statusCode)"
  case .transport(let failure): failure.message
  default: error.message
  }
}
// end

/// The samples of the article run on stubs.
@Suite struct ClassifyFailuresSnippets {
  private struct Target: TargetType {
    var baseURL: String { "https://shop.example.com" }
    var path: String { "/" }
    var sampleData: Body
  }

  private func call(
    _ body: Body, heard: Record<String> = Record()
  ) -> Call<Response> {
    Provider {
      $0.profile = .codeMsgData
      $0.onFailure = { heard.append("provider \($0.kind.word)") }
    }.request(Target(sampleData: body), stub: .immediate)
  }

  @Test("one switch over everything that can go wrong")
  func oneSwitch() async {
    let call = call(#"{"code": 401, "msg": "Again."}"#)
    // snippet: typed
    do {
      let product = try await call.mapResponse(Product.self).value
      print(product.title)
    } catch {
      print(advice(for: error))
    }
    // end
    let thrown = await call.mapResponse(Product.self).result.thrown
    #expect(thrown.map { advice(for: $0) } == "log in again")
  }

  @Test("an outcome tells every step")
  func outcome() async {
    let call = call(#"{"code": 1001, "msg": "Sold out."}"#)
    // snippet: outcome
    let outcome = await call.outcome()
    for step in outcome.steps {
      print(step.name, step.note)
    }
    print(outcome.kind.word, outcome.kind.exitCode)
    // end
    #expect(
      outcome.steps.map(\.line) == [
        "✓ filter 2xx: 200", "✓ mapJSON: object, 2 keys",
        "✗ envelope: the server says no, code '1001': Sold out.",
      ])
    #expect(outcome.kind == .business)
  }

  @Test("the same answer under other rules")
  func pipelines() async throws {
    let response = try await call(#"{"errno": 0, "data": {"items": []}}"#).value
    // snippet: recheck
    let strict = Pipeline(filter: .successful, mapping: .object("data.items"), profile: .errno)
    let outcome = Classifier.classify(.success(response), strict)
    // end
    #expect(outcome.kind == .ok)
    #expect(
      strict.mapping.text == "object(data.items)" && strict.profile?.name == "errno/errmsg/data")
  }

  @Test("handlers, rescues and tries")
  func handlers() async throws {
    let heard = Record<String>()
    let call = call(#"{"code": 1001, "msg": "Sold out."}"#, heard: heard)
    let fallback = Product(id: 0, title: "Nothing")
    // snippet: handlers
    let product =
      call
      .retry(1)
      .mapResponse(Product.self)
      .onFailure { error in error.kind == .business ? .handled : .passOn }
    let rescued = product.recover { _ in fallback }
    // end
    // snippet: watched
    let watched = product.onFailure { error, steps in
      print("\(error.message), step \(steps.map(String.init).joined(separator: "."))")
      return .passOn
    }
    // end
    #expect(await watched.result.thrown?.kind == .business)
    // snippet: shown
    let failure = await product.result.failure
    print(failure?.errorDescription ?? "nothing failed")
    // end
    #expect(failure?.errorDescription == failure?.message)
    #expect(heard.all.isEmpty, "the business failure was dealt with")
    #expect(try await rescued.value == fallback)
  }
}
