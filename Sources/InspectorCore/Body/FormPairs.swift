import NetEngine

/// Reads `a=1&b=2`: pair by pair, in order, each decoded by itself.
enum FormPairs {
  /// The pair from a place on, and the place behind it; the last one may go on behind `end`.
  static func next(
    in bytes: UnsafeRawBufferPointer, of body: Body, from start: Int, to end: Int
  ) -> (field: FormField, next: Int) {
    let part = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    let stop = ByteSearch.first([UInt8(ascii: "&")], in: part, from: start)?.lowerBound ?? end
    var field = FormField(in: body, start..<stop)
    let pair = UnsafeRawBufferPointer(rebasing: bytes[start..<stop])
    let sign = ByteSearch.first([UInt8(ascii: "=")], in: pair)?.lowerBound
    let name = decode(pair, 0..<(sign ?? pair.count))
    field.name = name.shown
    field.hasName = sign != 0 && !pair.isEmpty
    if let trouble = name.trouble { field.troubles.append("its name \(trouble)") }
    if !name.isWhole { field.noteLongName(sign ?? pair.count) }
    field.hasValue = sign != nil
    guard let sign else { return (field, stop + 1) }
    let value = decode(pair, sign + 1..<pair.count)
    (field.value, field.isWhole) = (value.shown, value.isWhole)
    field.size = pair.count - sign - 1
    if let trouble = value.trouble { field.troubles.append(trouble) }
    return (field, stop + 1)
  }

  struct Decoded {
    var shown: [UInt8]
    var isWhole = true
    var trouble: String?
  }

  /// What a name or a value says, or what came where it says nothing.
  private static func decode(_ pair: UnsafeRawBufferPointer, _ range: Range<Int>) -> Decoded {
    var range = range
    let isAllRead = range.count <= FormField.readBytes
    if !isAllRead {
      range = range.lowerBound..<range.lowerBound + FormField.readBytes
      // No escape is cut.
      for back in 1...2 where pair[range.upperBound - back] == UInt8(ascii: "%") {
        range = range.lowerBound..<range.upperBound - back
        break
      }
    }
    let raw = Array(pair[range])
    var trouble: String?
    var text = ArraySlice(raw)
    switch undone(raw) {
    case .failure(let escape): trouble = escape.words
    case .success(let decoded):
      let read = isAllRead ? decoded : decoded[...].beginning(max(0, decoded.count - 1))
      if String(validating: read, as: UTF8.self) == nil {
        trouble = "decodes to bytes that are no UTF-8: as it came"
      } else {
        text = decoded[...]
      }
    }
    let shown = text.beginning(FormField.shownBytes)
    return Decoded(
      shown: shown, isWhole: isAllRead && shown.count == text.count, trouble: trouble)
  }

  struct BadEscape: Error {
    let bytes: [UInt8]
    let place: Int

    var words: String {
      "has '\(String(shown: bytes))' at byte \(place + 1), which is no escape: as it came"
    }
  }

  /// Escapes and plus signs undone.
  static func undone(_ raw: [UInt8]) -> Result<[UInt8], BadEscape> {
    var place = raw.startIndex
    while let sign = raw[place...].firstIndex(of: UInt8(ascii: "%")) {
      let escape = raw[sign...].prefix(3)
      guard escape.count == 3, escape.dropFirst().allSatisfy({ $0.hexValue != nil }) else {
        return .failure(BadEscape(bytes: Array(escape), place: sign))
      }
      place = escape.endIndex
    }
    return .success(raw[...].percentDecoded(isForm: true))
  }
}
