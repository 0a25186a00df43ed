import NetEngine

/// Laying bodies out: what is short at once, the rest beside the loop.
extension App {
  mutating func layOut() {
    guard let words = answer.turnLayout() else {
      house.notice = Notice(text: "the layout of bodies is for the Raw tab (1)")
      return
    }
    house.notice = Notice(text: words)
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
  package func layoutJob(_ id: Int?) -> LayoutJob? {
    layingOut.flatMap { $0.id == id ? $0 : nil }
  }

  mutating func take(_ result: LayoutResult) {
    guard result.id == layingOut?.id else { return }
    layingOut = nil
    answer.take(result)
  }

  // MARK: Copying

  /// The body of an answer as it is seen, and its type.
  func shownBody(_ response: Response) -> (body: Body, type: MediaType?) {
    guard answer.page == .raw, case .pretty(let pretty) = answer.layout.shown else {
      return (response.body, response.mediaType)
    }
    return (pretty.body, MediaType("application/json"))
  }
}
