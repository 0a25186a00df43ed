import NetEngine
import RequestFiles

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
    return item.pipeline.profile ?? profile(of: response, or: keptProfile(for: item, response))
  }

  /// What an answer says itself, else what is kept, else the program's default.
  func profile(of response: Response?, or kept: EnvelopeProfile?) -> EnvelopeProfile? {
    guard let response else { return kept ?? fallback }
    return response.profile(or: kept ?? fallback)
  }

  /// The profile kept for the longest beginning of a request's URL that has one.
  ///
  /// A response goes by the URL it was asked for: the environment may be another one by now.
  func keptProfile(for item: TargetItem, _ response: Response?) -> EnvelopeProfile? {
    let url = item.sentURL(of: response)
    let isOfBase = url == item.url || url.urlPlace.utf8.starts(with: item.base.utf8)
    return kept.reading(url) ?? (isOfBase ? kept[item.basePlace] : nil)
  }

  /// Whose profile it is that reads an answer.
  func source(
    of profile: EnvelopeProfile, for item: TargetItem, _ response: Response
  ) -> String {
    if item.pipeline.profile == profile { return "the target's" }
    if response.profile == profile { return "the response's" }
    if self.profile == .chosen(profile) { return "chosen" }
    let kept = keptProfile(for: item, response)
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
  /// The beginning of its URL that is the same in each firing: a profile is kept under it.
  var place: String {
    let place = url.urlPlace
    guard let variable = place.utf8.firstPlace(of: "{{".utf8)?.lowerBound,
      let slash = place.utf8[..<variable].lastIndex(of: UInt8(ascii: "/")),
      place.utf8[..<slash].starts(with: base.utf8)
    else { return place }
    return String(place[..<slash])
  }

  /// The URL that a response was asked for; its own where the response does not say.
  func sentURL(of response: Response?) -> String {
    guard let sent = response?.request.url, !sent.urlOrigin.isEmpty, !url.urlOrigin.isEmpty
    else { return url }
    return sent
  }

  /// What all requests of its backend begin with.
  var basePlace: String { base.urlPlace }
}
