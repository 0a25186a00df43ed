/// Gives answers a profile where neither target nor provider does, as MoyaMapper's plugin.
///
/// It counts before anybody looks at the answer: a plugin that tries again by what the envelope says
/// sees the same as the caller.
public struct EnvelopeProfilePlugin: Plugin {
  private let choose: @Sendable (TargetWords) -> EnvelopeProfile?

  /// One profile for all.
  public init(_ profile: EnvelopeProfile) {
    choose = { _ in profile }
  }

  /// A profile by target; nil leaves the answer without.
  public init(choose: @escaping @Sendable (TargetWords) -> EnvelopeProfile?) {
    self.choose = choose
  }

  /// The profile that was chosen.
  public func envelope(for target: TargetWords) -> EnvelopeProfile? { choose(target) }
}
