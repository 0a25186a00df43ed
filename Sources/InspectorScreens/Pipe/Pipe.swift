import NetEngine

/// An order to give a body to a shell command; its output comes in events.
package struct PipeOrder: Sendable, Hashable {
  package let id: Int
  /// As it was typed; a shell reads it.
  package let command: String
  package let input: Body

  /// So much of what a command says is kept.
  package static let outputLimit = 4 << 20

  package init(id: Int, command: String, input: Body) {
    (self.id, self.command, self.input) = (id, command, input)
  }
}

/// What comes of a shell command; `ended` comes exactly once.
package enum PipeEvent: Sendable, Hashable {
  /// More of what it says, on either stream.
  case output([UInt8])
  case ended(PipeEnd)
}

/// What a shell command has said.
struct CommandOutput: Sendable {
  let order: PipeOrder
  private(set) var bytes: [UInt8] = []
  /// There was more than is kept.
  private(set) var isCut = false
  private(set) var end: PipeEnd?

  /// So much of an output is kept: the rest is read and dropped.
  static let limit = PipeOrder.outputLimit

  init(_ order: PipeOrder) { self.order = order }

  var isRunning: Bool { end == nil }

  mutating func take(_ event: PipeEvent) {
    switch event {
    case .output(let more):
      let room = CommandOutput.limit - bytes.count
      bytes += more.prefix(max(0, room))
      if more.count > room { isCut = true }
    case .ended(let end): self.end = end
    }
  }

  var document: TextDocument {
    guard !bytes.isEmpty else {
      return TextDocument([.note(isRunning ? "nothing said yet" : "it said nothing")])
    }
    let text = PaintedText(bytes)
    var sections = [TextSection(source: .bytes(text.bytes), spans: text.spans)]
    if isCut {
      sections += [
        .emptyLine, .note("only the first \(Units.bytes(CommandOutput.limit)) are kept"),
      ]
    }
    return TextDocument(sections)
  }

  /// What it is and how it stands, for the line over it.
  var words: String {
    let said = bytes.isEmpty ? "" : " · \(Units.bytes(bytes.count))"
    return (end?.words ?? "running") + said
  }
  var role: Style.Role {
    switch end {
    case nil: .progress
    case .exited(0): .ok
    case .cancelled: .cancelled
    case .exited, .killed, .failed: .warning
    }
  }
}
