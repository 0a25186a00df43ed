import DemoServer
import Glibc
import InspectorCommands
import NetEngine
import NetRecordings
import TestServer
import TestSupport
import Testing

/// The built program, where a recording cannot be kept in the place it was wanted.
@Suite("Where a recording is kept instead", .timeLimit(.minutes(5)))
struct RecordingFallbackTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
  }

  /// Captures what `app` sends with a session named x, and gives the state folder a path below.
  private func capture(_ app: String) throws -> Piped {
    try folder.shell(
      "export XDG_STATE_HOME=$PWD/state; inspector capture --to \(server.baseURL) --port 0"
        + " --record x --run '\(app)'")
  }

  private func count(_ path: String) throws -> Int {
    try Session.open(folder.path + "/" + path).count
  }

  @Test("two captures of one session are both kept, the second beside the first")
  func taken() throws {
    let run = try capture(
      "inspector send $INSPECTOR_URL/users/1; echo other > sessions/x.har")
    #expect(run.ending == .exited(5), "\(run.error)")
    #expect(run.error.contains("'sessions/x.har': it is already there"), "\(run.error)")
    #expect(run.error.contains("1 exchange kept in sessions/x-2.har"), "\(run.error)")
    #expect(folder.read("sessions/x.har") == "other\n")
    #expect(try count("sessions/x-2.har") == 1)
    #expect(folder.read("sessions/.journal/x.jsonl") == nil)
  }

  @Test("a project that cannot take the session leaves it to the state folder, which is made")
  func elsewhere() throws {
    let run = try capture(
      "for n in 1 2 3; do inspector send $INSPECTOR_URL/json/bytes/50000 > /dev/null; done;"
        + " : > sessions/x.bodies")
    #expect(run.ending == .exited(5), "\(run.error)")
    #expect(run.error.contains("3 exchanges kept in "), "\(run.error)")
    #expect(try count("state/inspector/sessions/x.har") == 3)
  }

  @Test("where no place takes it, the journal stays and its number is true")
  func nowhere() throws {
    let run = try capture(
      "for n in 1 2 3; do inspector send $INSPECTOR_URL/json/bytes/50000 > /dev/null; done;"
        + " : > sessions/x.bodies; mkdir -p state/inspector; : > state/inspector/sessions")
    #expect(run.ending == .exited(5), "\(run.error)")
    #expect(run.error.contains("3 exchanges kept in sessions/.journal/x.jsonl"), "\(run.error)")
    #expect(run.error.contains("'inspector seal sessions/.journal/x.jsonl'"), "\(run.error)")
    #expect(try count("sessions/.journal/x.jsonl") == 3)
  }

  @Test("a disk that is full is said while it is, and what is lost at the end")
  func full() throws {
    let run = try folder.shell(
      "export XDG_STATE_HOME=$PWD/state; (trap '' XFSZ; ulimit -f 8; inspector capture --to"
        + " \(server.baseURL) --port 0 --record x --run 'for n in 1 2 3 4 5 6 7 8 9 10 11 12; do"
        + " inspector send $INSPECTOR_URL/users/1 || exit 9; done'; echo \"=$?\") 2>&1 | cat")
    let said = run.output.split(separator: "\n").map(String.init)
    let first = said.firstIndex { $0.contains("1 exchange in memory only: ") }
    let last = said.lastIndex { $0.contains("GET     /users/1") }
    #expect(first != nil && last != nil && (first ?? 0) < (last ?? 0), "\(run.output)")
    let journal = try Session.open(folder.path + "/sessions/.journal/x.jsonl")
    let kept = journal.exchanges.count { $0.response != nil }
    #expect(
      run.output.contains("\(kept) exchange\(kept == 1 ? "" : "s") kept in sessions/.journal"),
      "\(run.output)")
    #expect(run.output.contains("\(12 - kept) exchanges of this run are lost"), "\(run.output)")
    #expect(run.output.contains("=5"), "\(run.output)")
  }

  @Test("without an exchange no session is written, and one that is there stays")
  func nothing() throws {
    let run = try capture("true")
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.error.contains("there is no exchange to keep"), "\(run.error)")
    #expect(folder.read("sessions/x.har") == nil)
  }

  @Test("a journal with a damaged line is sealed with 2, and stays")
  func damaged() throws {
    let run = try capture(
      "for n in 1 2 3 4; do inspector send $INSPECTOR_URL/users/$n > /dev/null; done;"
        + " sed \"5s/^\\(.\\{100\\}\\).*/\\1/\" sessions/.journal/x.jsonl > y;"
        + " cp y sessions/.journal/y.jsonl")
    #expect(run.ending == .exited(0), "\(run.error)")
    let sealed = try folder.shell("inspector seal sessions/.journal/y.jsonl; echo \"=$?\"")
    #expect(sealed.output.contains("=2"), "\(sealed.output)\(sealed.error)")
    #expect(sealed.error.contains("line 5 is damaged"), "\(sealed.error)")
    #expect(sealed.error.contains("y.jsonl stays"), "\(sealed.error)")
    #expect(folder.read("sessions/.journal/y.jsonl") == folder.read("y"))
  }

  @Test("cookies that cannot be read are not replaced, damaged lines of theirs are carried over")
  @MainActor func cookies() throws {
    let state = StateFolder(path: folder.path + "/state")
    let place = KeptCookies.Place(folder: folder.path, environment: nil, in: state)
    let first = KeptCookies(place)
    first.store.set(Cookie(name: "a", value: "1", domain: "h.test", path: "/"))
    #expect(first.save() == nil)
    let name = try #require(SavedFile.names(in: folder.path + "/state/cookies", upTo: 2).first)
    let path = "state/cookies/" + name
    let damaged = (folder.read(path) ?? "") + "{\"name\":\"b\",\"val\n"
    try folder.write(path, damaged)
    let second = KeptCookies(place)
    second.store.set(Cookie(name: "c", value: "3", domain: "h.test", path: "/"))
    #expect(second.save() == nil)
    let kept = folder.read(path) ?? ""
    #expect(kept.contains("\"a\"") && kept.contains("\"c\"") && kept.hasSuffix("\"b\",\"val\n"))
    let long = kept + String(repeating: " ", count: 17 << 20) + "\n"
    try folder.write(path, long)
    let third = KeptCookies(place)
    third.store.set(Cookie(name: "d", value: "4", domain: "h.test", path: "/"))
    #expect(third.save()?.contains("cookies are not kept") == true)
    #expect(folder.read(path)?.utf8.count == long.utf8.count)
  }
}
