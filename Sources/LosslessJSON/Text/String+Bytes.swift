extension String {
  /// UTF-8 where it is valid, otherwise ISO 8859-1, as HTTP's fields once were: no byte is lost.
  @inlinable package init(lenient bytes: some Collection<UInt8>) {
    let text = bytes.withContiguousStorageIfAvailable { String(lenientBytes: $0) }
    self = text ?? Array(bytes).withUnsafeBufferPointer { String(lenientBytes: $0) }
  }

  /// The same of bytes that lie side by side: a generic one costs ten times as much, for every field
  /// of every head.
  @usableFromInline package init(lenientBytes bytes: UnsafeBufferPointer<UInt8>) {
    self =
      String(utf8Bytes: bytes)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// nil where they are no UTF-8.
  package init?(utf8Bytes bytes: UnsafeBufferPointer<UInt8>) {
    var high: UInt8 = 0
    for byte in bytes { high |= byte }
    if high < 0x80 {
      self = String(decoding: bytes, as: UTF8.self)
    } else if let text = String(validating: bytes, as: UTF8.self) {
      self = text
    } else {
      return nil
    }
  }

  /// For a message: printable ASCII as it is, every other byte as `\xNN`, cut after 80 bytes.
  package init(shown bytes: [UInt8]) {
    var text = ""
    for byte in bytes.prefix(80) {
      if 0x20..<0x7f ~= byte {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    self = bytes.count > 80 ? text + "…" : text
  }
}

extension String {
  /// Writes every byte that `isPlain` refuses as `%XX`.
  package func percentEscaped(where isPlain: (UInt8) -> Bool) -> String {
    String(decoding: utf8.percentEscaped(where: isPlain), as: UTF8.self)
  }
}

extension Collection<UInt8> {
  /// Writes every byte that `isPlain` refuses as `%XX`.
  package func percentEscaped(where isPlain: (UInt8) -> Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for byte in self {
      if isPlain(byte) { bytes.append(byte) } else { bytes.appendPercentEscaped(byte) }
    }
    return bytes
  }
}

extension [UInt8] {
  /// Appends `%XX`.
  package mutating func appendPercentEscaped(_ byte: UInt8) {
    let digits: StaticString = "0123456789ABCDEF"
    append(UInt8(ascii: "%"))
    append(digits.utf8Start[Int(byte >> 4)])
    append(digits.utf8Start[Int(byte & 15)])
  }
}

extension StringProtocol {
  /// Makes ASCII capitals small and keeps every other character: HTTP's words fold no further, and
  /// the Kelvin sign is no `k`.
  package var lowercasedASCII: String {
    String(decoding: utf8.map(\.lowercasedASCII), as: UTF8.self)
  }

  /// Makes small ASCII letters capitals and keeps every other character.
  package var uppercasedASCII: String {
    String(decoding: utf8.map { $0 &- 0x61 < 26 ? $0 & 0xdf : $0 }, as: UTF8.self)
  }
}

extension String {
  /// Compares by bytes: `==` takes canonically equal texts for the same.
  package func isSameText(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Compares by bytes without ASCII case: `==` would take canonically equal texts for the same.
  package func isSameHeaderName(as other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    guard left.count == right.count else { return false }
    // Every look-up comes here: walking two views side by side takes ten times as long.
    let answer = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { left.isSameHeaderName(as: $0) }
    }
    return (answer ?? nil)
      ?? Array(left).withUnsafeBufferPointer { left in
        Array(right).withUnsafeBufferPointer { left.isSameHeaderName(as: $0) }
      }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Both have the same length.
  fileprivate func isSameHeaderName(as other: Self) -> Bool {
    for index in 0..<count where self[index] != other[index] {
      if self[index].lowercasedASCII != other[index].lowercasedASCII { return false }
    }
    return true
  }
}

extension Collection<UInt8> where SubSequence == Self {
  /// What stands before the byte, and what stands behind it; nil where it is not there.
  @inlinable package func split(at byte: UInt8) -> (Self, Self?) {
    guard let place = firstIndex(of: byte) else { return (self, nil) }
    return (self[..<place], self[index(after: place)...])
  }

  /// `+` and `%20` are a space; what is not an escape stays as it is.
  @inlinable package var formDecoded: String { String(lenient: percentDecoded(isForm: true)) }

  /// Escapes such as `%20` undone, what is none as it is; a form writes `+` for a space.
  @inlinable package func percentDecoded(isForm: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = startIndex
    while index < endIndex {
      let byte = self[index]
      index = self.index(after: index)
      if byte == UInt8(ascii: "%"), index < endIndex, let high = self[index].hexValue {
        let second = self.index(after: index)
        if second < endIndex, let low = self[second].hexValue {
          bytes.append(high << 4 | low)
          index = self.index(after: second)
          continue
        }
      }
      bytes.append(isForm && byte == UInt8(ascii: "+") ? 0x20 : byte)
    }
    return bytes
  }
}
