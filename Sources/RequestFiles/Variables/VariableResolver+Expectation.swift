import BytesAndJSON
import ExchangesAndOutcomes

extension VariableResolver {
  /// The expectation with its variables replaced; a value is one word, or stays inside its quotes.
  mutating func filter(
    _ expectation: RequestMeta.Expectation
  ) throws(RequestFileProblem) -> Filter {
    if let filter = expectation.filter { return filter }
    var text = ""
    var quote: UInt8?
    for piece in expectation.text.pieces {
      switch piece {
      case .text(let plain):
        text += plain
        quote = Self.openQuote(plain, within: quote)
      case .use(let use):
        let value = try self.text(Template(pieces: [.use(use)]))
        text += Self.written(value, within: quote)
      }
    }
    do throws(FilterMistake) { return try Filter(text) } catch {
      throw RequestFileProblem(expectation.place, .badFilter(error.message))
    }
  }

  /// The quote that is open behind a text.
  private static func openQuote(_ text: String, within quote: UInt8?) -> UInt8? {
    var quote = quote
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), quote != nil {
        isEscaped = true
      } else if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return quote
  }

  private static func written(_ value: String, within quote: UInt8?) -> String {
    let isWord = value.utf8.allSatisfy { byte in
      byte.isVariableByte || "<>=:/,+%@#*?~$^".utf8.contains(byte)
    }
    if quote == nil, isWord, !value.isEmpty { return value }
    let mark = quote ?? UInt8(ascii: "\"")
    var bytes: [UInt8] = quote == nil ? [mark] : []
    for byte in value.utf8 {
      if byte == mark || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    if quote == nil { bytes.append(mark) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension RequestCollection {
  /// What has to be true of a request's exchange, as far as its variables have values already.
  public func expectations(
    of entry: Entry, in context: RequestContext = RequestContext()
  ) -> [Filter] {
    let all = entry.request.meta.expectations
    guard all.contains(where: { $0.filter == nil }) else { return all.compactMap(\.filter) }
    guard let scope = try? scope(of: entry, in: context) else { return all.compactMap(\.filter) }
    var resolver = VariableResolver(scope)
    return all.compactMap { try? resolver.filter($0) }
  }
}
