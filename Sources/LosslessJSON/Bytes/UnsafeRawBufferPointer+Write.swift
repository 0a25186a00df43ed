import Glibc

extension UnsafeRawBufferPointer {
  /// Writes all bytes, or says how many were written and the errno of what stopped it.
  ///
  /// A descriptor in non-blocking mode is waited for. `write` works like write(2).
  package func writeAll(
    to descriptor: Int32,
    by write: (Int32, UnsafeRawBufferPointer) -> Int = { Glibc.write($0, $1.baseAddress, $1.count) }
  ) -> (written: Int, code: Int32?) {
    var rest = self[...]
    while !rest.isEmpty {
      // Linux writes at most 2 GiB − 4 KiB a call; a smaller step also keeps a cancel near.
      let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30)))
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if written < 0, errno == EAGAIN {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      } else if written == 0 || errno != EINTR {
        return (count - rest.count, written == 0 ? EIO : errno)
      }
    }
    return (count, nil)
  }
}
