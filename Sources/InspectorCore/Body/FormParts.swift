import FramesAndWidgets
import NetEngine

/// Finds the parts of a multipart body by the lines between them (RFC 2046 §5.1.1).
///
/// A line counts that begins with the boundary and has nothing but blanks behind it; what merely
/// begins alike is content. Lines that end with LF alone are taken as well, and named.
struct FormParts {
  private let bytes: UnsafeRawBufferPointer
  private let mark: [UInt8]
  /// What is wrong with the body as a whole.
  private(set) var troubles: [String] = []
  /// A line ends the last part that was handed over.
  private(set) var isClosed = false
  private var hasShortLines = false

  init(_ bytes: UnsafeRawBufferPointer, boundary: [UInt8]) {
    self.bytes = bytes
    mark = Array("--".utf8) + boundary
  }

  /// A line between parts: where it begins, line end before it included, and what follows it.
  private struct Line {
    var start: Int
    var next: Int
    var isLast: Bool
  }

  /// Hands over where each part begins and ends until that says it has enough; the answer is the place
  /// behind the last one.
  mutating func find(_ take: (Range<Int>) -> Bool) -> Int {
    guard var line = nextLine(from: 0) else {
      troubles.append("no line with its boundary")
      return 0
    }
    if line.start > 0 {
      troubles.append("\(Units.count(line.start, "byte")) before the first boundary")
    }
    while !line.isLast {
      guard let next = nextLine(from: line.next) else {
        _ = take(line.next..<bytes.count)
        return bytes.count
      }
      guard take(line.next..<max(line.next, next.start)) else {
        isClosed = true
        return next.start
      }
      line = next
    }
    isClosed = true
    if line.next < bytes.count {
      let rest = Units.count(bytes.count - line.next, "byte")
      troubles.append("\(rest) behind the last boundary")
    }
    if hasShortLines { troubles.append("lines end with LF alone, not CR LF") }
    return line.next
  }

  private mutating func nextLine(from place: Int) -> Line? {
    var from = place
    while let found = ByteSearch.first(mark, in: bytes, from: from) {
      from = found.lowerBound + 1
      let start = found.lowerBound
      guard start == 0 || bytes[start - 1] == 0x0A else { continue }
      let isLast = bytes[found.upperBound...].starts(with: "--".utf8)
      var end = found.upperBound + (isLast ? 2 : 0)
      while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
      guard let next = lineEnd(at: end) else { continue }
      return Line(start: contentEnd(before: start), next: next, isLast: isLast)
    }
    return nil
  }

  private mutating func lineEnd(at place: Int) -> Int? {
    if place == bytes.count { return place }
    if bytes[place] == 0x0A {
      hasShortLines = true
      return place + 1
    }
    return bytes[place...].starts(with: "\r\n".utf8) ? place + 2 : nil
  }

  /// The line end before a boundary belongs to it.
  private func contentEnd(before start: Int) -> Int {
    guard start > 0 else { return 0 }
    return start > 1 && bytes[start - 2] == 0x0D ? start - 2 : start - 1
  }

  // MARK: One part

  /// What a part is, by its head.
  static func field(
    in bytes: UnsafeRawBufferPointer, of body: Body, at range: Range<Int>
  ) -> FormField {
    let part = UnsafeRawBufferPointer(rebasing: bytes[range])
    let (head, content) = split(part)
    let start = range.lowerBound
    var field = FormField(in: body, start..<start + (head ?? 0))
    field.content = (body, start + content..<range.upperBound)
    if head == nil { field.troubles.append("no blank line ends its head") }
    PartHead(Array(part[..<min(head ?? 0, FormField.readBytes)])).describe(&field)
    if (head ?? 0) > FormField.readBytes {
      field.troubles.append("its head has \(Units.bytes(head ?? 0))")
    }
    take(UnsafeRawBufferPointer(rebasing: part[content...]), into: &field)
    return field
  }

  /// How long the head is, without the blank line, and where the content begins; without a blank line
  /// all is content.
  private static func split(_ part: UnsafeRawBufferPointer) -> (head: Int?, content: Int) {
    // A part without fields begins with the blank line.
    if part.starts(with: "\r\n".utf8) { return (0, 2) }
    if part.first == 0x0A { return (0, 1) }
    let strict = ByteSearch.first(Array("\r\n\r\n".utf8), in: part)
    let head = part[..<(strict?.lowerBound ?? part.count)]
    let loose = ByteSearch.first(Array("\n\n".utf8), in: UnsafeRawBufferPointer(rebasing: head))
    guard let found = loose ?? strict else { return (nil, 0) }
    return (found.lowerBound, found.upperBound)
  }

