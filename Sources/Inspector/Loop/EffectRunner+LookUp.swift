import InspectorCommands
import InspectorScreens
import NetEngine

/// What a recording has for a request, to be compared with a fresh answer.
extension EffectRunner {
  /// A request that is looked up.
  struct LookUp: Hashable {
    let place: Int
    let source: AnswerSource
  }

  /// Only what is there is shown, as a firing; others do not refer to it, and nothing is fired for
  /// its sake.
  func lookUp(target place: Int, in source: AnswerSource) {
    lastID += 1
    let id = ExchangeID(lastID)
    lookUps[id] = LookUp(place: place, source: source)
    let nothing = Event.answering(.nothing(source, target: place))
    guard let (target, item) = firable(place) else { return mailbox.post(nothing) }
    sources.provider(source, provider) { [self] provider in
      guard let provider else { return mailbox.post(nothing) }
      let (mailbox, lens, clock) = (mailbox, lens, StartClock.timeOfDay)
      Task.detached(executorPreference: Workers.shared) {
        let result = await provider.request(target).result { _ in }
        if case .failure(let error) = result, [.miss, .setup, .cancelled].contains(error.kind) {
          return mailbox.post(nothing)
        }
        let reading = AnswerReader.onTheWay(result, of: item) { response in
          lens.withLock { $0.pipeline(for: item, response: response) }
        }
        mailbox.post(
          .exchange(id, .began(target: place, clock: clock, from: source), at: StartClock.now))
        mailbox.post(.exchange(id, .finished(result, reading), at: StartClock.now))
      }
    }
  }

  /// A request as it would be sent now; nil where it cannot be built.
  private func firable(_ place: Int) -> (any TargetType, TargetItem)? {
    guard let collection = program.collection else {
      guard program.targets.indices.contains(place) else { return nil }
      return (program.targets[place].target, program.targets[place].item)
    }
    collection.readsSamples = false
    guard let target = try? collection.target(at: place).get(),
      let item = collection.item(at: place)
    else { return nil }
    return (target, item)
  }

  /// Nothing was found.
  func endLookUp(_ lookUp: LookUp) {
    if let id = lookUps.first(where: { $0.value == lookUp })?.key { lookUps[id] = nil }
  }
}
