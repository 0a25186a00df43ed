/// Gives answers a profile where neither target nor provider does, as MoyaMapper's plugin.
public struct EnvelopeProfilePlugin: Plugin {
  private let choose: @Sendable (any TargetType) -> EnvelopeProfile?

  /// One profile for all.
  public init(_ profile: EnvelopeProfile) {
    choose = { _ in profile }
  }

  /// A profile by target; nil leaves the answer without.
  public init(choose: @escaping @Sendable (any TargetType) -> EnvelopeProfile?) {
    self.choose = choose
  }

  /// Sets the profile.
  public func process(
    _ result: Result<Response, NetError>, for attempt: Attempt
  ) async -> Result<Response, NetError> {
    guard let profile = choose(attempt.target) else { return result }
    return result.mapResponse { $0.profile = $0.profile(or: profile) }
  }
}
