/// An event of a `text/event-stream`.
public struct ServerEvent: Sendable, Hashable {
  /// What kind it is: `message` when the server says nothing.
  public var event: String
  /// What it says; several lines are joined by line feeds.
  public var data: String
  /// The last id the server has said, with this event or before it; empty when it has said none.
  public var id: String
  /// How long to wait before connecting again, as it was said last; nil when it was not.
  public var retry: Duration?

  /// Takes everything as it is.
  public init(event: String = "message", data: String, id: String = "", retry: Duration? = nil) {
    self.event = event
    self.data = data
    self.id = id
    self.retry = retry
  }
}
