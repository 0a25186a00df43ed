import FramesAndWidgets
import NetEngine

/// A form as it is shown: a row a field, in order, names and values decoded.
struct FormTable: Sendable {
  let form: FormBody
  private(set) var fields: [FormField] = []
  /// What is wrong with the form as a whole.
  private(set) var troubles: [String] = []
  /// Whether all of it was looked through, or as much as is shown.
  private(set) var isWhole = true
  /// What stands behind the fields and is none, or is more than is shown.
  private(set) var rest: (body: Body, range: Range<Int>)?

  /// So much is looked through between two keys.
  static let atOnce = 1 << 20
  /// More fields than these are shown as they came.
  private static let most = 2_000

  /// Looks through so many bytes of it.
  init(_ form: FormBody, atMost count: Int) {
    self.form = form
    switch form.content {
    case .pairs(let body): readPairs(body, count)
    case .parts(let body, let boundary?): readParts(body, boundary, count)
    case .parts(let body, nil):
      troubles.append("its Content-Type names no boundary: as it came")
      rest = (body, 0..<body.count)
    case .encoded(let encoded): take(encoded)
    }
  }

  private mutating func readPairs(_ body: Body, _ count: Int) {
    body.withUnsafeBytes { bytes in
      let end = min(count, bytes.count)
      var place = 0
      while place < end, fields.count < Self.most {
        let (field, next) = FormPairs.next(in: bytes, of: body, from: place, to: end)
        fields.append(field)
        place = next
      }
      // A pair that goes on behind what was looked at is found by another look.
      isWhole = end == bytes.count || fields.count == Self.most
      if isWhole, place < bytes.count { rest = (body, place..<bytes.count) }
      if !isWhole, let last = fields.indices.last { fields[last].leaveOpen() }
    }
  }

  private mutating func readParts(_ body: Body, _ boundary: [UInt8], _ count: Int) {
    body.withUnsafeBytes { bytes in
      let seen = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
      var parts = FormParts(seen, boundary: boundary)
      var fields: [FormField] = []
      let end = parts.find { range in
        fields.append(FormParts.field(in: seen, of: body, at: range))
        return fields.count < Self.most
      }
      self.fields = fields
      isWhole = seen.count == bytes.count || fields.count == Self.most
      if !isWhole, !parts.isClosed, let last = fields.indices.last {
        self.fields[last].leaveOpen()
        return
      }
      troubles = parts.troubles
      if !parts.isClosed, !fields.isEmpty {
        troubles.append("no boundary ends the last part: it may be cut off")
      }
      if fields.isEmpty || end < bytes.count { rest = (body, end..<bytes.count) }
    }
  }

  /// Framing and contents by turns, as it is sent.
  private mutating func take(_ encoded: EncodedMultipart) {
    var head: (body: Body, range: Range<Int>)?
    for segment in encoded.segments {
      guard let before = head else {
        if case .bytes(let body) = segment { head = (body, Self.head(in: body)) }
        continue
      }
      head = nil
      var field = FormField(in: before.body, before.range)
      PartHead(before.body[before.range]).describe(&field)
      switch segment {
      case .bytes(let body):
        field.content = (body, 0..<body.count)
        body.withUnsafeBytes { FormParts.take($0, into: &field) }
      case .file(let file):
        field.size = file.count
        field.fileName = field.fileName ?? Array(file.path.utf8)
      }
      if fields.count < Self.most { fields.append(field) }
    }
  }

  /// Between the line with the boundary and the blank one.
  private static func head(in framing: Body) -> Range<Int> {
    framing.withUnsafeBytes { bytes in
      let mark = ByteSearch.first(Array("--".utf8), in: bytes)?.upperBound ?? 0
      let line = ByteSearch.first(Array("\r\n".utf8), in: bytes, from: mark)?.upperBound
      let end = ByteSearch.first(Array("\r\n\r\n".utf8), in: bytes, from: mark)?.lowerBound
      guard let line, let end, line <= end else { return 0..<0 }
      return line..<end
    }
  }
}
