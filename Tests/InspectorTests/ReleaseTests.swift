import Glibc
import TestSupport
import Testing

/// What Scripts/run builds and starts; only under Scripts/test, which has built it.
@Suite(
  "Scripts/run and the release program",
  .enabled(if: getenv("INSPECTOR_RELEASE_BUILT") != nil, "Scripts/test builds it first"))
struct ReleaseTests {
  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  @Test("starts the program in a terminal, at once, and passes arguments on")
  func run() throws {
    let pty = try PTY(Self.root + "/Scripts/run", ["demo"])
    try pty.wait(for: "? help")
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(pty.isAsGiven)
    #expect(!pty.screen.contains("Building"))
    let version = try Piped(["--version"], program: Self.root + "/Scripts/run")
    #expect(version.output.hasPrefix("inspector "))
    #expect(version.error == "==> Starting inspector\n")
  }

  @Test("the program needs no Swift library where it runs")
  func libraries() throws {
    let run = try Piped([Self.root + "/.build/release/inspector"], program: "/usr/bin/ldd")
    #expect(run.output.firstRange(of: "libc.so") != nil, "\(run.error)")
    #expect(run.output.firstRange(of: "libswift") == nil)
    #expect(run.output.firstRange(of: "libFoundation") == nil)
    #expect(run.output.firstRange(of: "not found") == nil)
  }

  @Test("what only debuggers read lies beside the program, which says where")
  func symbols() throws {
    let program = Self.root + "/.build/release/inspector"
    let parts = try Piped(["-SW", program], program: "/usr/bin/readelf").output
    #expect(parts.contains(" .gnu_debuglink "))
    for part in [".symtab ", ".debug_info ", ".debug_line "] { #expect(!parts.contains(part)) }
    let names = try Piped(["-sW", program + ".symbols"], program: "/usr/bin/readelf").output
    #expect(names.contains("InspectorCommand_main"))
  }
}
