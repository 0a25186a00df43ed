import NetEngine
import NetEngineTesting
import Testing

/// Six tests on one recording: `sessions/shop.har`, made once against `inspector demo --serve`.
@Suite(.session("shop", .replayOrRecord)) struct ShopTests {
  let provider = Provider.session()

  private func token() async throws -> String {
    try await provider.request(Shop.login(name: "ada", password: "secret")).mapObject(Token.self)
      .value.token
  }

  @Test func aRightPasswordSignsIn() async {
    await provider.request(Shop.login(name: "ada", password: "secret")).expectVerdict(
      .ok, code: "ok")
  }

  /// Another name: passwords are taken out of recordings, and tell no two requests apart.
  @Test func aWrongPasswordIsABusinessFailure() async {
    await provider.request(Shop.login(name: "eve", password: "guess"))
      .expectVerdict(.business, code: "wrong_password", at: "envelope")
  }

  @Test func anEndedSessionIsNoticed() async {
    await provider.request(Shop.user(42)).expectVerdict(.invalidSession)
  }

  @Test func whoIsSignedInSeesOrders() async throws {
    let call = provider.request(Shop.orders(token: try await token()))
    let orders = try await call.mapArray(Order.self).value
    #expect(orders.map(\.id) == [11, 12, 13])
  }

  @Test func anOrderThatIsNotThereIsSaidSo() async throws {
    await provider.request(Shop.order(99, token: try await token()))
      .expectVerdict(.business, code: "order_not_found")
  }

  @Test func aUserHasAName() async {
    await provider.request(Shop.user(1)).expectVerdict(.ok)
  }
}
