/// Values made here rather than received; each is its own small document.
extension JSON {
  /// A string.
  public init(_ string: String) { self.init(made: JSONText.token(string.utf8)) }

  /// A number.
  public init(_ integer: some BinaryInteger) { self.init(made: Array(String(integer).utf8)) }

  /// A number; `null` for infinity and not-a-number, which JSON cannot say.
  public init(_ double: Double) {
    self.init(made: Array((double.isFinite ? "\(double)" : "null").utf8))
  }

  /// A number with exactly these digits.
  package init(_ number: JSONNumber) { self.init(made: Array(number.text.utf8)) }

  /// A bool.
  public init(_ bool: Bool) { self.init(made: Array((bool ? "true" : "false").utf8)) }

  /// An array; what is not there becomes `null`.
  public init(_ elements: [JSON]) {
    var bytes: [UInt8] = [0x5b]
    for (position, element) in elements.enumerated() {
      if position > 0 { bytes.append(0x2c) }
      bytes += element.token
    }
    self.init(made: bytes + [0x5d])
  }

  /// An object with its members in this order; what is not there becomes `null`.
  public init(members: [(key: String, value: JSON)]) {
    var bytes: [UInt8] = [0x7b]
    for (position, member) in members.enumerated() {
      if position > 0 { bytes.append(0x2c) }
      bytes += JSONText.token(member.key.utf8)
      bytes.append(0x3a)
      bytes += member.value.token
    }
    self.init(made: bytes + [0x7d])
  }

  /// The value without white space, numbers and strings as they are written.
  private var token: [UInt8] {
    exists ? JSONPrinter.compact.bytes(self) : Array("null".utf8)
  }

  private init(made bytes: [UInt8]) {
    let limits = JSONLimits(depth: .max, documentBytes: .max, tapeBytes: .max)
    self.init(document: JSONDocument(bytes, limits: limits))
  }
}

extension JSON: ExpressibleByStringLiteral {
  /// A string.
  public init(stringLiteral value: String) { self.init(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// A number.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension JSON: ExpressibleByFloatLiteral {
  /// A number.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension JSON: ExpressibleByBooleanLiteral {
  /// A bool.
  public init(booleanLiteral value: Bool) { self.init(value) }
}

extension JSON: ExpressibleByNilLiteral {
  /// `null`.
  public init(nilLiteral: ()) { self.init(made: Array("null".utf8)) }
}

extension JSON: ExpressibleByArrayLiteral {
  /// An array.
  public init(arrayLiteral elements: JSON...) { self.init(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// An object; members stay in the order they are written, duplicates too.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(members: elements.map { (key: $0.0, value: $0.1) })
  }
}
