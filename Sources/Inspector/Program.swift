import InspectorCore
import NetEngine

/// What the screens are opened on: a list of targets and the provider that fires them.
nonisolated struct Program: Sendable {
  var title: String
  var targets: [ListedTarget]
  var provider: Provider
  /// What must live as long as the program: the demo's server.
  var backend: (any AnyObject & Sendable)?

  /// The base all targets share; empty when they have several.
  var baseURL: String {
    guard let first = targets.first?.target.baseURL else { return "" }
    return targets.allSatisfy { $0.target.baseURL == first } ? first : ""
  }

  func app(refused: [ClosedRange<UInt32>] = []) -> App {
    App(title: title, baseURL: baseURL, targets: targets.map(\.item), refused: refused)
  }

  /// Starts the request of a place in the list.
  func fire(
    _ place: Int, report: @escaping @Sendable (Progress) -> Void
  ) -> RunningCall<Response>? {
    guard targets.indices.contains(place) else { return nil }
    return start(targets[place].target, report: report)
  }

  private func start(
    _ target: some TargetType, report: @escaping @Sendable (Progress) -> Void
  ) -> RunningCall<Response> {
    provider.request(target).start(onProgress: report)
  }
}
