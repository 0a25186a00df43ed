import Glibc
import NetEngine

/// Whole writes and bounded reads on a file descriptor.
package nonisolated enum Descriptor {
  /// Writes all bytes; answers the errno of what stopped it, or nil.
  package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32? {
    Array(bytes).withUnsafeBytes { $0.writeAll(to: descriptor).code }
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
