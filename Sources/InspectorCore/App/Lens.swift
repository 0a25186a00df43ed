import NetEngine
import SettingsFiles

/// How answers are read just now: a person's choices over what each target says of itself.
package struct Lens: Sendable, Hashable {
  /// The status filter in place of the targets' own.
  package var filter: StatusFilter?
  /// The mapping in place of the targets' own.
  package var mapping: Pipeline.Mapping?
  package var profile = ProfileChoice.own
  /// For targets that name no profile: the program's default.
  package var fallback: EnvelopeProfile?
  /// Profiles by what the URLs begin with whose answers they read: a request's, a backend's.
  package var kept: [String: EnvelopeProfile] = [:]

  package init(fallback: EnvelopeProfile? = nil, kept: [String: EnvelopeProfile] = [:]) {
    self.fallback = fallback
    self.kept = kept
  }

  package enum ProfileChoice: Sendable, Hashable {
    /// What the target, its answer or the program says.
    case own
    case none
    case chosen(EnvelopeProfile)
  }

  /// The profile a person has chosen for everything.
  var chosenProfile: EnvelopeProfile? {
    if case .chosen(let profile) = profile { profile } else { nil }
  }

  /// Whether every target is read as it says itself.
  package var isClear: Bool { filter == nil && mapping == nil && profile == .own }

  /// The pipeline for a target, and for its answer once there is one.
  package func pipeline(
    for item: TargetItem, response: Response? = nil
  ) -> Pipeline {
    var pipeline = item.pipeline
    if let filter { pipeline.filter = filter }
    if let mapping { pipeline.mapping = mapping }
    pipeline.profile =
      switch profile {
      case .own: ownProfile(of: item, response: response)
      case .none: nil
      case .chosen(let profile): profile
      }
    pipeline.profileIsKept =
      profile != .own || item.pipeline.profile == nil && response?.profile == nil
    return pipeline
  }

  /// The profile that stands where nobody has chosen another one.
  func ownProfile(of item: TargetItem, response: Response?) -> EnvelopeProfile? {
    if item.readsNoEnvelope { return nil }
    return item.pipeline.profile ?? profile(of: response, or: keptProfile(for: item))
  }

  /// What an answer says itself, else what is kept, else the program's default.
  func profile(of response: Response?, or kept: EnvelopeProfile?) -> EnvelopeProfile? {
    guard let response else { return kept ?? fallback }
    return response.profile(or: kept ?? fallback)
  }

  /// The profile kept for the longest beginning of a request's URL that has one.
  func keptProfile(for item: TargetItem) -> EnvelopeProfile? {
    kept.reading(item.url) ?? kept[item.basePlace]
  }

  /// Whose profile it is that reads an answer.
  func source(
    of profile: EnvelopeProfile, for item: TargetItem, _ response: Response
  ) -> String {
    if item.pipeline.profile == profile { return "the target's" }
    if response.profile == profile { return "the answer's" }
    if self.profile == .chosen(profile) { return "chosen" }
    let kept = keptProfile(for: item) ?? kept.reading(response.request.url)
    return kept == profile ? "kept" : fallback == profile ? "default" : "chosen"
  }

  /// Puts a profile in place of the one it was made of, wherever that counts.
  mutating func replace(_ old: EnvelopeProfile, with new: EnvelopeProfile) {
    if profile == .chosen(old) { profile = .chosen(new) }
    if fallback == old { fallback = new }
    kept = kept.mapValues { $0 == old ? new : $0 }
  }
}

extension TargetItem {
  /// What its own URL is kept under.
  var place: String { url.urlPlace }

  /// What all requests of its backend begin with.
  var basePlace: String { base.urlPlace }
}
