import LosslessJSON
import NetEngine

/// The packing of a session file: gzip, or zlib as in the files of mitmproxy.
///
/// A zip archive is recognized, and refused.
enum Packing {
  case gzip, zlib, zip

  /// What the first bytes say; nil when they are no packing's.
  init?(_ bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0x1f, 0x8b]) {
      self = .gzip
    } else if bytes.starts(with: [0x50, 0x4b, 3, 4]) || bytes.starts(with: [0x50, 0x4b, 5, 6]) {
      self = .zip
    } else if bytes.count > 1, bytes[0] == 0x78, [0x01, 0x5e, 0x9c, 0xda].contains(bytes[1]) {
      self = .zlib
    } else {
      return nil
    }
  }

  /// The bytes of a packed session, within the limit.
  func unpacked(_ packed: Body, _ limits: SessionLimits) throws(SessionProblem) -> Body {
    if self == .zip { throw SessionProblem(.notASession("unpack the zip archive first")) }
    var allowed = DecodeLimits()
    allowed.decoded = limits.bytes
    let decoded = ContentDecoder.decode(
      packed, codings: [self == .gzip ? .gzip : .deflate], limits: allowed)
    switch decoded.problem {
    case .tooLarge?:
      throw SessionProblem(.tooLarge(bytes: limits.bytes.saturatingSum(1), allowed: limits.bytes))
    case let problem? where decoded.body.isEmpty:
      throw SessionProblem(.notASession(problem.words))
    // What came out before the damage is opened as a file that was cut off.
    default: return decoded.body
    }
  }
}
