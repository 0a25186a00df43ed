import NetEngine

/// What another program keeps its requests in, which is not read here, and can be made into what is.
nonisolated enum ForeignFile: Sendable {
  case bruno
  case charles
  case insomnia
  case mitmproxy

  /// By its first bytes, and by its name where they say too little; nil where it is none.
  init?(_ start: [UInt8], path: String) {
    func holds(_ word: String) -> Bool { start.firstPlace(of: word.utf8) != nil }
    if Self.beginsAsFlows(start) {
      self = .mitmproxy
    } else if holds("\"__export_format\"") || holds("collection.insomnia.rest") {
      self = .insomnia
    } else if path.hasSuffix(".chls") || path.hasSuffix(".chlsj") {
      self = .charles
    } else if path.hasSuffix(".bru") {
      self = .bruno
    } else {
      return nil
    }
  }

  /// Behind 'FILE is' or 'it is': whose it is, and the way from there.
  func words(_ path: String) -> String {
    switch self {
    case .bruno: "Bruno's: export the collection there as a Postman collection"
    case .charles: "Charles's: export the session there as HTTP Archive (.har)"
    case .insomnia: "Insomnia's: export it there as HAR"
    case .mitmproxy: "mitmproxy's: 'mitmdump -nr \(path) --set hardump=OUT.har' makes a HAR of it"
    }
  }

  /// A length, and in it a name behind its own length, as in `2538:9:websocket;`.
  private static func beginsAsFlows(_ start: [UInt8]) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    var rest = start[...]
    for _ in 0..<2 {
      let length = rest.prefix(while: isDigit)
      rest = rest.dropFirst(length.count)
      guard !length.isEmpty, rest.popFirst() == UInt8(ascii: ":") else { return false }
    }
    let name = rest.prefix { (0x61...0x7a).contains($0) || $0 == UInt8(ascii: "_") }
    return !name.isEmpty && rest.dropFirst(name.count).first == UInt8(ascii: ";")
  }
}
