import NetEngine

/// How answers are read just now: a person's choices over what each target says of itself.
package struct Lens: Sendable, Hashable {
  /// The status filter in place of the targets' own.
  package var filter: StatusFilter?
  /// The mapping in place of the targets' own.
  package var mapping: Pipeline.Mapping?
  package var profile = ProfileChoice.own
  /// For targets that name no profile: the program's default.
  package var fallback: EnvelopeProfile?
  /// Detected profiles a person kept for a target, by its place in the list.
  package var keptForTarget: [Int: EnvelopeProfile] = [:]
  /// Detected profiles a person kept for a whole backend, by its base URL.
  package var keptForBase: [String: EnvelopeProfile] = [:]

  package init(fallback: EnvelopeProfile? = nil) {
    self.fallback = fallback
  }

  package enum ProfileChoice: Sendable, Hashable {
    /// What the target, its answer or the program says.
    case own
    case none
    case chosen(EnvelopeProfile)
  }

  /// Whether every target is read as it says itself.
  package var isClear: Bool { filter == nil && mapping == nil && profile == .own }

  /// The pipeline for a target, and for its answer once there is one.
  package func pipeline(
    for item: TargetItem, at target: Int, response: Response? = nil
  ) -> Pipeline {
    var pipeline = item.pipeline
    if let filter { pipeline.filter = filter }
    if let mapping { pipeline.mapping = mapping }
    pipeline.profile =
      switch profile {
      case .own: ownProfile(of: item, at: target, response: response)
      case .none: nil
      case .chosen(let profile): profile
      }
    return pipeline
  }

  /// The profile that stands where nobody has chosen another one.
  func ownProfile(
    of item: TargetItem, at target: Int, response: Response?
  ) -> EnvelopeProfile? {
    item.pipeline.profile ?? response?.profile ?? keptForTarget[target]
      ?? keptForBase[item.base] ?? fallback
  }
}
