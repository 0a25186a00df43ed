import LosslessJSON
import NetEngine

/// Objects, lists and blocks under the name of a secret: `{token: {value: 'X'}}`, `tokens: ['X']`,
/// and in YAML the lines below a name that are further in.
extension LooseSecrets {
  /// Whether a group begins at the place of a value, and no value.
  func isGroup(_ start: Int) -> Bool {
    switch bytes[start] {
    case 0x5b, 0x0a, 0x0d: true
    case 0x7b: start + 1 < bytes.count && bytes[start + 1] != 0x7b
    case 0x7c, 0x3e: start + 1 < bytes.count && "-+\r\n".utf8.contains(bytes[start + 1])
    default: false
    }
  }

  /// Goes into a group, or takes what it lists; goes on behind its first byte then.
  mutating func enter(_ start: Int, _ name: Bytes, _ nameStart: Int, after index: Int) -> Int {
    guard start < bytes.count else { return index + 1 }
    let limit = min(bytes.count, start + Self.longestElement)
    if bytes[start] == 0x5b {
      // Lists that never end would be read again from each of their lists.
      guard start >= endOfList else { return start + 1 }
      takeList(start + 1, limit, name, sure: bytes[index] == 0x3d)
      return start + 1
    }
    guard outer.map({ start >= $0.end }) ?? true else { return index + 1 }
    if bytes[start] == 0x7b {
      outer = (String(lenient: name), endOfObject(start, limit))
    } else if bytes[index] == 0x3a {
      let column = column(of: nameStart)
      // `class Token:` begins no block of YAML.
      guard nameStart == column || bytes[nameStart - column - 1] == 0x0a else { return index + 1 }
      let end = takeBlock(start, limit, name, deeperThan: column)
      outer = (String(lenient: name), end)
    }
    return start + 1
  }

  private func endOfObject(_ start: Int, _ limit: Int) -> Int {
    var depth = 0
    for place in start..<limit {
      if bytes[place] == 0x7b { depth += 1 }
      if bytes[place] == 0x7d { depth -= 1 }
      if depth == 0 { return place }
    }
    return limit
  }

  /// `'X', "Y"`, up to the bracket.
  private mutating func takeList(
    _ start: Int, _ limit: Int, _ name: Bytes, sure isSure: Bool
  ) {
    var place = start
    defer { endOfList = place }
    while place < limit, bytes[place] != 0x5d {
      guard bytes[place] > 0x20, bytes[place] != 0x2c else {
        place += 1
        continue
      }
      guard let (range, quote) = readValue(at: place), range.upperBound > place else { return }
      _ = take(range, name, sure: isSure || quote > 0, after: place)
      place = range.upperBound + quote
    }
  }

  /// Takes the lines of a block that are no pairs; ends where a line is not further in.
  private mutating func takeBlock(
    _ start: Int, _ limit: Int, _ name: Bytes, deeperThan column: Int
  ) -> Int {
    var line = (bytes[start..<limit].firstIndex(of: 0x0a) ?? limit - 1) + 1
    while line < limit {
      let end = bytes[line..<limit].firstIndex(of: 0x0a) ?? limit
      var place = line
      while place < end, bytes[place].isBlank { place += 1 }
      let isItem = place + 1 < end && bytes[place] == 0x2d && bytes[place + 1] == 0x20
      let isEmpty = place == end || bytes[place] == 0x0d
      guard isEmpty || place - line > column || isItem && place - line == column else { break }
      if isItem { place += 2 }
      let quoted = readValue(at: place).flatMap { $0.quote > 0 ? $0.range : nil }
      let value = quoted ?? place..<max(place, lineEnd(end))
      let isPair =
        quoted == nil
        && value.contains { place in
          bytes[place] == 0x3a && (place + 1 == value.upperBound || bytes[place + 1].isBlank)
        }
      if !isPair {
        let isSure = quoted != nil || isItem && !bytes[value].contains(0x20)
        _ = take(value, name, sure: isSure, after: place)
      }
      line = end + 1
    }
    return min(line, limit)
  }

