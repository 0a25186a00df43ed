import Glibc
import TestSupport
import Testing

/// `capture` in front of a server whose certificate only its options trust.
@Suite(
  "A capture before a server with a certificate of its own",
  .enabled(if: access("/usr/bin/openssl", X_OK) == 0, "openssl is not installed"))
struct CaptureTLSTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  @Test("what is changed and sent again trusts it, too", arguments: ["--cacert cert.pem", "-k"])
  func sentAgain(_ words: String) throws {
    let started = try folder.shell(
      "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2"
        + " -subj /CN=localhost -addext subjectAltName=DNS:localhost 2> /dev/null;"
        + " openssl s_server -www -accept 127.0.0.1:0 -cert cert.pem -key key.pem > said 2>&1 &"
        + " echo $! > pid; until grep -q ACCEPT said; do sleep 0.02; done; grep ACCEPT said")
    let server = started.output.split(separator: ":").last.flatMap { Int($0.dropLast()) } ?? 0
    let pty = try PTY(
      Spawn.inspector,
      ["capture", "--to", "https://localhost:\(server)", "--port", "0"]
        + words.split(separator: " ").map {
          $0 == "cert.pem" ? folder.path + "/cert.pem" : String($0)
        },
      width: 100, height: 24, environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: "the address") { $0.text.contains("give your app the base URL http://") }
    let url = pty.screen.text.split(separator: "base URL ")[1].prefix { $0 != " " && $0 != "\n" }
    _ = try folder.shell("inspector send \(url)/ > /dev/null")
    // A request can be changed once it is read: then its answer shows.
    try pty.wait(for: "BGCOLOR")
    try pty.type("c")
    try pty.wait(for: "https://localhost:\(server)/")
    try pty.type("\u{13}")
    try pty.wait(for: "its response is on the main screen: Esc goes there")
    try pty.type("\u{1b}")
    try pty.wait(for: "its answer") { !$0.text.contains(" Capture ") && $0.text.contains("200 ok") }
    try pty.type("Q")
    #expect(try pty.waitForEnd() == .exited(0))
    _ = try folder.shell("kill $(cat pid)")
  }
}
