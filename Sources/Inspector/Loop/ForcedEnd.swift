import Dispatch
import Glibc
import InspectorCommands

/// A switch for the tests that must see the terminal given back in every end of the program.
///
/// INSPECTOR_FORCED_END makes the program end that way as soon as its first frame is drawn: `trap`,
/// `trap-elsewhere` (on another thread, with much to say, while this one goes on drawing), `segv`,
/// `overflow` (of the stack), `abort`, `exit`. It is no feature: nobody sets it but a test.
enum ForcedEnd {
  static func happen(draw: () -> Void) {
    guard let name = getenv("INSPECTOR_FORCED_END") else { return }
    switch String(cString: name) {
    case "trap": fatalError("forced by INSPECTOR_FORCED_END")
    case "trap-elsewhere":
      DispatchQueue.global().async {
        for _ in 0..<2_000 { Output.talk("said while the screen was up, to be repeated after it") }
        fatalError("forced by INSPECTOR_FORCED_END")
      }
      while true { draw() }
    case "segv": raise(SIGSEGV)
    case "overflow": _ = depth(of: 1)
    case "abort": abort()
    case "exit": exit(3)
    default: break
    }
  }

  /// Too deep for any stack; the sum keeps the compiler from making a loop of it.
  private nonisolated static func depth(of number: Int) -> Int {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { room in
      room.initialize(repeating: number)
      return depth(of: number + 1) + room[number % 64]
    }
  }
}
