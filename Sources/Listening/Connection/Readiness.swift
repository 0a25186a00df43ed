internal import CEpoll
import Glibc

/// Which descriptors can be read or written: epoll(7), and a bell that rings from any thread.
///
/// Used by the server's thread; the bell alone may be rung by others while it lives.
final class Readiness {
  private let queue: Int32
  private let bell: Int32
  private let found = UnsafeMutablePointer<epoll_event>.allocate(capacity: Readiness.most)
  private static let most = 128

  /// What a descriptor is watched for, and what was found.
  struct Interest: OptionSet {
    let rawValue: UInt32
    static let reading = Interest(rawValue: EPOLLIN.rawValue)
    static let writing = Interest(rawValue: EPOLLOUT.rawValue)
    /// The other side sends nothing more.
    static let leaving = Interest(rawValue: EPOLLRDHUP.rawValue)
    /// Nobody is there any more; always watched for.
    static let gone = Interest(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  init() throws(ListeningSocket.Problem) {
    queue = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard queue >= 0 else { throw .system(call: "epoll_create1", code: errno) }
    bell = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard bell >= 0 else {
      let code = errno
      close(queue)
      throw .system(call: "eventfd", code: code)
    }
    watch(bell, for: .reading)
  }

  deinit {
    close(bell)
    close(queue)
    found.deallocate()
  }

  /// Can be read when something is found.
  var descriptor: Int32 { queue }

  /// What rings the bell; good as long as this lives.
  var bellDescriptor: Int32 { bell }

  func watch(_ descriptor: Int32, for interest: Interest) {
    control(EPOLL_CTL_ADD, descriptor, interest)
  }

  func change(_ descriptor: Int32, to interest: Interest) {
    control(EPOLL_CTL_MOD, descriptor, interest)
  }

  func forget(_ descriptor: Int32) { control(EPOLL_CTL_DEL, descriptor, []) }

  private func control(_ what: Int32, _ descriptor: Int32, _ interest: Interest) {
    var event = epoll_event(
      events: interest.rawValue, data: epoll_data_t(fd: descriptor))
    epoll_ctl(queue, what, descriptor, &event)
  }

  /// Sleeps until something can be done, or for so long; a negative time is for ever.
  func wait(milliseconds: Int32, _ handle: (Int32, Interest) -> Void) {
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
