/// What the list shows: every request there is or was, and the order of those there are.
///
/// A request keeps its place among the items as long as the program runs, so that its answers stay
/// its own; one that is gone is only left out of the order.
package struct TargetListing: Sendable {
  package var title: String
  /// The base all requests share; empty when they have several.
  package var baseURL: String
  package var items: [TargetItem]
  /// Places of those that show.
  package var order: [Int]
  /// The environments there are, and the one in force.
  package var environments: [String] = []
  package var environment: String?
  /// Names of variables that were given another value on the screens.
  package var set: [String] = []
  /// A line for the person; empty for none.
  package var notice = ""

  package init(title: String, baseURL: String, items: [TargetItem], order: [Int]? = nil) {
    self.title = title
    self.baseURL = baseURL
    self.items = items
    self.order = order ?? Array(items.indices)
  }
}

extension App {
  /// Takes another list over the one there was; answers, marks, folds and the selection stay.
  mutating func take(_ listing: TargetListing) -> [Effect] {
    house.title = listing.title
    house.baseURL = listing.baseURL
    (house.environments, house.environment) = (listing.environments, listing.environment)
    takeSet(listing.set)
    let before = house.items.count
    house.items = listing.items
    knowComposed(before)
    house.nameResent()
    main.list.replace(house.items, order: listing.order)
    arrange()
    main.leaveFirings(unless: listing.order.contains)
    if !listing.notice.isEmpty { house.warn(listing.notice) }
    main.tally.recount(main.list, house)
    main.sieve.startAgain()
    return readAgain()
  }

  /// Whether firing it sends nothing that may change data without a yes, its needs included.
  func isFree(_ target: Int) -> Bool {
    // What samples and recordings answer is not sent at all.
    if house.source != .network { return true }
    if house.items[target].confirmation != nil { return false }
    return (house.needs(of: [target]) + [target]).allSatisfy { place in
      house.items[place].isSafe || house.firing.approved.contains(place)
        || place != target && hasAnswer(place)
    }
  }

  /// An answer that is there is not asked for again by those who need it.
  func hasAnswer(_ target: Int) -> Bool {
    if case .finished(let summary) = house.state(of: target) {
      summary.status != nil
    } else {
      false
    }
  }
}
