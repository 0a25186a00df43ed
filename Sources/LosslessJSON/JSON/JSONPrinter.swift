/// Writes values as text; numbers and strings stay byte for byte as they stand in the document.
///
/// Without recursion, so depth does not matter, and with a sink, so that a large value need not be
/// held twice. A container that is still open is printed closed.
public struct JSONPrinter: Equatable, Sendable {
  /// How many spaces a level is indented by; nil for everything in one line without any space.
  public var indent: Int?

  /// Whether members are sorted by the bytes of their keys; members with the same key keep their order.
  public var sortsKeys: Bool

  /// Everything in one line, no spaces.
  public static let compact = JSONPrinter(indent: nil)

  /// One value a line, two spaces a level.
  public static let pretty = JSONPrinter(indent: 2)

  /// Makes a printer.
  public init(indent: Int?, sortsKeys: Bool = false) {
    self.indent = indent
    self.sortsKeys = sortsKeys
  }

  /// The value as UTF-8; empty when nothing stands there.
  public func bytes(_ json: JSON) -> [UInt8] {
    var bytes: [UInt8] = []
    print(json, pieceSize: .max) { bytes = $0 }
    return bytes
  }

  /// The value as a string; empty when nothing stands there.
  public func text(_ json: JSON) -> String { String(decoding: bytes(json), as: UTF8.self) }

  /// Hands the value's text over piece by piece.
  package func print<Failure: Error>(
    _ json: JSON, pieceSize: Int = 65_536, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard let node = json.node else { return }
    var run = JSONPrintRun(document: json.document, printer: self)
    run.begin(node)
    while run.step() {
      guard run.output.count >= pieceSize else { continue }
      try sink(run.output)
      run.output.removeAll(keepingCapacity: true)
    }
    if !run.output.isEmpty { try sink(run.output) }
  }
}

/// One printing: the containers being printed, and what is to be handed over next.
private struct JSONPrintRun {
  let document: JSONDocument
  let printer: JSONPrinter
  package var output: [UInt8] = []
  private var levels: [Level] = []

  private struct Level {
    let isObject: Bool
    var isFirst = true
    var rest: Rest

    mutating func next() -> JSONNode? {
      switch rest {
      case .inOrder(var children):
        defer { rest = .inOrder(children) }
        return children.next()
      case .sorted(var nodes):
        defer { rest = .sorted(nodes) }
        return nodes.popFirst()
      }
    }
  }

  private enum Rest {
    case inOrder(JSONChildren)
    case sorted(ArraySlice<JSONNode>)
  }

  init(document: JSONDocument, printer: JSONPrinter) {
    self.document = document
    self.printer = printer
  }

  mutating func begin(_ node: JSONNode) { value(node) }

  /// Prints the next child or closes the innermost container; false when all is printed.
  mutating func step() -> Bool {
    guard let depth = levels.indices.last else { return false }
    guard let child = levels[depth].next() else {
      let level = levels.removeLast()
      if !level.isFirst { lineBreak() }
      output.append(level.isObject ? 0x7d : 0x5d)
      return true
    }
    if !levels[depth].isFirst { output.append(0x2c) }
    levels[depth].isFirst = false
    lineBreak()
    if let key = document.keyRange(of: child) {
      output += document.utf8(key)
      output.append(0x3a)
      if printer.indent != nil { output.append(0x20) }
    }
    value(child)
    return true
  }

  private mutating func value(_ node: JSONNode) {
    let isObject = document.kind(of: node) == .object
    guard isObject || document.kind(of: node) == .array else {
      output += document.utf8(document.range(of: node))
      return
    }
    output.append(isObject ? 0x7b : 0x5b)
    let children = document.children(of: node)
    let rest = isObject && printer.sortsKeys ? Rest.sorted(sorted(children)) : .inOrder(children)
    levels.append(Level(isObject: isObject, rest: rest))
  }

  private func sorted(_ children: JSONChildren) -> ArraySlice<JSONNode> {
    let keyed = children.map { child in
      let key = document.keyContentRange(of: child) ?? 0..<0
      return (key: JSONText.content(document.utf8(key)), child: child)
    }
    // Swift's sort keeps the order of equal elements.
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.child)[...]
  }

  private mutating func lineBreak() {
    guard let indent = printer.indent else { return }
    output.append(0x0a)
    output.append(contentsOf: repeatElement(0x20, count: indent * levels.count))
  }
}
