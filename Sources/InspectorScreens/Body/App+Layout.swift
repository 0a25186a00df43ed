import NetEngine

/// Laying bodies out: what is short at once, the rest beside the loop.
extension App {
  mutating func layOut() -> [Effect] {
    guard let isLaidOut = answer.turnLayout() else {
      return house.notify("bodies are laid out in the Raw tab: press 1, then t")
    }
    house.split.isBodyExact = !answer.layout.isOn
    settle()
    return house.notify(
      !isLaidOut
        ? "Raw shows the exact bytes" : answer.layout.shown.why ?? "Raw shows bodies laid out")
  }

  /// Shows the envelope beside Raw, or gives Raw the room of both.
  mutating func turnEnvelope() {
    house.split.hidesEnvelope.toggle()
    house.notify(
      house.split.hidesEnvelope
        ? "Raw has the whole pane; 1 turns to the envelope" : "Raw and envelope show side by side")
  }

  /// Orders what the answer that shows waits for, once; another answer ends it.
  mutating func orderLayout() -> [Effect] {
    let wanted = answer.layout.work
    guard wanted !== layingOut?.document else { return [] }
    let isRunning = layingOut != nil
    layingOut = wanted.map { LayoutJob(id: lastJob + 1, document: $0) }
    guard let layingOut else { return isRunning ? [.layOut(nil)] : [] }
    lastJob = layingOut.id
    return [.layOut(lastJob)]
  }

  /// The work that `Effect.layOut` asked for; nil when nobody waits for it any more.
  package func layoutJob(_ id: Int?) -> LayoutJob? { layingOut.flatMap { $0.id == id ? $0 : nil } }

  mutating func take(_ result: LayoutResult) {
    guard result.id == layingOut?.id else { return }
    layingOut = nil
    answer.take(result)
  }
}
