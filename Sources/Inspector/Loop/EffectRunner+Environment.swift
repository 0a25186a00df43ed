import InspectorCommands
import InspectorScreens
import NetEngine
import RequestFiles

/// A request that waits until a person allows what it sends of the environment.
struct WaitingRequest {
  let place: Int
  let source: AnswerSource
  let file: FilePlace
  let uses: [EnvironmentUse]
}

/// Variables of the environment: a person is asked before the first one goes to an origin.
extension EffectRunner {
  /// Whether the request waits for a person's yes, as only those to the network do.
  ///
  /// The request learns which other origins its redirects may lead to.
  func waits(_ target: inout RequestFileTarget, _ place: Int, _ source: AnswerSource) -> Bool {
    guard source == .network else { return false }
    let uses = access.unknown(access.uses(of: &target))
    guard !uses.isEmpty else { return false }
    if asking.contains(where: { $0.place == place }) {
      mailbox.post(.shared(target: place))
    } else {
      asking.append(
        WaitingRequest(place: place, source: source, file: target.place, uses: uses))
    }
    var asked: [EnvironmentUse] = []
    for use in asking.flatMap(\.uses) where !asked.contains(use) { asked.append(use) }
    mailbox.post(.environmentAsked(asked.map(\.description)))
    return true
  }

  /// Remembers the uses that a question showed and fires what waits, which may ask for the others;
  /// nil ends it with the reason.
  func answerEnvironment(_ shown: [String]?) {
    let waiting = asking
    asking = []
    if let shown {
      access.remember(waiting.flatMap(\.uses).filter { shown.contains($0.description) })
    }
    for request in waiting {
      if shown == nil {
        let problem = RequestFileProblem(request.file, keeping: request.uses)
        refuse(request.place, request.source, problem?.netError ?? .cancelled)
      } else if let collection = program.collection {
        fireNow(request.place, request.source, of: collection)
      } else if program.targets.indices.contains(request.place) {
        send(target: request.place, from: request.source)
      }
    }
  }

  /// Lets requests follow a redirect that was not followed.
  func allow(_ redirect: TransportError.KeptRedirect) {
    guard !redirect.variables.isEmpty else { return plainOrigins.allow(redirect.to) }
    access.remember(redirect.variables.map { EnvironmentUse($0, to: redirect.to) })
  }

  /// The access as the person's file allows it now.
  func makeAccess() -> EnvironmentAccess {
    EnvironmentAccess(
      folder: program.collection?.wholeFolder ?? ".", state: prompts?.folder,
      allowing: program.configuration.env)
  }
}
