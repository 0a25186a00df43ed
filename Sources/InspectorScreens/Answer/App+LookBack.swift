import NetEngine

/// An order to find the next older answer of a request in what earlier runs have kept.
package struct LookBackOrder: Sendable, Hashable {
  package var target: Int
  /// So many answers of it are back already.
  package var skipping: Int
  /// The answer it is to be compared with; nil where it is only to be shown.
  package var beside: Int?
  /// Set in the result: the newest origin that earlier runs sent this request to instead.
  package var otherOrigin: String?

  package init(target: Int, skipping: Int, beside: Int? = nil) {
    (self.target, self.skipping, self.beside) = (target, skipping, beside)
  }
}

/// An answer of an earlier run.
package struct RecalledAnswer: Sendable {
  /// The day it is from, or the time of today.
  package var clock: String
  /// When its run began: `17:20`, `yesterday 17:20`.
  package var run: String
  /// When it was sent, as a person reads it; nil where `clock` says it.
  package var moment: String?
  /// When it was sent, in microseconds since 1970.
  package var startedAt: Int
  /// The environment it was sent in.
  package var environment: String?
  /// The request as it was sent.
  package var request: HTTPRequest
  package var result: Result<Response, NetError>
  /// What it means under the lens; nil where it is too large to be read on the way.
  package var reading: Reading?

  package init(
    clock: String, run: String, moment: String? = nil, startedAt: Int = 0,
    environment: String? = nil, request: HTTPRequest, result: Result<Response, NetError>,
    reading: Reading?
  ) {
    (self.clock, self.run, self.request) = (clock, run, request)
    (self.moment, self.startedAt, self.environment) = (moment, startedAt, environment)
    (self.result, self.reading) = (result, reading)
  }
}

/// Looking back beyond this run: what was fired is kept, and comes back one answer at a time.
///
///     [ or D ─► LookBackOrder ─► the journals of earlier runs ─► in front of the history
extension House {
  /// Orders the response before the oldest there is of a request.
  mutating func lookBack(of target: Int, beside number: Int? = nil) -> [Effect] {
    guard recording != nil, !items[target].isViewed else {
      return notify(number == nil ? "this is the first response" : Self.onlyResponse)
    }
    return [
      .lookBack(
        LookBackOrder(target: target, skipping: recalledCount(of: target), beside: number))
    ]
  }

  static let onlyResponse =
    "nothing to compare with: r sends the request again, O opens a recording"

  /// How many responses of a request have come back from earlier runs.
  func recalledCount(of target: Int) -> Int {
    history.numbers(of: target).prefix { history[$0]?.isRecalled == true }.count
  }
}

extension App {
  mutating func tellRecalled(_ record: FiredExchange) {
    let environment = house.otherEnvironment(of: record).map { " in \($0)" } ?? ""
    house.notify("a response of an earlier run, \(record.clock)\(environment); ] goes forward")
  }

  mutating func take(_ recalled: RecalledAnswer?, for order: LookBackOrder) -> [Effect] {
    // A key that is pressed twice orders one response twice.
    guard house.items.indices.contains(order.target),
      order.skipping == house.recalledCount(of: order.target)
    else { return [] }
    guard let recalled else {
      tellFirst(order)
      return []
    }
    let number = house.history.recall(recalled, target: order.target)
    let effects = settleReading(of: number)
    main.historyRows.touch(number, main.sieve, house.history)
    guard let beside = order.beside else {
      main.answer.pinned = number
      if let record = house.history[number] { tellRecalled(record) }
      return effects
    }
    guard house.history[beside]?.isComparable == true else { return effects }
    guard house.history[number]?.isComparable == true else {
      return effects + house.lookBack(of: order.target, beside: beside)
    }
    // In a difference the older response takes the place of the one it was compared with.
    if case .answers(let from, let to)? = comparison?.subject, [from, to].contains(beside) {
      above.removeLast()
    }
    return effects + openDiff(number, beside)
  }

  /// Says that there is no older response, and where earlier runs sent the request instead.
  private mutating func tellFirst(_ order: LookBackOrder) {
    if let origin = order.otherOrigin {
      let first = order.beside == nil ? "the oldest response" : "no older response"
      let back = comparison == nil ? "" : "\(house.keymap.name(of: .back)), then "
      let key = back + house.keymap.name(of: .openSession)
      house.notify(
        "\(first) from here: \(key) opens the runs" + " that sent this request to \(origin)")
      return
    }
    let text =
      switch (order.beside, comparison) {
      case (nil, _) where order.skipping > 0: "this is the oldest response that was kept"
      case (nil, _): "this is the first response: earlier runs have none of this request"
      case (_?, _?): "there is no older response: earlier runs kept none of this request"
      case (_?, nil): House.onlyResponse
      }
    house.notify(text)
  }
}
