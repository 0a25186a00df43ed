import Glibc
import LosslessJSON
import NetEngine

/// A request's or an answer's head as text: what can be said by its fields need not be kept twice.
package enum MessageHead {
  /// The fields of a head as it went over the wire, in order; nil when it is not written that way.
  package static func fields(_ head: [UInt8]) -> (first: [UInt8], fields: [HeaderField]) {
    var lines = head.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
      line.last == 0x0d ? line.dropLast() : line
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    let first = lines.first.map { Array($0) } ?? []
    let fields = lines.dropFirst().compactMap { line -> HeaderField? in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      return HeaderField(
        String(lenient: line[..<colon]), String(lenient: line[(colon + 1)...].trimmingBlanks),
        source: .wire)
    }
    return (first, fields)
  }

  /// The head that these fields make, in the one usual form.
  package static func text(first: String, fields: some Sequence<HeaderField>) -> [UInt8] {
    var head = Array(first.utf8)
    head += [0x0d, 0x0a]
    for field in fields {
      head += field.name.utf8
      head += [0x3a, 0x20]
      head += field.value.utf8
      head += [0x0d, 0x0a]
    }
    head += [0x0d, 0x0a]
    return head
  }

  /// Whether a head is the very one that these fields make, compared where it stands.
  static func isUsual(_ head: [UInt8], first: String, fields: [HeaderField]) -> Bool {
    head.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      var place = 0
      func takes(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
          guard let first = text.baseAddress, !text.isEmpty else { return true }
          guard bytes.count - place >= text.count, memcmp(start + place, first, text.count) == 0
          else { return false }
          place += text.count
          return true
        }
      }
      guard takes(first), takes("\r\n") else { return false }
      for index in fields.indices {
        guard takes(fields[index].name), takes(": "), takes(fields[index].value), takes("\r\n")
        else { return false }
      }
      return takes("\r\n") && place == bytes.count
    }
  }

  /// The first line of a request; the target is what the URL says behind its authority.
  package static func requestLine(_ method: HTTPMethod, _ url: String, version: String) -> String {
    "\(method.rawValue) \(target(of: url)) \(version)"
  }

  /// The first line of an answer.
  static func statusLine(_ version: String, _ status: Int, _ reason: String) -> String {
    "HTTP/\(version) \(status) \(reason)"
  }

  /// The path and the query of a URL.
  private static func target(of url: String) -> Substring {
    let bytes = url.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else { return Substring(url) }
    let host = bytes.index(colon, offsetBy: 3)
    guard let slash = bytes[host...].firstIndex(where: { $0 == 0x2f || $0 == 0x3f || $0 == 0x23 })
    else { return "/" }
    return url[slash...]
  }
}
