import NetEngine
import RequestFiles

/// Recorded requests as every export writes them: the fields of the message alone, marks as
/// placeholders, each request with a name of its own, and the values of earlier responses known.
package struct ExportedRequests {
  /// The exchanges with what an export writes as their requests.
  let exchanges: [Exchange]
  /// A name for each that a request file can refer to.
  let names: [String]
  let chain: ValueChain

  package init(_ recorded: [Exchange]) {
    var exchanges = recorded.map { exchange in
      var exchange = exchange
      exchange.request = exchange.request.exported.withPlaceholdersForMarks()
      return exchange
    }
    names = Self.names(of: exchanges)
    chain = ValueChain(exchanges)
    for number in exchanges.indices {
      let request = exchanges[number].request
      // A value of an earlier response makes another body.
      guard chain.request(request, of: number, { _ in "" }).body != request.body else { continue }
      exchanges[number].request.leaveOutFieldsOfBody()
    }
    self.exchanges = exchanges
  }

  /// The requests for a request file: `{{login.response.body.$.data.token}}` in place of the token.
  package var forFile: [(name: String?, request: HTTPRequest)] {
    exchanges.indices.map { number in
      let request = chain.request(exchanges[number].request, of: number) { value in
        ExchangeReference.text(names[value.giver], value.part).map {
          KeptVariable.placeholder($0)
        }
      }
      return (names[number], request)
    }
  }

  // MARK: Names

  private static func names(of exchanges: [Exchange]) -> [String] {
    var taken: Set<String> = []
    var numbers: [String: Int] = [:]
    return exchanges.map { exchange in
      let base = name(of: exchange)
      var name = base
      var number = numbers[base, default: 1]
      while !taken.insert(name).inserted {
        number += 1
        name = "\(base) \(number)"
      }
      numbers[base] = number
      return name
    }
  }

  private static func name(of exchange: Exchange) -> String {
    let request = exchange.request
    let own = exchange.name.withoutPlaceholders
    guard Exchange.isName(own, of: request.method.rawValue) else {
      return name(of: request.method.rawValue, request.url.withoutPlaceholders)
    }
    if ExchangeReference.text(own, .body) != nil { return own }
    let plain = own.asFileName
    return plain.isEmpty ? name(of: request.method.rawValue, request.url) : plain
  }

  /// The name of a request that has none: `users-42`, `post-users`.
  package static func name(of method: String, _ target: String) -> String {
    let path = target.utf8.prefix { !"?#".utf8.contains($0) }
    var rest = Substring(path)
    if let mark = rest.utf8.firstPlace(of: "://".utf8) { rest = rest[mark.upperBound...] }
    let parts = rest.split(separator: "/").dropFirst(rest.utf8.first == 0x2F ? 0 : 1)
    let words = parts.suffix(3).map { String($0).asFileName }.filter { !$0.isEmpty }
    let name = (words.isEmpty ? ["root"] : words).joined(separator: "-")
    let verb = method.lowercasedASCII.asFileName
    return verb == "get" || verb.isEmpty ? name : "\(verb)-\(name)"
  }
}

extension String {
  /// Letters, digits and dashes of it.
  package var asFileName: String {
    var made: [UInt8] = []
    for byte in utf8 {
      let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x5f || byte >= 0x80
      if isPlain {
        made.append(byte)
      } else if !made.isEmpty, made.last != 0x2d {
        made.append(0x2d)
      }
    }
    while made.last == 0x2d { made.removeLast() }
    return String(decoding: made.prefix(60), as: UTF8.self)
  }

  /// A name must not ask for a secret.
  fileprivate var withoutPlaceholders: String {
    var bytes = Array(utf8)[...]
    while let place = SecretVariable.firstPlaceholder(in: bytes) {
      bytes = bytes[..<place.lowerBound] + bytes[place.upperBound...]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
