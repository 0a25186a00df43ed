import LosslessJSON
import NetEngine

/// How a session file may be packed: gzip, zlib as mitmproxy writes `.zhar`, a zip archive as
/// Playwright writes it.
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

/// A zip archive: its members by name, each unpacked when it is asked for.
///
/// Archives of more than one disk and the large ones of 64 bits are refused; nothing is written
/// anywhere, so a member's name is only a name.
struct ZipArchive: Sendable {
  private struct Member: Sendable {
    var isPacked: Bool
    var packed: Range<Int>
    var size: Int
  }

  private let bytes: any JSONBytes
  private var members: [String: Member] = [:]
  private(set) var names: [String] = []

  init(_ bytes: any JSONBytes) throws(SessionProblem) {
    self.bytes = bytes
    guard let end = Self.end(of: bytes.buffer) else {
      throw SessionProblem(.notASession("the zip archive is cut off"))
    }
    let reader = ZipReader(bytes.buffer)
    var place = reader.number(4, at: end + 16)
    for _ in 0..<reader.number(2, at: end + 10) {
      guard reader.number(4, at: place) == 0x0201_4b50 else { break }
      let length = reader.number(2, at: place + 28)
      if let name = reader.text(at: place + 46, count: length), let member = member(reader, place) {
        if members.updateValue(member, forKey: name) == nil { names.append(name) }
      }
      place = place.saturatingSum(
        46 + length + reader.number(2, at: place + 30) + reader.number(2, at: place + 32))
    }
  }

  /// The recordings in it, the shortest path first.
  var recordings: [String] {
    names.filter { $0.lowercasedASCII.hasSuffix(".har") && !$0.hasPrefix("__MACOSX/") }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// What a member holds.
  func body(_ name: String, limit: Int) throws(SessionProblem) -> Body {
    guard let member = members[name] else {
      throw SessionProblem(.bodyFile(name, why: "the archive has no such file"))
    }
    guard member.size <= limit else {
      throw SessionProblem(.tooLarge(bytes: member.size, allowed: limit))
    }
    let packed = Body(UnsafeRawBufferPointer(rebasing: bytes.buffer[member.packed]))
    guard member.isPacked else { return packed }
    var allowed = DecodeLimits()
    allowed.decoded = member.size
    let decoded = ContentDecoder.decode(packed, codings: [.deflate], limits: allowed)
    guard decoded.body.count == member.size else {
      throw SessionProblem(.bodyFile(name, why: "it is damaged in the archive"))
    }
    return decoded.body
  }

  private func member(_ reader: ZipReader, _ place: Int) -> Member? {
    let method = reader.number(2, at: place + 10)
    let (packed, size) = (reader.number(4, at: place + 20), reader.number(4, at: place + 24))
    let local = reader.number(4, at: place + 42)
    // Ciphered members have their first flag set.
    guard method == 0 || method == 8, reader.number(2, at: place + 8) & 1 == 0,
      reader.number(4, at: local) == 0x0403_4b50
    else { return nil }
    let start = local.saturatingSum(
      30 + reader.number(2, at: local + 26) + reader.number(2, at: local + 28))
    guard start.saturatingSum(packed) <= bytes.count, method == 8 || packed == size else {
      return nil
    }
    return Member(isPacked: method == 8, packed: start..<start + packed, size: size)
  }

  /// Where the archive's last record is; a comment may stand behind it.
  private static func end(of bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 22 else { return nil }
    let reader = ZipReader(bytes)
    for place in stride(from: bytes.count - 22, through: max(0, bytes.count - 65_557), by: -1)
    where reader.number(4, at: place) == 0x0605_4b50 { return place }
    return nil
  }
}

/// Small-endian numbers; what lies outside is 0.
private struct ZipReader {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  func number(_ width: Int, at place: Int) -> Int {
    guard place >= 0, place <= bytes.count - width else { return 0 }
    return (0..<width).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }

  func text(at place: Int, count: Int) -> String? {
    guard place >= 0, count > 0, place <= bytes.count - count else { return nil }
    return String(validating: bytes[place..<place + count], as: UTF8.self)
  }
}
