import Glibc

/// Whole writes and bounded reads on a file descriptor.
package nonisolated enum Descriptor {
  /// Writes all bytes; answers the errno of what stopped it, or nil.
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32? {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Somebody else's non-blocking mode: wait until there is room.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  /// What there is to read.
  package enum Reading {
    case bytes(ArraySlice<UInt8>)
    case nothing
    /// The other end is gone.
    case ended
  }

  /// Reads what is there, waiting for it at most so many milliseconds.
  package static func read(_ descriptor: Int32, into buffer: inout [UInt8], waiting: Int32)
    -> Reading
  {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, waiting) > 0 else { return .nothing }
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 { return .bytes(buffer[..<count]) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .ended
  }
}
