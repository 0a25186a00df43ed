import InspectorScreens
import Testing

@Suite("What is fired before what") struct FiringOrderTests {
  typealias Step = FiringOrder.Step

  /// 3 needs 2 and 1, 2 needs 1, 5 needs 1; 4 cannot be fired; the others need nothing.
  private static func plan(_ place: Int) -> [FiringOrder.Need]? {
    switch place {
    case 2: [(1, []), (2, [1])]
    case 3: [(1, []), (2, [1]), (3, [1, 2])]
    case 4: nil
    case 5: [(1, []), (5, [1])]
    default: [(place, [])]
    }
  }

  private func ask(
    _ order: inout FiringOrder, _ place: Int, isForced: Bool = false, inFlight: Set<Int> = []
  ) -> [Step] {
    order.ask(place, .network, isForced: isForced, inFlight: inFlight) { Self.plan(place) }
  }

  @Test("what needs nothing is fired, as often as it is asked for")
  func simple() {
    var order = FiringOrder()
    #expect(ask(&order, 0) == [.fire(0, .network)])
    #expect(ask(&order, 0, inFlight: [0]) == [.fire(0, .network)])
    #expect(order.isEmpty)
    #expect(order.end(0, isFailure: false) == [])
  }

  @Test(
    "what is needed goes first, once, and each of the others as soon as all its responses are there"
  )
  func chain() {
    var order = FiringOrder()
    #expect(ask(&order, 3) == [.fire(1, .network)])
    #expect(ask(&order, 5, inFlight: [1]) == [])
    #expect(!order.isEmpty)
    #expect(order.end(1, isFailure: false) == [.fire(2, .network), .fire(5, .network)])
    #expect(order.end(5, isFailure: false) == [])
    #expect(order.end(2, isFailure: false) == [.fire(3, .network)])
    #expect(order.isEmpty)
  }

  @Test("a failure gives up all that waits for it, and says for what")
  func failure() {
    var order = FiringOrder()
    _ = ask(&order, 3)
    _ = ask(&order, 5, inFlight: [1])
    let given = order.end(1, isFailure: true, isCancelled: true)
    #expect(given == [2, 3, 5].map { .giveUp($0, .network, need: 1, isCancelled: true) })
    #expect(order.isEmpty)
    for place in [2, 3, 5] { #expect(order.end(place, isFailure: true) == []) }
    #expect(ask(&order, 4) == [.refuse(4, .network)])
  }

  @Test("what only waits for one that is lost is lost with it, for the same reason")
  func lost() {
    var order = FiringOrder()
    _ = order.ask(3, .network, inFlight: []) { [(1, []), (2, [1]), (3, [2])] }
    #expect(
      order.end(1, isFailure: true)
        == [2, 3].map { .giveUp($0, .network, need: 1, isCancelled: false) })
  }

  @Test("who asks for what another one needs just now shares its firing, once, unless it is forced")
  func shared() {
    var order = FiringOrder()
    _ = ask(&order, 2)
    #expect(ask(&order, 1, inFlight: [1]) == [.share(1)])
    #expect(ask(&order, 1, inFlight: [1]) == [.fire(1, .network)])
    #expect(order.end(1, isFailure: false) == [.fire(2, .network)])

    _ = ask(&order, 2)
    #expect(
      order.ask(1, .samples, isForced: true, inFlight: [1]) { Self.plan(1) }
        == [.fire(1, .samples)])
    order.clear()
    #expect(order.isEmpty && order.end(1, isFailure: false) == [])
  }

  @Test("a long chain is fired one by one")
  func long() {
    var order = FiringOrder()
    let chain = (0...3_000).map { (place: $0, needs: $0 == 0 ? [] : [$0 - 1]) }
    #expect(order.ask(3_000, .network, inFlight: [], plan: { chain }) == [.fire(0, .network)])
    for place in 0..<3_000 {
      #expect(order.end(place, isFailure: false) == [.fire(place + 1, .network)])
    }
    #expect(order.isEmpty)
  }
}
