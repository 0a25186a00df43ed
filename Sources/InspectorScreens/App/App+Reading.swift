import NetEngine

/// Reading answers: which pipeline counts for which exchange, and reading again when that changes.
extension App {
  /// Bodies up to this size are read at once, as part of the event: a few milliseconds at worst.
  static let readAtOnce = 256 << 10
  /// So many answers are read again at once, the rest apart from the screen.
  static let countAtOnce = 64

  /// Takes another way to read in; everything that is held is read again, nothing is sent.
  mutating func look(through lens: Lens) -> [Effect] {
    guard lens != house.lens else { return [] }
    house.lens = lens
    return [.look(lens)] + readAgain() + (above.session?.judgeAgain(house) ?? [])
  }

  /// Reads what is held and stands under another pipeline than it should; the shown one first.
  mutating func readAgain() -> [Effect] {
    var orders: [ReadOrder] = []
    var room = App.readAtOnce
    var count = App.countAtOnce
    let shown = shownRecord?.number
    for number in [shown].compactMap({ $0 }) + house.history.heldNumbers
    where number != shown || room > 0 {
      guard let record = house.history[number], let result = record.result else { continue }
      let wanted = house.pipeline(of: record)
      guard record.reading?.pipeline != wanted else { continue }
      let cost = cost(of: record, wanted)
      if cost <= room, count > 0 {
        room -= cost
        count -= 1
        house.history.setReading(number, reading(of: record, result, wanted))
      } else {
        orders.append(order(record, result, wanted))
      }
    }
    main.tally.recount(main.list, house)
    main.sieve.startAgain()
    if main.historyRows.order == .kind { main.historyRows.update(main.sieve, house.history) }
    return orders.isEmpty ? [] : [.read(orders)]
  }

  /// How many bytes are to be looked at; a document that is there costs nothing.
  private func cost(of record: FiredExchange, _ pipeline: Pipeline) -> Int {
    let count = record.response?.body.count ?? 0
    if pipeline.mapping == .string { return count }
    return record.reading?.document == nil ? count : 0
  }

  private func order(
    _ record: FiredExchange, _ result: Result<Response, NetError>, _ pipeline: Pipeline
  ) -> ReadOrder {
    let item = house.items[record.target]
    return ReadOrder(
      number: record.number, pipeline: pipeline, result: result,
      document: record.reading?.document, expectations: item.expectations,
      detects: !item.readsNoEnvelope)
  }

  private func reading(
    of record: FiredExchange, _ result: Result<Response, NetError>, _ pipeline: Pipeline
  ) -> Reading {
    let item = house.items[record.target]
    return Reading(
      result, pipeline, document: record.reading?.document, expecting: item.expectations,
      detects: !item.readsNoEnvelope)
  }

  /// An answer has come: unless it was read as it should be, it is read now or ordered to be.
  mutating func settleReading(of number: Int) -> [Effect] {
    guard let record = house.history[number], let result = record.result else { return [] }
    let wanted = house.pipeline(of: record)
    guard record.reading?.pipeline != wanted else { return [] }
    guard cost(of: record, wanted) <= App.readAtOnce else {
      return [.read([order(record, result, wanted)])]
    }
    let reading = reading(of: record, result, wanted)
    changing(record.target) { history in
      history.setReading(number, reading)
    }
    return []
  }

  /// Takes what became of an ordered reading; one that nobody wants any more is left alone.
  mutating func take(_ event: ReadEvent, of number: Int) {
    guard let record = house.history[number] else { return }
    switch event {
    case .started(let document):
      house.history.setReadingState(number, ReadingState(fraction: 0, start: JSONForest(document)))
    case .progress(let fraction):
      house.history.setReadingState(
        number, ReadingState(fraction: fraction, start: record.readingState?.start))
    case .done(let reading):
      guard reading.pipeline == house.pipeline(of: record) else { return }
      changing(record.target) { $0.setReading(number, reading) }
      main.sieve.touch(target: record.target, record: number)
      main.historyRows.touch(number, main.sieve, house.history)
      finishJudging(number)
    case .dropped: break
    }
  }
}
