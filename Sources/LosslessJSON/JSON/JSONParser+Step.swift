/// The careful half: one token at a time, ready to stop inside any of them, and to say what is wrong.
extension JSONParser {
  enum Verdict {
    case went
    case waits
    case failed(at: Int, JSONTrouble, JSONError.Expected)
  }

  /// Deals with the token at `position`, or with as much of it as there is.
  mutating func step(_ view: JSONTextView) -> Verdict {
    if resumeAt == 0 {
      position = JSONScan.skipSpace(view.base + position, view.end) - view.base
      guard position < view.count else { return view.isFinal ? atEnd(view) : .waits }
    }
    let byte = view.base[position]
    switch expect {
    case .root, .value, .valueOrEnd:
      if expect == .valueOrEnd, byte == 0x5d { return leave() }
      return value(byte, view)
    case .key, .keyOrEnd:
      if expect == .keyOrEnd, byte == 0x7d { return leave() }
      return byte == 0x22 ? keyString(view) : unexpected
    case .colon:
      guard byte == 0x3a else { return unexpected }
      position += 1
      expect = .value
    case .comma:
      if byte == (isInObject ? 0x7d : 0x5d) { return leave() }
      guard byte == 0x2c else { return unexpected }
      position += 1
      expect = isInObject ? .key : .value
    case .nothing:
      return .failed(at: position, .trailing, .end)
    }
    return .went
  }

  var isInObject: Bool {
    depth > 0 && JSONWord(raw: tape.words[open]).tag == .object
  }

  private var unexpected: Verdict { .failed(at: position, .unexpected, expected) }

  /// What the present state wants, in the error's words.
  private var expected: JSONError.Expected {
    switch expect {
    case .root, .value: .value
    case .valueOrEnd: .valueOrArrayEnd
    case .key: .key
    case .keyOrEnd: .keyOrObjectEnd
    case .colon: .colon
    case .comma: isInObject ? .commaOrObjectEnd : .commaOrArrayEnd
    case .nothing: .end
    }
  }

  private func atEnd(_ view: JSONTextView) -> Verdict {
    switch expect {
    case .nothing: .waits
    case .root: .failed(at: position, .empty, .value)
    default: .failed(at: position, .unexpected, expected)
    }
  }

  private mutating func value(_ byte: UInt8, _ view: JSONTextView) -> Verdict {
    switch byte {
    case 0x22: valueString(view)
    case 0x7b: enter(.object)
    case 0x5b: enter(.array)
    case 0x74: literal("true", .true, view)
    case 0x66: literal("false", .false, view)
    case 0x6e: literal("null", .null, view)
    case 0x2d, 0x30...0x39: number(view)
    default: unexpected
    }
  }

  // MARK: Containers

  private mutating func enter(_ tag: JSONWord.Tag) -> Verdict {
    guard depth < limits.depth else { return .failed(at: position, .limit(.depth), expected) }
    let index = tape.count
    tape.append(JSONWord.make(tag, offset: key >= 0 ? key : position, payload: open))
    open = index
    key = -1
    depth += 1
    position += 1
    expect = tag == .object ? .keyOrEnd : .valueOrEnd
    return .went
  }

  private mutating func leave() -> Verdict {
    if tape.count - open > JSONWord.endThreshold {
      tape.append(JSONWord.end(of: open, at: position, count: tape.count, in: tape.words))
    }
    open = JSONWord.close(open, count: tape.count, in: tape.words)
    depth -= 1
    position += 1
    expect = depth == 0 ? .nothing : .comma
    return .went
  }

  private mutating func push(_ tag: JSONWord.Tag, until tokenEnd: Int) -> Verdict {
    let length = JSONWord.saturated(tokenEnd - position)
    tape.append(JSONWord.make(tag, offset: key >= 0 ? key : position, payload: length))
    key = -1
    position = tokenEnd
    resumeAt = 0
    expect = depth == 0 ? .nothing : .comma
    return .went
  }

  // MARK: Tokens

  private mutating func literal(_ word: String, _ tag: JSONWord.Tag, _ view: JSONTextView)
    -> Verdict
  {
    var offset = position
    for byte in word.utf8 {
      guard offset < view.count else {
        return view.isFinal ? .failed(at: offset, .unexpected, .literal(word)) : .waits
      }
      guard view.base[offset] == byte else {
        return .failed(at: offset, .unexpected, .literal(word))
      }
      offset += 1
    }
    return push(tag, until: offset)
  }

  private mutating func number(_ view: JSONTextView) -> Verdict {
    var offset = max(position, resumeAt)
    var phase = resumeAt == 0 ? JSONNumberPhase.start : numberPhase
    while offset < view.count, let next = phase.after(view.base[offset]) {
      phase = next
      offset += 1
    }
    if offset == view.count, !view.isFinal {
      resumeAt = offset
      numberPhase = phase
      return .waits
    }
    guard phase.isNumber else { return .failed(at: offset, .unexpected, .digit) }
    return push(.number, until: offset)
  }

  private mutating func valueString(_ view: JSONTextView) -> Verdict {
    switch stringEnd(view) {
    case .closed(let end): push(.string, until: end)
    case .waits: .waits
    case .failed(let offset, let trouble, let expected): .failed(at: offset, trouble, expected)
    }
  }

  private mutating func keyString(_ view: JSONTextView) -> Verdict {
    switch stringEnd(view) {
    case .closed(let end):
      key = position
      position = end
      resumeAt = 0
      expect = .colon
      return .went
    case .waits: return .waits
    case .failed(let offset, let trouble, let expected):
      return .failed(at: offset, trouble, expected)
    }
  }
}

/// Where in a number reading has come; the states of the grammar's little automaton.
enum JSONNumberPhase {
  case start
  case minus
  case zero
  case integer
  case point
  case fraction
  case exponent
  case sign
  case power

  /// Whether the number may end here.
  var isNumber: Bool {
    self == .zero || self == .integer || self == .fraction || self == .power
  }

  /// The phase after one more byte; nil when the byte does not belong to the number.
  func after(_ byte: UInt8) -> JSONNumberPhase? {
    switch (self, byte) {
    case (.start, 0x2d): .minus
    case (.start, 0x30), (.minus, 0x30): .zero
    case (.start, 0x31...0x39), (.minus, 0x31...0x39), (.integer, 0x30...0x39): .integer
    case (.zero, 0x2e), (.integer, 0x2e): .point
    case (.point, 0x30...0x39), (.fraction, 0x30...0x39): .fraction
    case (.zero, 0x45), (.integer, 0x45), (.fraction, 0x45): .exponent
    case (.zero, 0x65), (.integer, 0x65), (.fraction, 0x65): .exponent
    case (.exponent, 0x2b), (.exponent, 0x2d): .sign
    case (.exponent, 0x30...0x39), (.sign, 0x30...0x39), (.power, 0x30...0x39): .power
    default: nil
    }
  }
}
