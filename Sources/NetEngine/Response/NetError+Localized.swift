import FoundationEssentials

/// What an alert shows: `localizedDescription` is the message.
extension NetError: LocalizedError {
  /// What happened, as ``message`` says it.
  public var errorDescription: String? { message }
  /// What an error below this one says, where it says more.
  public var failureReason: String? {
    guard let below = cause.underlying.map({ NetError.text(of: $0) }), below != message else {
      return nil
    }
    return below
  }
  /// What to do next, as ``hint`` says it.
  public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}
