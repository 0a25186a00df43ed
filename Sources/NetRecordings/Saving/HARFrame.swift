import LosslessJSON
import NetEngine

/// The members around the entries of a recording that is written.
struct HARFrame: Sendable {
  private(set) var head: [UInt8]
  private(set) var tail = HARWriter.tail
  /// The secrets that were redacted.
  private(set) var finds: [Redactor.Find] = []

  /// Our own head, or that of the tool that has recorded it, without secrets.
  init(comment: String, _ log: ForeignLog?, _ redactor: Redactor?, _ known: KnownSecrets) {
    guard let log else {
      head = HARWriter.head(comment: comment)
      return
    }
    var finds: [Redactor.Find] = []
    func cleaned(_ text: [UInt8]) -> [UInt8] {
      guard let redactor else { return ForeignText.compact(text) }
      var run = RedactionRun(redactor, known: known, .redact)
      defer { finds += run.finds }
      return run.foreign(text)
    }
    var line = JSONLine()
    line.raw("{\"log\":{\"_inspector\":{\"version\":")
    line.string(EngineVersion.text)
    if !comment.isEmpty { line.member("comment", comment) }
    line.raw("}")
    let (members, root) = (cleaned(log.members), cleaned(log.root))
    self.finds = finds
    head = line.bytes
    if members.count > 2 { head += ",".utf8 + members.dropFirst().dropLast() }
    head += ",\"entries\":[\n".utf8
    guard root.count > 2 else { return }
    tail = Array("\n]},".utf8) + root.dropFirst() + "\n".utf8
  }
}
