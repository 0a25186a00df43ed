import NetEngine

/// Somebody else's sockets, served on a transport's own thread between its own: what comes there goes
/// out here without another thread being woken for it.
package protocol LoopGuest: AnyObject, Sendable {
  /// Can be read when there is something to do.
  var descriptor: Int32 { get }
  /// Does what there is to do without waiting; `isReady` says that the descriptor can be read.
  ///
  /// Answers in how many milliseconds it wants its next turn at the latest, -1 for whenever there is
  /// something to do; nil once it has ended.
  func turn(isReady: Bool) -> Int32?
  /// The thread is about to wait; false when there is something to do after all.
  func maySleep() -> Bool
  /// The thread has waited, and gives it a turn soon: nobody has to ring for it meanwhile.
  func hasWoken()
}
