/// Reads JSON as its bytes arrive, into a tape, without recursion and without going back.
///
///     feed ─► (UTF-16/32 → UTF-8) ─► sprint: whole, correct tokens ─┐
///                                      ▲                            ├─► tape
///                                      └─ step: the token in doubt ─┴─► or an error and its place
///
/// Each `feed` gives all bytes so far, in one piece that may have moved since. A token that is not
/// complete is taken up again where reading stopped, so a 50 MB string costs the same in one piece
/// as in a thousand. Depth costs nothing of its own and is bounded by a setting, not by a stack.
package struct JSONParser: ~Copyable, Sendable {
  /// The limits in force, brought into the range the tape can hold.
  package let limits: JSONLimits

  /// How many bytes of the text are dealt with: all values before it are on the tape.
  var position = 0
  var expect = JSONExpect.root
  /// How far into the token at `position` reading has come; 0 when it has not been touched.
  var resumeAt = 0
  var numberPhase = JSONNumberPhase.start
  /// Where the key of the value to come is; -1 when there is none.
  var key = -1

  let tape: JSONTape
  /// The innermost open container, if `depth` is not 0.
  var open = 0
  var depth = 0

  private var transcoder: JSONTranscoder?
  private var knownEncoding: JSONEncoding?
  private var markLength = 0
  private var isFinal = false

  /// What ended the parse early.
  package private(set) var error: JSONError?

  /// Makes a parser; `expectedBytes` sizes its memory and may be wrong.
  package init(limits: JSONLimits = .standard, expectedBytes: Int = 0) {
    var limits = limits
    limits.documentBytes = max(0, min(limits.documentBytes, Int(UInt32.max)))
    limits.tapeBytes = max(256, min(limits.tapeBytes, (JSONWord.payloadMax - 1) * 8))
    self.limits = limits
    tape = JSONTape(expectedBytes: expectedBytes, limitBytes: limits.tapeBytes)
  }

  /// How many bytes are dealt with; for UTF-16 and UTF-32, of the UTF-8 they become.
  package var parsedBytes: Int { position }

  /// Whether the document's value is complete and nothing has gone wrong.
  package var isComplete: Bool { error == nil && expect == .nothing }

  /// How the text is encoded; UTF-8 until the first bytes say otherwise.
  package var encoding: JSONEncoding { knownEncoding ?? .utf8 }

  /// Reads on; `bytes` is everything received so far, and `isFinal` says that nothing more will come.
  ///
  /// After an error, and after the final call, further calls do nothing.
  package mutating func feed(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) {
    guard error == nil, !self.isFinal else { return }
    self.isFinal = isFinal
    guard learnEncoding(bytes, isFinal: isFinal) else { return }
    transcoder?.take(bytes, isFinal: isFinal)
    let text = transcoder?.output.buffer ?? bytes
    let count = min(text.count, limits.documentBytes)
    let view = JSONTextView(text, count: count, isFinal: isFinal && count == text.count)
    read(view)
    if error == nil, count < text.count { fail(view, at: count, .limit(.documentBytes), .end) }
  }

  /// The document read so far; nothing more can be fed.
  ///
  /// `owner` holds the bytes that were fed, and the document keeps it.
  package consuming func finish(owner: any JSONBytes) -> JSONDocument {
    JSONDocument(parts(owner: owner))
  }

  consuming func parts(owner: any JSONBytes) -> JSONParts {
    feed(owner.buffer, isFinal: true)
    tape.seal()
    return parts(owner: owner, tape: tape, text: transcoder?.output)
  }

  /// The document as far as it is read, while reading goes on.
  ///
  /// It copies the first `maxEntries` words of the tape and no bytes: `owner`'s bytes up to
  /// `parsedBytes` must stay in place. Containers not yet closed end where the snapshot does.
  package borrowing func snapshot(
    owner: any JSONBytes, maxEntries: Int = .max
  ) -> JSONDocument {
    let entries = min(tape.count, max(0, maxEntries))
    var text: JSONTextBuffer?
    if let made = transcoder?.output {
      let copy = JSONTextBuffer(capacity: position)
      copy.append(UnsafeRawBufferPointer(rebasing: made.buffer[..<position]))
      text = copy
    }
    let copy = JSONTape(copying: tape, count: entries)
    return JSONDocument(parts(owner: owner, tape: copy, text: text))
  }

  private borrowing func parts(
    owner: any JSONBytes, tape copy: JSONTape, text: JSONTextBuffer?
  ) -> JSONParts {
    let isWhole = copy.count == tape.count
    return JSONParts(
      source: owner, converted: text, tape: copy, encoding: encoding, markLength: markLength,
      parsedBytes: isWhole ? position : JSONWord(raw: tape.words[copy.count]).offset,
      isComplete: isComplete && isWhole, error: isWhole ? error : nil)
  }

  /// Once four bytes are there, or all of them.
  private mutating func learnEncoding(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) -> Bool {
    guard knownEncoding == nil else { return true }
    guard let found = JSONEncoding.detect(bytes, isFinal: isFinal) else { return false }
    knownEncoding = found.encoding
    markLength = found.markLength
    if found.encoding == .utf8 {
      position = found.markLength
    } else {
      transcoder = JSONTranscoder(
        encoding: found.encoding, markLength: found.markLength, expectedBytes: bytes.count)
    }
    return true
  }

  private mutating func read(_ view: JSONTextView) {
    while true {
      sprint(view)
      guard tape.grow(limitBytes: limits.tapeBytes) else {
        return fail(view, at: position, .limit(.tapeBytes), .end)
      }
      switch step(view) {
      case .went: continue
      case .waits: return
      case .failed(let offset, let trouble, let expected):
        // Half a character is not judged before its other half is there.
        if !view.isFinal, UTF8Validation.isCutOff(view.base + offset, view.end) { return }
        return fail(view, at: offset, trouble, expected)
      }
    }
  }

  /// Lets the fast half run as far as it can.
  private mutating func sprint(_ view: JSONTextView) {
    guard resumeAt == 0, depth > 0, view.count - position > JSONSprint.slack else { return }
    guard expect == .value || expect == .comma else { return }
    var run = JSONSprint(
      base: view.base, end: view.end, brake: view.end - JSONSprint.slack, words: tape.words,
      capacity: tape.capacity, maxDepth: limits.depth, p: view.base + position, count: tape.count,
      open: open, depth: depth, key: key, inObject: isInObject)
    expect = run.run(expect)
    position = run.p - view.base
    tape.count = run.count
    open = run.open
    depth = run.depth
    key = run.key
  }

  private mutating func fail(
    _ view: JSONTextView, at offset: Int, _ trouble: JSONTrouble, _ expected: JSONError.Expected
  ) {
    error = view.error(
      at: offset, trouble, expected, encoding: encoding, markLength: markLength, limits: limits)
  }
}
