extension NetError: Equatable {
  /// The same case with the same in it; somebody else's errors by their type and what they say.
  ///
  /// By one side first: of a switch over both the compiler takes seconds to see that it is complete.
  public static func == (left: NetError, right: NetError) -> Bool {
    switch left {
    case .cancelled:
      guard case .cancelled = right else { return false }
      return true
    case .requestMapping(let one):
      guard case .requestMapping(let other) = right else { return false }
      return one == other
    case .parameterEncoding(let one):
      guard case .parameterEncoding(let other) = right else { return false }
      return isSame(one, other)
    case .transport(let one):
      guard case .transport(let other) = right else { return false }
      return one == other
    case .statusCode(let one):
      guard case .statusCode(let other) = right else { return false }
      return one == other
    case .mapping(let one, let answer):
      guard case .mapping(let other, let otherAnswer) = right else { return false }
      return one.target == other.target && one.path == other.path && one.message == other.message
        && answer == otherAnswer
    case .business(let one, let words, let answer):
      guard case .business(let other, let others, let otherAnswer) = right else { return false }
      return one == other && words == others && answer == otherAnswer
    case .invalidSession(let one, let words, let answer):
      guard case .invalidSession(let other, let others, let its) = right else { return false }
      return one == other && words == others && answer == its
    case .sequence(let one, let cause):
      guard case .sequence(let other, let otherCause) = right else { return false }
      return one == other && cause == otherCause
    case .plugin(let one, let cause):
      guard case .plugin(let other, let otherCause) = right else { return false }
      return one == other && isSame(cause, otherCause)
    case .limit(let one, let answer):
      guard case .limit(let other, let otherAnswer) = right else { return false }
      return one == other && answer == otherAnswer
    case .underlying(let one, let answer):
      guard case .underlying(let other, let otherAnswer) = right else { return false }
      return isSame(one, other) && answer == otherAnswer
    }
  }

  private static func isSame(_ one: any Error, _ other: any Error) -> Bool {
    type(of: one) == type(of: other) && text(of: one) == text(of: other)
  }
}
