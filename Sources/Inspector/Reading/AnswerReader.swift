import InspectorCommands
import InspectorScreens
import NetEngine

/// Reads answers apart from the main actor: large ones slice by slice, many of them one by one.
///
/// ```
/// order ─► first slice ─► started ─► slice … ─► progress … ─► classify ─► done
/// ```
/// A newer order for the same exchange takes the place of an older one, which ends as dropped.
final class AnswerReader {
  private let mailbox: Mailbox
  private var pending = 0
  private var lastSerial = 0
  /// The newest order of each exchange; the reading threads ask whether theirs still counts.
  private let newest = Lock<[Int: Int]>([:])

  /// Bodies up to this size are read on the way to the screen.
  nonisolated private static let onTheWay = 1 << 20
  /// The first slice is what a screen shows; the later ones are some milliseconds each.
  nonisolated static let firstSlice = 128 << 10
  nonisolated private static let slice = 8 << 20
  /// Values of the first part that are copied out for the screen.
  nonisolated static let firstEntries = 16_384

  init(mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  var isIdle: Bool { pending == 0 }

  /// A reading that is short enough to be done before anybody is told of the answer.
  nonisolated static func onTheWay(
    _ result: Result<Response, NetError>, of item: TargetItem, _ pipeline: (Response?) -> Pipeline
  ) -> Reading? {
    let response = result.response
    guard response?.body.count ?? 0 <= onTheWay else { return nil }
    return Reading(
      result, pipeline(response), expecting: item.expectations, detects: !item.readsNoEnvelope)
  }

  func read(_ orders: [ReadOrder]) {
    pending += orders.count
    let numbered = orders.map { order in
      lastSerial += 1
      return (order: order, serial: lastSerial)
    }
    newest.withLock { newest in
      for (order, serial) in numbered { newest[order.number] = serial }
    }
    let mailbox = mailbox
    let newest = newest
    // Guarded by values: each order is a copy, what comes of it is posted.
    Task.detached(executorPreference: Workers.shared) {
      for (order, serial) in numbered {
        let isWanted = { newest.withLock { $0[order.number] == serial } }
        AnswerReader.read(order, while: isWanted) { event in
          mailbox.post(.read(order.number, event, at: StartClock.now))
        }
      }
    }
  }

  /// To be told of each event before the app is: a reading that ended is no longer waited for.
  func note(_ event: Event) {
    switch event {
    case .read(_, .done, _), .read(_, .dropped, _): pending -= 1
    default: break
    }
  }

  nonisolated private static func read(
    _ order: ReadOrder, while isWanted: () -> Bool, tell: (ReadEvent) -> Void
  ) {
    var document = order.document
    if document == nil, let response = order.result.response, response.mayBeJSON {
      document = parse(response, while: isWanted, tell: tell)
    }
    guard isWanted() else { return tell(.dropped) }
    tell(
      .done(
        Reading(
          order.result, order.pipeline, document: document, expecting: order.expectations,
          detects: order.detects)))
  }

  nonisolated private static func parse(
    _ response: Response, while isWanted: () -> Bool, tell: (ReadEvent) -> Void
  ) -> JSONDocument? {
    var reader = DocumentReader(response)
    guard reader.read(firstSlice) else { return reader.finish() }
    tell(.started(reader.snapshot(maxEntries: firstEntries)))
    while reader.read(slice) {
      guard isWanted() else { return nil }
      tell(.progress(reader.fraction))
    }
    let document = reader.finish()
    // The long walks a tree would make at its first keys are made here.
    document.prepareRows()
    return document
  }
}
