import DemoServer
import Glibc
import NetEngine
import TestServer
import TestSupport
import Testing

/// `capture` where things go wrong around it: signals, a full disk, no descriptors, a taken port.
@Suite("How a capture ends, and what it survives")
struct CaptureEndsTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
  }

  /// Starts it in the background; answers where it listens.
  private func start(_ words: String) throws -> String {
    let started = try folder.shell(
      "inspector capture --to \(server.baseURL) --port 0 --json \(words) > out 2> err & echo $! > pid;"
        + " until [ -s out ]; do sleep 0.02; done; head -1 out")
    return JSONDocument(Array(started.output.utf8)).json["listening"].stringValue
  }

  private static let waiting = "while kill -0 $(cat pid) 2> /dev/null; do sleep 0.02; done"

  @Test("what was open when it is told to end has an end in the recording")
  func interrupted() async throws {
    let url = try start("--record app")
    _ = try folder.shell("inspector send \(url)/users/1")
    let before = server.requestCount
    _ = try folder.shell(
      "for n in 1 2 3; do inspector send \(url)/delay/60000 > /dev/null 2>&1 & done; true")
    while server.requestCount < before + 3 { await Task.yield() }
    let ended = try folder.shell("kill -TERM $(cat pid); \(Self.waiting); cat err")
    #expect(ended.output.contains("4 exchanges kept in sessions/app.har"), "\(ended.output)")
    let shown = try folder.shell("inspector list app --json")
    let rows = shown.output.split(separator: "\n").map { JSONDocument(Array($0.utf8)).json }
    let kinds = rows.map { $0["kind"].stringValue }.filter { !$0.isEmpty }.sorted()
    #expect(kinds == ["cancelled", "cancelled", "cancelled", "ok"], "\(shown.output)")
  }

  @Test("a second signal ends it at once, whatever the first one still waits for")
  func interruptedTwice() throws {
    // Nobody reads what it says at its end: writing that waits for ever.
    let run = try folder.shell(
      "mkfifo err; exec 3<>err; env --default-signal=INT inspector capture --to \(server.baseURL)"
        + " --port 0 --json --record app > out 2> err & pid=$!; exec 3<>err;"
        + " until [ -s out ]; do sleep 0.02; done;"
        + " url=$(sed -n '1s/.*\"listening\":\"\\([^\"]*\\)\".*/\\1/p' out);"
        + " inspector send $url/users/1 > /dev/null;"
        + " dd if=/dev/zero of=err bs=4096 oflag=nonblock 2> /dev/null; kill -INT $pid;"
        + " until [ -e sessions/app.har ]; do sleep 0.02; done; kill -0 $pid && echo waits;"
        + " kill -INT $pid; wait $pid; echo \"=$?\"")
    #expect(run.output == "waits\n=130\n", "\(run.output)\(run.error)")
  }

  @Test("after kill -9 every exchange that had ended can be recovered")
  func killed() throws {
    let url = try start("--record app")
    let asked = try folder.shell(
      "for n in 1 2 3; do inspector send \(url)/users/$n > /dev/null; done;"
        + " until [ $(wc -l < out) -ge 4 ]; do sleep 0.02; done; kill -9 $(cat pid); \(Self.waiting);"
        + " inspector seal sessions; inspector list sessions/*.har --json")
    #expect(asked.output.contains("/users/3"), "\(asked.output)\(asked.error)")
    let rows = asked.output.split(separator: "\n").filter { $0.contains("\"kind\":\"ok\"") }
    #expect(rows.count == 3, "\(asked.output)\(asked.error)")
  }

  @Test("a recording that cannot be written stops nothing, and is said")
  func fullDisk() throws {
    let run = try folder.shell(
      "(trap '' XFSZ; ulimit -f 8; inspector capture --to \(server.baseURL) --port 0 --record app --run"
        + " 'for n in 1 2 3 1 2 3 1 2 3; do inspector send $INSPECTOR_URL/users/$n || exit 9; done';"
        + " echo \"=$?\") 2>&1 | cat")
    let lines = run.output.split(separator: "\n").filter { $0.contains("GET     /users/") }
    #expect(lines.count == 9 && lines.allSatisfy { $0.contains(" 200 ") }, "\(run.output)")
    #expect(run.output.contains("=5"), "\(run.output)")
    #expect(
      run.output.contains("cannot be written: File too large for the limit of 'ulimit -f'")
        && run.output.contains(" — raise the limit") && !run.output.contains("No space left"),
      "\(run.output)")
  }

  @Test("with few descriptors more clients than there are of them are all answered")
  func descriptors() throws {
    let run = try folder.shell(
      "ulimit -n 40; inspector capture --to \(server.baseURL) --port 0 --json > out 2> err & echo $! > pid;"
        + " until [ -s out ]; do sleep 0.02; done")
    #expect(run.ending == .exited(0))
    let first = try #require(folder.read("out")?.split(separator: "\n").first)
    let url = JSONDocument(Array(first.utf8)).json["listening"].stringValue
    let asked = try folder.shell(
      "for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32"
        + " 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48; do"
        + " inspector send \(url)/delay/300 > a$n 2>&1 & done; wait; ls a* | wc -l; grep -L ok a*;"
        + " inspector send \(url)/users/1; kill -TERM $(cat pid); \(Self.waiting)")
    #expect(asked.output.contains("58189.99"), "\(asked.output)\(asked.error)")
  }

  @Test("a port that is taken is told with one that is free")
  func ports() throws {
    let port = server.port
    let run = try folder.shell("inspector capture --to \(server.baseURL) --port \(port) --run true")
    #expect(run.ending == .exited(1))
    let said = try #require(
      run.error.split(separator: "\n").first { $0.contains("is taken by another program; ") })
    let free = said.split(separator: "; ").last?.split(separator: " ").first.flatMap { Int($0) }
    #expect(said.contains("port \(port) is taken") && (free ?? 0) > Int(port), "\(run.error)")
    let other = try folder.shell(
      "inspector capture --to \(server.baseURL) --port \(free ?? 0) --run 'echo $INSPECTOR_URL'")
    #expect(other.output == "http://127.0.0.1:\(free ?? 0)\n", "\(other.error)")
  }

  private static let asNobody =
    "setpriv --reuid 65534 --clear-groups --inh-caps=-all --bounding-set=-all"

  private static let canGiveRightsAway =
    (try? Piped(
      [
        "-c",
        "[ $(cat /proc/sys/net/ipv4/ip_unprivileged_port_start) -gt 1 ]"
          + " && \(asNobody) '\(Spawn.inspector)' --version",
      ], program: "/bin/sh"))?.ending == .exited(0)

  @Test(
    "a port below 1024 needs a right, and is told so; 0 is any free one",
    .enabled(if: canGiveRightsAway, "needs a root that can give its rights away"))
  func lowPort() throws {
    let run = try folder.shell(
      "\(Self.asNobody) '\(Spawn.inspector)' capture --to \(server.baseURL) --port 1 --run true")
    #expect(run.ending == .exited(1) && run.error.contains("below 1024"), "\(run.error)")
    let any = try folder.shell(
      "inspector capture --to \(server.baseURL) --port 0 --run 'echo $INSPECTOR_URL'")
    let port = any.output.split(separator: ":").last.flatMap { Int($0.dropLast()) } ?? 0
    #expect(port >= 1024, "\(any.output)")
  }

  @Test("what is said of traffic acts on no terminal, and has no secret of it")
  func hostile() throws {
    let run = try folder.shell(
      "inspector capture --to \(server.baseURL) --port 0 --run"
        + " 'inspector send -H \"Authorization: Bearer geheim-12345678\" -H \"Proxy-Authorization: Basic Z2VoZWltOmdlaGVpbQ==\""
        + " \"$INSPECTOR_URL/broken/escapes/message?access_token=geheim12345\"' --record app > out 2> err; cat err"
    )
    #expect(!run.output.utf8.contains(0x1b) && !run.output.contains("geheim12345"), "\(run.output)")
    let kept = try #require(folder.read("sessions/app.har"))
    #expect(!kept.contains("geheim") && !kept.contains("Z2VoZWltOmdlaGVpbQ"))
    #expect(!kept.lowercased().contains("proxy-authorization"))
  }
}