  /// The end of a line without its CR.
  private func lineEnd(_ end: Int) -> Int { end > 0 && bytes[end - 1] == 0x0d ? end - 1 : end }

  /// How far in a name stands in its line; the dash of a list counts.
  private func column(of start: Int) -> Int {
    var low = start
    while low > 0, start - low < 200, bytes[low - 1].isBlank || "-\"'".utf8.contains(bytes[low - 1])
    {
      low -= 1
    }
    return start - low
  }

  // MARK: Names in front of values

  /// `INSERT INTO t (name, password) VALUES ('ada', 'VALUE'), …`, with values in column order.
  mutating func rows(at index: Int) -> Int {
    let word = bytes[max(0, index - 20)..<index].trimmingBlanks.suffix(6)
    guard index >= endOfRows, Bytes(rebasing: word).isWord("values") else { return index + 1 }
    let head = bytes[max(0, word.startIndex - 4_096)..<word.startIndex].trimmingBlanks
    guard head.last == 0x29, let open = head.lastIndex(of: 0x28) else { return index + 1 }
    let list: [Slice<Bytes>] = bytes[(open + 1)..<(head.endIndex - 1)].split(
      separator: 0x2c, omittingEmptySubsequences: false)
    let columns = list.map { column in
      let start = column.firstIndex { !"`\"[ \n\r\t\\".utf8.contains($0) } ?? column.endIndex
      return Bytes(rebasing: column[start...].prefix { !"`\"] \n\r\t\\".utf8.contains($0) })
    }
    guard columns.contains(where: { SecretName($0) != nil }) else { return index + 1 }
    var (place, depth, column) = (index, 0, 0)
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x28 {
        if depth == 0 { column = 0 }
        depth += 1
      } else if depth == 0, byte > 0x20, byte != 0x2c {
        break
      } else if byte == 0x29 {
        depth -= 1
      } else if depth == 1, byte == 0x2c {
        column += 1
      } else if "'\"`\\".utf8.contains(byte)
        || byte &- 0x30 < 10 && "( ,".utf8.contains(bytes[place - 1]),
        let item = Self.item.match(bytes, at: place)?.range
      {
        let quote = item.lowerBound - place
        if columns.indices.contains(column), quote > 0 || depth == 1 {
          _ = take(item, columns[column], sure: true, after: place)
        }
        place = min(item.upperBound + quote, bytes.count)
        continue
      }
      place += 1
    }
    endOfRows = place
    return index + 1
  }

  /// A quoted text of SQL, in which a doubled quote is a sign, or a number of three or more digits.
  private static let item = PlacePattern(
    #"(["'`])\K(?:(?!\1)[^\\\x00-\x1f]|\1\1|\\.)*+"#
      + #"|\\++(["'`])\K(?:(?!\2)[^\\\x00-\x1f]|\\(?!\2)[^\x00-\x1f])*+"#
      + #"|(?<=[( ,])\K\d{3,20}+(?=[\s,)])"#)

  /// `"password";s:7:"VALUE"` and `password|s:7:"VALUE"`, as PHP writes members and sessions.
  mutating func serialized(at index: Int) -> Int? {
    guard index > 2, "si".utf8.contains(bytes[index - 1]), ";|".utf8.contains(bytes[index - 2]),
      let name = name(before: index - 2), let value = Self.serializedValue.match(bytes, at: index)
    else { return nil }
    let next = take(value.range, name.bytes, sure: true, after: index)
    return next > index + 1 ? next : nil
  }

  private static let serializedValue = PlacePattern(
    #"(?<=i):\K\d{3,9}|(?<=s):\d{1,9}+:(?:\\*+"|&quot;)\K"#
      + #"(?:[^\x00-\x1f]{1,8000}?(?=\\*+";|&quot;;)|[^"\x00-\x1f]{1,8000})"#)
}
