import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings

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
      let (mailbox, lens) = (mailbox, lens)
      let time = Lock(0)
      let dated = provider.noting { exchange in time.withLock { $0 = exchange.startedAt } }
      Task.detached(executorPreference: Workers.shared) {
        let result = await ProgramLog.$exchange.withValue(id.rawValue) {
          await dated.request(target).result { _ in }
        }
        if case .failure(let error) = result, [.miss, .setup, .cancelled].contains(error.kind) {
          return mailbox.post(nothing)
        }
        let reading = AnswerReader.onTheWay(result, of: item) { response in
          lens.withLock { $0.pipeline(for: item, response: response) }
        }
        let startedAt = time.withLock { $0 }
        let clock = startedAt > 0 ? LocalMoment(startedAt).short : "no time"
        let events: [ExchangeEvent] = [
          .began(target: place, clock: clock, from: source), .dated(startedAt),
          .finished(result, reading),
        ]
        for event in events { mailbox.post(.exchange(id, event, at: StartClock.now)) }
      }
    }
  }

  /// A provider that says when the recorded exchange was sent that answers this firing.
  func dating(_ provider: Provider, _ id: ExchangeID) -> Provider {
    let mailbox = mailbox
    return provider.noting { exchange in
      mailbox.post(.exchange(id, .dated(exchange.startedAt), at: StartClock.now))
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

nonisolated extension Provider {
  /// The same provider with a closure that gets each recorded exchange that answers.
  fileprivate func noting(_ onChoice: @escaping @Sendable (Exchange) -> Void) -> Provider {
    guard let replay = transport as? ReplayTransport else { return self }
    var provider = self
    provider.transport = replay.noting(onChoice)
    return provider
  }
}

nonisolated extension ExchangeEvent {
  fileprivate static func dated(_ time: Int) -> ExchangeEvent {
    .recorded(at: time, moment: time > 0 ? LocalMoment(time).exact : "at an unknown time")
  }
}
