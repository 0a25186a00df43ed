import NetEngine
import RequestFiles

/// The selected request that has no response yet, as its pane shows it: nothing is sent for that.
struct UnsentRequest: Sendable {
  let target: Int
  private(set) var text: TextDocument?
  /// Counts the texts, so that the pane notices another one.
  private(set) var stamp = 0
  /// Values may have changed since the text was made.
  var isStale = true

  init(_ target: Int) { self.target = target }

  mutating func take(
    _ preview: Result<RequestPreview, NetError>, of target: Int, _ house: House
  ) {
    guard target == self.target else { return }
    stamp += 1
    switch preview {
    case .success(let preview): text = preview.document(house.sources(of: target))
    case .failure(let error): text = Self.text(of: error, house, target)
    }
  }

  /// The problem, and the request as it is written.
  private static func text(of error: NetError, _ house: House, _ target: Int) -> TextDocument {
    var problem = TextBuilder()
    problem.addLine("✗ \(error.message)", Style(.warning, bold: true))
    if !error.hint.isEmpty { problem.addLine("  \(error.hint)", Style(.faint)) }
    problem.endLine()
    let written = house.draft(of: target).written
    var request = HTTPRequest(
      method: HTTPMethod(rawValue: written.method), url: written.target,
      headers: Headers(written.headers))
    if case .text(let body) = written.body { request.body = .bytes(Body(body)) }
    let shown = RequestPreview(request: request).document(house.sources(of: target))
    return TextDocument([problem.prose] + shown.sections)
  }
}

extension App {
  /// The request to build for the pane of the selected one, once until values change.
  package mutating func takeUnsentOrder() -> Int? {
    guard isMainOn, let target = main.list.selectedTarget,
      shownRecord == nil, house.items[target].flaw == nil, !house.items[target].isViewed
    else { return nil }
    if case .finished = house.state(of: target) { return nil }
    if main.unsent?.target != target { main.unsent = UnsentRequest(target) }
    guard main.unsent?.isStale == true else { return nil }
    main.unsent?.isStale = false
    return target
  }

  /// Notes that the values of an unsent request may have changed.
  mutating func noteValues(after event: Event) {
    let changesValues =
      switch event {
      case .exchange(_, .finished, _), .listed, .cookies, .answering, .reconfigured: true
      default: false
      }
    if changesValues { main.unsent?.isStale = true }
  }
}
