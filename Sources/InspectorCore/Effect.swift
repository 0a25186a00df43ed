/// An order from the app to the last inch; plain data, so that a test can compare it.
package enum Effect: Hashable, Sendable {
  /// Fire the target at this place of the list; answered by `Event.exchange(_, .began, _)`.
  case send(target: Int)
  case cancel(ExchangeID)
  case quit
  case suspend
  /// Paint every cell again.
  case redraw
}
