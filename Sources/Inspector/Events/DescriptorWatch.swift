import Glibc
import InspectorScreens

/// The one place where the screens' program sleeps: a single poll(2) of the main thread.
///
/// Keys, signals and watched files are descriptors, posted events ring a bell that is one too, and
/// ticks are its time limit. Not libdispatch: from its first event on, it wakes the process every
/// second for ever, and a program that waits for a key must cost nothing.
final class DescriptorWatch {
  /// What the main thread watches.
  static let main = DescriptorWatch()

  /// How often a tick comes while something is in flight.
  static let tickInterval: Int64 = 125_000

  private typealias Reader = (descriptor: Int32, read: () -> Void)

  private var readers: [Reader] = []
  private var lastTick: Instant?
  /// Work for a later moment, asleep or not; nil for none.
  var later: (at: Instant, work: () -> Void)?

  /// Calls `read` whenever there is something to read, or the other end is gone.
  func add(_ descriptor: Int32, _ read: @escaping () -> Void) {
    readers.append((descriptor, read))
  }

  /// Watches it no longer.
  func remove(_ descriptor: Int32) {
    readers.removeAll { $0.descriptor == descriptor }
  }

  /// Sleeps until the mailbox has something; what can be read is read on the way.
  ///
  /// Looks at the descriptors even when events wait already: work that orders more work would keep
  /// keys from being heard.
  func wait(for mailbox: Mailbox, ticking: Bool) {
    repeat {
      let milliseconds = mailbox.listen() ? patience(ticking) : 0
      look((mailbox.bell, mailbox.silence), milliseconds: milliseconds)
      tick(ticking, mailbox)
      workLater()
    } while !mailbox.hasEvents
  }

  /// Sleeps until the mailbox has something, or for so long.
  func pause(for mailbox: Mailbox, atMost milliseconds: Int32) {
    if mailbox.listen() { look((mailbox.bell, mailbox.silence), milliseconds: milliseconds) }
  }

  private func look(_ bell: Reader, milliseconds: Int32) {
    let watched = readers + [bell]
    var descriptors = watched.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return }
    for (reader, found) in zip(watched, descriptors) where found.revents != 0 {
      // An earlier one may have taken it away.
      let isWatched = readers.contains { $0.descriptor == reader.descriptor }
      if isWatched || reader.descriptor == bell.descriptor { reader.read() }
    }
  }

  /// Milliseconds until the next tick or the later work, rounded up; −1 without either.
  private func patience(_ ticking: Bool) -> Int32 {
    let now = StartClock.now.microseconds
    let tick = ticking ? (lastTick?.microseconds ?? now) + Self.tickInterval : nil
    guard let next = [tick, later?.at.microseconds].compactMap({ $0 }).min() else { return -1 }
    return Int32(max(0, next - now + 999) / 1_000)
  }

  private func workLater() {
    guard let later, StartClock.now.microseconds >= later.at.microseconds else { return }
    self.later = nil
    later.work()
  }

  private func tick(_ ticking: Bool, _ mailbox: Mailbox) {
    guard ticking else {
      lastTick = nil
      return
    }
    let now = StartClock.now
    guard let last = lastTick else {
      lastTick = now
      return
    }
    guard now.microseconds - last.microseconds >= Self.tickInterval else { return }
    lastTick = now
    mailbox.post(.tick(at: now))
  }
}
