import LosslessJSON
import NetEngine

/// Changes links to the server behind in a text that comes piece by piece: they lead here.
///
///     …"next":"https://api.example.com/v1/users?page=2"…  ─►  …"next":"http://127.0.0.1:8793/users?page=2"…
///
/// Kept back between two pieces is only what may be the beginning of a link.
struct LinkRewriter: Sendable {
  /// How many links were changed.
  private(set) var count = 0

  /// What is looked for, and what is written for it: as it is, and with slashes escaped as in JSON.
  private let pairs: [(wanted: [UInt8], new: [UInt8])]
  private var waiting: [UInt8] = []

  init(from base: String, to own: String) {
    func escaped(_ bytes: [UInt8]) -> [UInt8] {
      bytes.flatMap { $0 == 0x2f ? [0x5c, 0x2f] : [$0] }
    }
    let (wanted, new) = (Array(base.utf8), Array(own.utf8))
    pairs = [(wanted, new), (escaped(wanted), escaped(new))]
  }

  /// Whether an answer's body is a text that is not packed.
  static func isReadable(_ headers: Headers) -> Bool {
    let codings = headers.listed("Content-Encoding")
    guard codings.allSatisfy({ $0 == "identity" }), let type = headers["Content-Type"] else {
      return false
    }
    let name = String(Substring(type.utf8.prefix { $0 != 0x3b && $0 != 0x20 })).lowercasedASCII
    return name.hasPrefix("text/") || name.hasSuffix("+json") || name.hasSuffix("+xml")
      || ["json", "xml", "javascript", "x-ndjson", "graphql"].contains {
        name == "application/\($0)"
      }
  }

  /// The next piece as it goes out.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { rewrite(bytes, isLast: false) }

  /// What was kept back: nothing follows.
  mutating func finish() -> [UInt8] {
    rewrite(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
  }

  private mutating func rewrite(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
    var text = waiting
    text.append(contentsOf: bytes)
    waiting = []
    var out: [UInt8] = []
    out.reserveCapacity(text.count + 64)
    var place = 0
    while place < text.count {
      guard let start = text[place...].firstIndex(where: { $0 == pairs[0].wanted[0] }) else {
        out += text[place...]
        break
      }
      out += text[place..<start]
      switch match(text[start...], isLast) {
      case .none:
        out.append(text[start])
        place = start + 1
      case .maybe:
        waiting = Array(text[start...])
        place = text.count
      case .found(let pair):
        out += pair.new
        count += 1
        place = start + pair.wanted.count
      }
    }
    return out
  }

  private enum Match {
    case none, maybe
    case found((wanted: [UInt8], new: [UInt8]))
  }

  private func match(_ text: ArraySlice<UInt8>, _ isLast: Bool) -> Match {
    for pair in pairs {
      if text.count <= pair.wanted.count {
        guard pair.wanted.starts(with: text) else { continue }
        if !isLast { return .maybe }
        return text.count == pair.wanted.count ? .found(pair) : .none
      }
      guard text.starts(with: pair.wanted) else { continue }
      // `https://a.example.com` is no link to `https://a.example`.
      let next = text[text.startIndex + pair.wanted.count]
      let goesOn =
        next &- 0x30 < 10 || (next | 0x20) &- 0x61 < 26 || next >= 0x80
        || "-._~:@%".utf8.contains(next)
      return goesOn ? .none : .found(pair)
    }
    return .none
  }
}
