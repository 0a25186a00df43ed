import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings

/// Watches the file of an open recording, and reads on beside the screen when a program changes it.
///
/// While nothing is written it costs nothing; the screen gets thirty looks a second at most.
final class RecordingWatch {
  var path: String { follower.path }
  /// Whether a program writes the journal now.
  var isGrowing: Bool { follower.isGrowing }

  private let follower: RecordingFollower
  private let mailbox: Mailbox
  private let descriptor: Int32
  private var lastLook = Instant(microseconds: 0)
  private var hasEnded = false

  /// In microseconds.
  private static let pause: Int64 = 33_000
  private static let events = UInt32(
    IN_MODIFY | IN_CLOSE_WRITE | IN_MOVE_SELF | IN_DELETE_SELF | IN_ATTRIB)

  init(_ follower: RecordingFollower, _ mailbox: Mailbox) {
    (self.follower, self.mailbox) = (follower, mailbox)
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    watch()
    // Also what was written since it was opened.
    follower.isDue ? look() : goOn()
  }

  /// The file of this name may be another one by now.
  private func watch() {
    if descriptor >= 0 { inotify_add_watch(descriptor, path, Self.events) }
  }

  /// The screen has what was found: what comes now is worth another look.
  func goOn() {
    guard !hasEnded, descriptor >= 0 else { return }
    watch()
    DescriptorWatch.main.remove(descriptor)
    DescriptorWatch.main.add(descriptor) { [weak self] in self?.hear() }
  }

  func end() {
    hasEnded = true
    DescriptorWatch.main.remove(descriptor)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Until the screen has what is found now, nothing more is heard.
  private func hear() {
    DescriptorWatch.main.remove(descriptor)
    var buffer = [UInt8](repeating: 0, count: 4 << 10)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    look()
  }

  private func look() {
    watch()
    let wait = max(0, lastLook.microseconds + Self.pause - StartClock.now.microseconds)
    lastLook = Instant(microseconds: StartClock.now.microseconds + wait)
    Task.detached(executorPreference: Workers.shared) { [follower, mailbox] in
      if wait > 0 { try? await Task.sleep(for: .microseconds(wait)) }
      do throws(SessionProblem) {
        let look = try follower.look()
        mailbox.post(.session(.grown(path: follower.path, look.session, isOver: look.isOver)))
      } catch {
        mailbox.post(.message(error.description))
      }
    }
  }
}