  /// Takes what is shown of the content.
  static func take(_ content: UnsafeRawBufferPointer, into field: inout FormField) {
    field.size = content.count
    guard field.fileName == nil else { return }
    let read = Array(content.prefix(FormField.readBytes))
    let text = content.count == read.count ? read : read[...].beginning(max(0, read.count - 1))
    field.value = text[...].beginning(FormField.shownBytes)
    field.isWhole = field.value.count == content.count
    if String(validating: text, as: UTF8.self) == nil {
      field.troubles.append("bytes that are no UTF-8: as they came")
    }
  }
}

/// The lines before a part's content.
struct PartHead {
  private let lines: [ArraySlice<UInt8>]

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }
  }

  func describe(_ field: inout FormField) {
    field.hasName = false
    field.type = value(of: "content-type").map { Array($0.prefix(200)) }
    if let coding = value(of: "content-transfer-encoding").map({ String(lenient: $0) }),
      !["binary", "8bit", "7bit"].contains(coding.lowercased())
    {
      field.troubles.append("says it is coded as '\(coding.prefix(40))': as it came")
    }
    guard let said = value(of: "content-disposition") else {
      return field.troubles.append("no Content-Disposition says what it is")
    }
    var reader = ParameterReader(said)
    if reader.word().map(\.lowercasedASCII) != Array("form-data".utf8) {
      field.troubles.append("is not called form-data")
    }
    while let parameter = reader.next() { take(parameter, into: &field) }
    if reader.isCutOff { field.troubles.append("a quote in its head that nothing ends") }
  }

  private func take(_ parameter: ParameterReader.Parameter, into field: inout FormField) {
    let value = parameter.value[...].beginning(FormField.shownBytes)
    if parameter.name == Array("name".utf8) {
      guard !field.hasName else { return field.troubles.append("has two names") }
      (field.hasName, field.name) = (true, value)
      if value.count < parameter.value.count { field.noteLongName(parameter.value.count) }
    } else if parameter.name == Array("filename".utf8) {
      guard field.fileName == nil else { return field.troubles.append("has two file names") }
      field.fileName = value
    } else if parameter.name == Array("filename*".utf8) {
      // Its own spelling wins over what older programs get.
      if let name = Self.extended(parameter.value) {
        field.fileName = name[...].beginning(FormField.shownBytes)
      } else {
        field.troubles.append("a file name that cannot be decoded")
        field.fileName = field.fileName ?? value
      }
    }
  }

  /// `UTF-8''a%20b` (RFC 5987).
  private static func extended(_ value: [UInt8]) -> [UInt8]? {
    let pieces = value.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    guard pieces.count == 3, pieces[0].map(\.lowercasedASCII) == Array("utf-8".utf8) else {
      return nil
    }
    // A plus sign stands for itself there.
    let plus = Array("%2B".utf8)
    let text = Array(pieces[2].map { $0 == UInt8(ascii: "+") ? plus : [$0] }.joined())
    guard case .success(let name) = FormPairs.undone(text),
      String(validating: name, as: UTF8.self) != nil
    else { return nil }
    return name
  }

  private func value(of name: String) -> ArraySlice<UInt8>? {
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        line[..<colon].map(\.lowercasedASCII) == Array(name.utf8)
      else { continue }
      return line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
    }
    return nil
  }
}

/// Reads `form-data; name="a"; filename="b"`, quotes and all.
private struct ParameterReader {
  private var rest: ArraySlice<UInt8>
  /// A quote was not closed.
  private(set) var isCutOff = false

  struct Parameter {
    var name: [UInt8]
    var value: [UInt8]
  }

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// What stands before the next semicolon.
  mutating func word() -> [UInt8] {
    let word = rest.prefix { $0 != UInt8(ascii: ";") }
    rest = rest[word.endIndex...]
    return Array(word.trimmingBlanks)
  }

  mutating func next() -> Parameter? {
    rest = rest.drop { $0 == UInt8(ascii: ";") || $0 == 0x20 || $0 == 0x09 }
    guard !rest.isEmpty else { return nil }
    let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
    rest = rest[name.endIndex...]
    let plain = name.trimmingBlanks.map(\.lowercasedASCII)
    guard rest.first == UInt8(ascii: "=") else { return Parameter(name: plain, value: []) }
    rest = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    return Parameter(name: plain, value: rest.first == 0x22 ? quoted() : word())
  }

  /// A backslash stands before a quote or itself alone: others wrote paths with them.
  private mutating func quoted() -> [UInt8] {
    var out: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.popFirst() {
      if byte == 0x22 { return out }
      if byte == 0x5C, let next = rest.first, next == 0x22 || next == 0x5C {
        out.append(next)
        rest = rest.dropFirst()
      } else {
        out.append(byte)
      }
    }
    isCutOff = true
    return out
  }
}
