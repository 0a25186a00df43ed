import BytesAndJSON
import ExchangesAndOutcomes

/// The part of a recording that is not on the disk: in memory only, or given up.
public struct Shortfall: Sendable, Hashable {
  /// Why the newest exchanges are in memory only; nil while all of them are on the disk.
  public var problem: SessionProblem?
  /// Exchanges in memory only.
  public var inMemory = 0
  /// Exchanges given up because neither the disk nor the memory had room.
  public var lost = 0
  /// Exchanges of which only the beginning of a body is left, to make room for newer ones.
  public var cut = 0
  /// Exchanges of a bounded recording that made room for newer ones.
  public var dropped = 0

  /// Everything is on the disk.
  public init(problem: SessionProblem? = nil, inMemory: Int = 0) {
    (self.problem, self.inMemory) = (problem, inMemory)
  }
}

extension Recorder.Waiting {
  /// The line with only the first bytes of its response; nil when that makes it no shorter.
  func cut(bodyFolder: String) -> Self? {
    guard size > 2 * Exchange.bodyStart else { return nil }
    var source = SessionSource(
      bytes: JSONArrayBytes(JournalLine.head(at: 0) + line), file: nil, folder: ".",
      limits: .whatever)
    for stored in files { source.bodies[stored.path] = stored.body }
    guard let session = try? Session.read(source, name: "", nil), session.count == 1,
      let cut = try? session.exchange(at: 0).cut()
    else { return nil }
    let entry = JournalLine.line(cut, bodyFolder: bodyFolder)
    let made = Recorder.Waiting(
      line: entry.line, files: entry.files, isExchange: isExchange, isUrgent: isUrgent)
    return made.size < size ? made : nil
  }
}
