/// Reading values. The plain form answers nil unless the value is of that kind; the `…Value` form
/// converts what can be converted and falls back to a default.
extension JSON {
  /// Whether it is `null`; false when nothing stands there.
  public var isNull: Bool { kind == .null }

  /// The text of a string.
  public var string: String? { node.flatMap { document.string(of: $0) } }

  /// The text of a string as a body; a large one stands in a file and not twice in memory.
  package var stringBody: Body? {
    node.flatMap { node in
      document.body(of: node) ?? document.string(of: node).map { Body($0) }
    }
  }

  /// The text of a string, a number as it is written, `true` or `false`; else "".
  public var stringValue: String {
    switch kind {
    case .string: string ?? ""
    case .number, .bool: rawText ?? ""
    default: ""
    }
  }

  /// A bool; `1` is not one.
  public var bool: Bool? {
    guard let node else { return nil }
    switch document.word(node.index).tag {
    case .true: return true
    case .false: return false
    default: return nil
    }
  }

  /// A bool, whether a number is not 0, whether a string is true, yes, y, t or 1; else false.
  public var boolValue: Bool {
    switch kind {
    case .bool: bool ?? false
    case .number: number?.isZero == false
    case .string: ["true", "yes", "y", "t", "1"].contains(stringValue.lowercasedASCII)
    default: false
    }
  }

  /// A number as it is written: every digit, whatever its size.
  public var numberText: String? { kind == .number ? rawText : nil }

  /// A number, exact.
  package var number: JSONNumber? { numberText.flatMap { JSONNumber($0) } }

  /// An integral number that fits; `1.0` and `1e3` are integral.
  public var int: Int? { number?.int }

  /// A number without its fraction, a bool as 0 or 1, a number written in a string; else 0.
  ///
  /// What does not fit becomes the largest or smallest that does.
  public var intValue: Int { lenientNumber?.clampedInt ?? (bool == true ? 1 : 0) }

  /// An integral number from 0 up that fits, also above `Int.max`.
  public var uint: UInt64? { number?.uint }

  /// A number as the nearest double; nil when it is too large for one.
  public var double: Double? {
    guard let value = number?.double, value.isFinite else { return nil }
    return value
  }

  /// A number, a bool as 0 or 1, a number written in a string; else 0.
  ///
  /// What is too large becomes infinite.
  public var doubleValue: Double { lenientNumber?.double ?? (bool == true ? 1 : 0) }

  /// The elements of an array.
  public var array: [JSON]? {
    kind == .array ? nodes.map { JSON(document: document, node: $0) } : nil
  }

  /// The elements of an array; else none.
  public var arrayValue: [JSON] { array ?? [] }

  /// The members of an object by key; of several with one key, the last.
  ///
  /// Swift takes keys that differ only in how accents are composed for one; `members` keeps them.
  public var dictionary: [String: JSON]? {
    members.map { Dictionary($0.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }) }
  }

  /// The members of an object by key; else none.
  public var dictionaryValue: [String: JSON] { dictionary ?? [:] }

  /// The members of an object as they stand: in order, duplicates and all.
  public var members: [(key: String, value: JSON)]? {
    guard kind == .object else { return nil }
    return nodes.map { (document.key(of: $0) ?? "", JSON(document: document, node: $0)) }
  }

  private var nodes: JSONChildren {
    let container = node ?? JSONNode(index: 0, isMember: false)
    return document.children(of: container)
  }

  private var lenientNumber: JSONNumber? { number ?? string.flatMap { JSONNumber($0) } }
}

extension JSON: Sequence {
  /// The members of an object with their keys, the elements of an array with their positions as
  /// text, in document order; nothing for a scalar.
  public func makeIterator() -> AnyIterator<(String, JSON)> {
    guard let node else { return AnyIterator { nil } }
    var children = document.children(of: node)
    var position = 0
    let document = document
    return AnyIterator {
      guard let child = children.next() else { return nil }
      defer { position += 1 }
      return (document.key(of: child) ?? String(position), JSON(document: document, node: child))
    }
  }
}
