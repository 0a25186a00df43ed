/// What a server has counted since it started.
package struct Counters: Sendable, Equatable {
  /// Connections taken, without the refused ones.
  package var accepted = 0
  /// Connections answered 503 because too many were open.
  package var refused = 0
  /// Connections open now.
  package var open = 0
  /// Requests that arrived whole, body included.
  package var requests = 0
  /// Requests whose head or body broke the rules.
  package var malformed = 0
  /// Replies played to their end.
  package var answered = 0
  /// Connections the peer ended, in the middle of something or while idle.
  package var closedByPeer = 0
  /// Connections the peer ended while a request was being read or answered.
  package var abandoned = 0
}
