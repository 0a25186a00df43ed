import InspectorProxy
import LosslessJSON

/// A request as it arrived.
package struct Request: Sendable {
  /// Counts the server's requests from 1, in the order in which they were complete.
  package var number = 0
  /// Counts the server's connections from 1.
  package var connection = 0
  /// The port it arrived at: the server's own or its other origin's.
  package var port: UInt16 = 0
  package var method: String
  /// The request target, byte for byte.
  package var target: [UInt8]
  package var version: String
  /// The header lines in order, byte for byte, without their line ends.
  package var headerLines: [[UInt8]]
  package var trailerLines: [[UInt8]] = []
  package var body = RequestBody()
  /// What `{name}` parts of the route's pattern stand for, percent-decoded.
  package var parameters: [String: String] = [:]
  /// What this server remembers between requests; nil in a request made by hand.
  package var memory: ServerMemory?
}

// MARK: - Head

extension Request {
  init(_ head: ClientHead) {
    self.init(
      method: head.method, target: Array(head.target.utf8),
      version: head.isOldVersion ? "HTTP/1.0" : "HTTP/1.1",
      headerLines: head.bytes.dropLast(4).lines.dropFirst().map(Array.init))
  }

  /// The fields in order, names in the case they came in.
  package var fields: [Field] {
    headerLines.compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = line[(colon + 1)...].trimmingBlanks
      return Field(
        String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
  }

  /// The first value of a field, whatever the case of its name.
  package func header(_ name: String) -> String? { headers(name).first }

  /// All values of a field, one per line.
  package func headers(_ name: String) -> [String] {
    fields.filter { $0.name.isSameHeaderName(as: name) }.map(\.value)
  }
}

// MARK: - Target

extension Request {
  /// The target's path, as it came, without scheme, host and query.
  package var path: String {
    String(decoding: originTarget.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
  }

  /// The query's pairs in order, percent-decoded; `+` stays a plus sign.
  package var query: [Field] {
    let target = originTarget
    guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    return Form.pairs(of: target[(mark + 1)...], isForm: false)
  }

  /// The first value of a query parameter.
  package func query(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }

  /// A path parameter or query parameter as a number within a range, or the default.
  package func number(_ name: String, in range: ClosedRange<Int>, default value: Int) -> Int {
    guard let text = parameters[name] ?? query(name), let number = Int(digits: text.utf8) else {
      return value
    }
    return min(max(number, range.lowerBound), range.upperBound)
  }

  /// The target without scheme and host, which a proxy's client sends.
  private var originTarget: ArraySlice<UInt8> {
    guard target.first != UInt8(ascii: "/"), let colon = target.firstIndex(of: UInt8(ascii: ":")),
      target[colon...].starts(with: "://".utf8)
    else { return target[...] }
    let rest = target[(colon + 3)...]
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return ArraySlice("/".utf8) }
    return rest[slash...]
  }
}

/// A request's body: kept up to a limit, always counted and hashed.
package struct RequestBody: Sendable, Equatable {
  /// How many bytes arrived.
  package var count = 0
  /// The first bytes, at most the server's `keptBodyBytes`.
  package var kept: [UInt8] = []
  /// The hash of all bytes; nil when all of them are kept.
  private var wholeHash: String?

  package init() {}

  init(_ bytes: [UInt8], keeping limit: Int) {
    (count, kept) = (bytes.count, Array(bytes.prefix(limit)))
    if !isWhole { wholeHash = SHA256.digest(of: bytes).hex }
  }

  /// True when `kept` is the whole body.
  package var isWhole: Bool { kept.count == count }

  /// SHA-256 of the whole body, in hexadecimal.
  package var sha256: String { wholeHash ?? SHA256.digest(of: kept).hex }

  /// The kept bytes as text, when they are UTF-8.
  package var text: String? { String(validating: kept, as: UTF8.self) }
}
