import HeadlessCommands
import InspectorCore
import NetEngine
import RequestFiles
import SettingsFiles

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
  func waits(_ target: RequestFileTarget, _ place: Int, _ source: AnswerSource) -> Bool {
    guard source == .network else { return false }
    let uses = access.unknown(access.uses(of: target))
    guard !uses.isEmpty else { return false }
    if !asking.contains(where: { $0.place == place }) {
      asking.append(
        WaitingRequest(place: place, source: source, file: target.place, uses: uses))
    }
    var asked: [EnvironmentUse] = []
    for use in asking.flatMap(\.uses) where !asked.contains(use) { asked.append(use) }
    mailbox.post(.environmentAsked(asked.map(\.description)))
    return true
  }

  /// Fires what waits and remembers the yes, or ends it with the reason.
  func answerEnvironment(isYes: Bool) {
    let waiting = asking
    asking = []
    if isYes { access.remember(waiting.flatMap(\.uses)) }
    for request in waiting {
      if !isYes {
        let names = request.uses.map(\.name)
        let problem = RequestFileProblem(
          request.file, .environmentKept(names, from: request.uses.first?.origin ?? ""))
        refuse(request.place, request.source, problem.netError)
      } else if let collection = program.collection {
        fireNow(request.place, request.source, of: collection)
      } else if program.targets.indices.contains(request.place) {
        let listed = program.targets[request.place]
        fire(listed.target, listed.item, at: request.place, request.source)
      }
    }
  }

  /// The access as the person's file allows it now.
  func makeAccess() -> EnvironmentAccess {
    EnvironmentAccess(
      folder: program.collection?.wholeFolder ?? ".", state: prompts?.folder,
      allowing: program.configuration.env)
  }
}
