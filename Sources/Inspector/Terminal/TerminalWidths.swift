internal import CNcurses
import InspectorScreens
import LosslessJSON

/// Where the screens and this machine's C library disagree about the width of a character.
///
/// The library's answers mean something only in the locale the terminal is drawn in.
nonisolated enum TerminalWidths {
  /// Code points to be spelled out: drawn as themselves they would shift the rest of their row.
  ///
  /// What is never drawn as itself cannot be drawn wrong: it is not asked for.
  static let refused = RefusedScalars { ranges }

  private static let ranges: [ClosedRange<UInt32>] = {
    var refused: [ClosedRange<UInt32>] = []
    DisplayClass.forEachDrawnRun(in: 0xa0..<0x40000) { run, columns in
      // Ideographs and Hangul: one look at each 256 of a kind is enough.
      let step: UInt32 = run.count > 4_096 ? 256 : 1
      var scalar = run.lowerBound
      while true {
        scalar = nc_next_other(scalar, run.upperBound, step, columns)
        guard scalar < run.upperBound else { return }
        let end = min(scalar + step, run.upperBound) - 1
        if let last = refused.last, last.upperBound == scalar - 1 {
          refused[refused.count - 1] = last.lowerBound...end
        } else {
          refused.append(scalar...end)
        }
        scalar += step
      }
    }
    return refused
  }()
}
