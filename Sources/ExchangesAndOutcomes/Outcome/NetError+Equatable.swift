extension NetError: Equatable {
  /// The same case with the same in it; somebody else's errors by their type and what they say.
  public static func == (left: NetError, right: NetError) -> Bool {
    switch (left, right) {
    case (.cancelled, .cancelled): true
    case (.requestMapping(let one), .requestMapping(let other)): one == other
    case (.parameterEncoding(let one), .parameterEncoding(let other)): isSame(one, other)
    case (.transport(let one), .transport(let other)): one == other
    case (.statusCode(let one), .statusCode(let other)): one == other
    case (.mapping(let one, let answer), .mapping(let other, let otherAnswer)):
      one.target == other.target && one.path == other.path && one.message == other.message
        && answer == otherAnswer
    case (
      .business(let code, let message, let answer), .business(let other, let words, let otherAnswer)
    ):
      code == other && message == words && answer == otherAnswer
    case (
      .invalidSession(let code, let message, let answer),
      .invalidSession(let other, let words, let otherAnswer)
    ):
      code == other && message == words && answer == otherAnswer
    case (.sequence(let step, let cause), .sequence(let other, let otherCause)):
      step == other && cause == otherCause
    case (.plugin(let name, let cause), .plugin(let other, let otherCause)):
      name == other && isSame(cause, otherCause)
    case (.limit(let one, let answer), .limit(let other, let otherAnswer)):
      one == other && answer == otherAnswer
    case (.underlying(let one, let answer), .underlying(let other, let otherAnswer)):
      isSame(one, other) && answer == otherAnswer
    case (.cancelled, _), (.requestMapping, _), (.parameterEncoding, _), (.transport, _),
      (.statusCode, _), (.mapping, _), (.business, _), (.invalidSession, _), (.sequence, _),
      (.plugin, _), (.limit, _), (.underlying, _):
      false
    }
  }

  private static func isSame(_ one: any Error, _ other: any Error) -> Bool {
    type(of: one) == type(of: other) && text(of: one) == text(of: other)
  }
}
