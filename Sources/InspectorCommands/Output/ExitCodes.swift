/// What one run of the program ends with, of all that went wrong in it.
///
/// The first of signal, cancelled, could not save, file not read, usage, transport, checks failed that
/// applies.
package nonisolated struct ExitCodes: Sendable, Equatable {
  private var codes: Set<Int32> = []
  /// The one that ended it, whatever it cancelled on its way.
  private var signal: Int32?

  package init() {}

  /// Notes a code; 0 changes nothing.
  package mutating func add(_ code: Int32) {
    if code != 0 { codes.insert(code) }
  }

  /// Notes the signal that ended it; the first one counts.
  package mutating func add(signal number: Int32) {
    if signal == nil { signal = number }
  }

  package mutating func add(contentsOf other: ExitCodes) {
    codes.formUnion(other.codes)
    if signal == nil { signal = other.signal }
  }

  /// The one that counts; 0 when nothing went wrong.
  package var first: Int32 {
    if let signal { return 128 + signal }
    if let cancelled = codes.filter({ $0 >= 128 }).min() { return cancelled }
    return [5, 2, 1, 3, 4].first(where: codes.contains) ?? codes.min() ?? 0
  }
}
