import NetEngine
import NetRecordings

/// Every message of this run, oldest first, bounded.
struct MessageLog: Sendable {
  struct Line: Sendable {
    let notice: Notice
    let at: Instant
  }

  static let limit = 1_000
  private(set) var lines: [Line] = []
  /// When the program started, in seconds of the local day.
  var start = 0

  /// What is said once is gone with the next key; what stays has no secret in it.
  mutating func keep(_ notice: Notice, at now: Instant) {
    var notice = notice
    notice.text = Redactor().redact(notice.text)
    // A message that is said again and again is one, and so is one that is said to its end later.
    if let last = lines.last?.notice, last.role == notice.role, notice.text.hasPrefix(last.text) {
      lines.removeLast()
    }
    lines.append(Line(notice: notice, at: now))
    if lines.count > MessageLog.limit { lines.removeFirst(lines.count - MessageLog.limit) }
  }

  /// The lines with the time of day each was said at.
  var document: TextDocument {
    guard !lines.isEmpty else { return TextDocument([.note("nothing was said yet")]) }
    var builder = TextBuilder()
    for line in lines {
      let seconds = start + Int(line.at.microseconds / 1_000_000)
      builder.add(Units.clock(seconds: seconds), Style(.faint))
      builder.addLine("  " + line.notice.text, Style(line.notice.role))
    }
    return TextDocument([builder.prose])
  }
}

extension App {
  /// Says what was found wrong before there was a screen; `:messages` has all of it.
  ///
  /// A note that must be seen beside them stands first.
  package mutating func warn(_ texts: [String], beside note: String? = nil) {
    for text in texts { house.warn(text) }
    if let note, let last = texts.last {
      let count = Units.count(texts.count, "warning")
      house.warn("\(note); \(count), see :messages: \(last)")
      return
    }
    guard texts.count > 1, let last = texts.last else { return }
    house.warn("\(last) (and \(texts.count - 1) more: :messages)")
  }

  /// Says something that is no mistake of anybody's.
  package mutating func tell(_ text: String) { house.notify(text) }

  mutating func showMessages() { show(TextPage(.messages(house.messages.document))) }
}

extension Units {
  /// `12:03:11`, of seconds since midnight; the next day starts again.
  static func clock(seconds: Int) -> String {
    let seconds = (seconds % 86_400 + 86_400) % 86_400
    return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
