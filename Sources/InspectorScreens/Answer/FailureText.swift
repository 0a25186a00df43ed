import NetEngine

/// What a failure says to a person: what happened with its numbers, and what to do next.
struct FailureText: Sendable, Hashable {
  var message: String
  var hint: String
}

extension FailureText {
  init(_ error: NetError) {
    message = error.message
    hint = error.isCancelled ? "r sends it again" : error.hint
  }
}
