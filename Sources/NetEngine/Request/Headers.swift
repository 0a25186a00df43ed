import LosslessJSON

/// Header fields in order, with their case and their duplicates kept.
///
/// Names compare without case, by bytes: `headers["content-type"]` finds `Content-Type`.
public struct Headers: Sendable, Hashable {
  /// The fields in the order they were said or came.
  public private(set) var fields: [HeaderField]

  /// Takes fields as they are.
  public init(_ fields: [HeaderField] = []) {
    self.fields = fields
  }

  /// The value of the last field with this name; setting replaces all of that name, nil removes them.
  public subscript(name: String) -> String? {
    get { lastIndex(of: name).map { fields[$0].value } }
    set {
      guard let newValue else { return remove(name) }
      set(HeaderField(name, newValue))
    }
  }

  /// Every value of this name, in order.
  public func values(_ name: String) -> [String] {
    var values: [String] = []
    guard let last = lastIndex(of: name) else { return values }
    for index in 0...last where fields[index].name.isSameHeaderName(as: name) {
      values.append(fields[index].value)
    }
    return values
  }

  /// How many fields have this name.
  package func count(of name: String) -> Int {
    fields.withUnsafeBufferPointer { fields in
      var count = 0
      for index in fields.indices where fields[index].name.isSameHeaderName(as: name) { count += 1 }
      return count
    }
  }

  /// In place: an iterator would count a reference for both texts of every field it passes.
  private func lastIndex(of name: String) -> Int? {
    fields.withUnsafeBufferPointer { fields in
      var index = fields.count
      while index > 0 {
        index -= 1
        if fields[index].name.isSameHeaderName(as: name) { return index }
      }
      return nil
    }
  }

  /// Whether a field with this name is there.
  public func contains(_ name: String) -> Bool {
    lastIndex(of: name) != nil
  }

  /// Puts the field in the place of the first one of its name and removes the others, or appends it.
  public mutating func set(_ field: HeaderField) {
    guard let first = fields.firstIndex(where: { $0.name.isSameHeaderName(as: field.name) }) else {
      return fields.append(field)
    }
    fields[first] = field
    var index = fields.count - 1
    while index > first {
      if fields[index].name.isSameHeaderName(as: field.name) { fields.remove(at: index) }
      index -= 1
    }
  }

  /// Appends the field beside others of its name.
  public mutating func append(_ field: HeaderField) {
    fields.append(field)
  }

  /// Removes every field of this name.
  public mutating func remove(_ name: String) {
    fields.removeAll { $0.name.isSameHeaderName(as: name) }
  }

  /// These headers with `others` put over them: a name that is in both keeps its place, not its value.
  public func adding(_ others: Headers) -> Headers {
    var all = self
    for name in others.distinctNames {
      let new = others.fields.filter { $0.name.isSameHeaderName(as: name) }
      all.set(new[0])
      for field in new.dropFirst() { all.append(field) }
    }
    return all
  }

  private var distinctNames: [String] {
    var names: [String] = []
    for field in fields where !names.contains(where: { $0.isSameHeaderName(as: field.name) }) {
      names.append(field.name)
    }
    return names
  }
}

extension Headers: ExpressibleByDictionaryLiteral {
  /// Keeps the order and the duplicates of the literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { HeaderField($0.0, $0.1) })
  }
}

extension Headers: RandomAccessCollection {
  /// Where the first field stands.
  public var startIndex: Int { 0 }
  /// One past the last field.
  public var endIndex: Int { fields.count }
  /// The field at this place.
  public subscript(position: Int) -> HeaderField { fields[position] }
}
