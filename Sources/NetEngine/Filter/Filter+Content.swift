import LosslessJSON

extension Filter {
  /// Whether it looks into bodies, which may be long: such a question is not for a screen's thread.
  package var readsBodies: Bool { expression.contains { $0.readsBodies } }

  /// Whether marks decide.
  package var readsMarks: Bool { expression.contains { $0 == .flag(.marked) } }
}

extension Filter.Expression {
  fileprivate func contains(_ isWanted: (Filter.Test) -> Bool) -> Bool {
    switch self {
    case .all: false
    case .and(let parts), .or(let parts): parts.contains { $0.contains(isWanted) }
    case .not(let inner): inner.contains(isWanted)
    case .test(let test): isWanted(test)
    }
  }
}

extension Filter.Test {
  fileprivate var readsBodies: Bool {
    switch self {
    case .json: true
    case .pattern(let field, _): [.body, .requestBody, .responseBody].contains(field)
    case .flag, .word, .status, .code, .kind, .time, .size, .age, .number, .hop: false
    }
  }
}
