internal import CPlatform
import Glibc

/// Which descriptors can be read or written: epoll(7), and a bell that rings from any thread.
///
/// Used by one thread; the bell alone may be rung by others while it lives.
package final class Readiness {
  private let queue: Int32
  private let bell: Int32
  private let found: UnsafeMutablePointer<epoll_event>
  private static let most = 128

  /// What a descriptor is watched for, and what was found.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let reading = Interest(rawValue: EPOLLIN.rawValue)
    package static let writing = Interest(rawValue: EPOLLOUT.rawValue)
    /// The other side sends nothing more.
    package static let leaving = Interest(rawValue: EPOLLRDHUP.rawValue)
    /// Nobody is there any more; always watched for.
    package static let gone = Interest(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  /// What the system has no room for, and its reason.
  package struct Refused: Error {
    package let call: String
    package let code: Int32
  }

  package init() throws(Refused) {
    let queue = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard queue >= 0 else { throw Refused(call: "epoll_create1", code: errno) }
    let bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard bell >= 0 else {
      let code = errno
      close(queue)
      throw Refused(call: "eventfd", code: code)
    }
    (self.queue, self.bell) = (queue, bell)
    found = .allocate(capacity: Self.most)
    watch(bell, for: .reading)
  }

  deinit {
    close(bell)
    close(queue)
    found.deallocate()
  }

  /// Can be read when something is found.
  package var descriptor: Int32 { queue }

  /// What rings the bell; good as long as this lives.
  package var bellDescriptor: Int32 { bell }

  /// False where the system has no room for it.
  @discardableResult
  package func watch(_ descriptor: Int32, for interest: Interest) -> Bool {
    control(EPOLL_CTL_ADD, descriptor, interest)
  }

  @discardableResult
  package func change(_ descriptor: Int32, to interest: Interest) -> Bool {
    control(EPOLL_CTL_MOD, descriptor, interest)
  }

  package func forget(_ descriptor: Int32) { control(EPOLL_CTL_DEL, descriptor, []) }

  @discardableResult
  private func control(_ what: Int32, _ descriptor: Int32, _ interest: Interest) -> Bool {
    var event = epoll_event(
      events: interest.rawValue, data: epoll_data_t(fd: descriptor))
    return epoll_ctl(queue, what, descriptor, &event) == 0
  }

  /// Rings the bell, from any thread.
  package static func ring(_ bell: Int32) {
    var one: UInt64 = 1
    write(bell, &one, 8)
  }

  /// Sleeps until something can be done, or for so long; a negative time is for ever.
  package func wait(milliseconds: Int32, _ handle: (Int32, Interest) -> Void) {
    let count = epoll_wait(queue, found, Int32(Self.most), milliseconds)
    guard count > 0 else { return }
    for index in 0..<Int(count) {
      let event = found[index]
      if event.data.fd == bell {
        var value: UInt64 = 0
        read(bell, &value, 8)
      } else {
        handle(event.data.fd, Interest(rawValue: event.events))
      }
    }
  }
}
