import LosslessJSON

/// One header line: its name as written, its value, and who put it there.
public struct HeaderField: Sendable {
  /// The name with the case it was written in.
  public var name: String
  /// The value without the white space around it.
  public var value: String
  /// Who said it; not part of equality.
  package var source: Source
  /// Its bytes were no UTF-8 when they came: each of them is a character, and goes on as one byte.
  package var isLatin1 = false

  /// Makes a field; nothing is checked here, a request is checked when it is built.
  public init(_ name: String, _ value: String) {
    self.init(name, value, source: .target)
  }

  /// Makes a field and says who put it there.
  package init(_ name: String, _ value: String, source: Source) {
    self.name = name
    self.value = value
    self.source = source
  }

  /// Where a header field comes from: a screen shows it beside the value.
  package enum Source: Hashable, Sendable {
    /// The target or the endpoint hook said so.
    case target
    /// The task's encoding needs it (Content-Type).
    case task
    /// A plugin added or changed it.
    case plugin(String)
    /// The engine adds it because nobody else did.
    case engine
    /// The user name and password of the URL.
    case url
    /// The provider's cookie store.
    case cookies
    /// It came in an answer.
    case wire

    /// It is added by itself whenever something is sent: what is written from it leaves it out.
    package var isAddedAnew: Bool { self == .engine || self == .cookies }
  }
}

extension HeaderField: Hashable {
  /// Two fields are equal when they read the same on the wire.
  public static func == (left: HeaderField, right: HeaderField) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8) && left.value.utf8.elementsEqual(right.value.utf8)
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
    for byte in value.utf8 { hasher.combine(byte) }
  }
}

// MARK: - As bytes

extension HeaderField {
  /// What came, name and value without white space around them.
  package init(came name: Slice<UnsafeRawBufferPointer>, _ value: Slice<UnsafeRawBufferPointer>) {
    let bytes = UnsafeRawBufferPointer(rebasing: value).assumingMemoryBound(to: UInt8.self)
    let name = UnsafeRawBufferPointer(rebasing: name).assumingMemoryBound(to: UInt8.self)
    let text = String(utf8Bytes: bytes)
    self.init(String(lenientBytes: name), text ?? String(lenientBytes: bytes), source: .wire)
    isLatin1 = text == nil
  }

  /// The field as every writer of a head sends it: no control character leaves, for one could end
  /// the line.
  package var withoutOddControls: HeaderField {
    guard name.holdsOddControl || value.holdsOddControl else { return self }
    var field = self
    field.name = String(decoding: name.withoutOddControls, as: UTF8.self)
    field.value = String(decoding: value.withoutOddControls, as: UTF8.self)
    return field
  }

  /// The value's bytes on the wire.
  package var valueBytes: [UInt8] {
    guard isLatin1 else { return Array(value.utf8) }
    return value.unicodeScalars.flatMap { scalar in
      UInt8(exactly: scalar.value).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }
}
