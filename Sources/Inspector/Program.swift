import InspectorCore
import NetEngine

/// What the screens are opened on: a list of targets and the provider that fires them.
nonisolated struct Program: Sendable {
  var title: String
  var targets: [ListedTarget]
  /// Asked once, by the first firing: the first frame does not need a provider.
  var provider: @Sendable () -> Provider
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
}
