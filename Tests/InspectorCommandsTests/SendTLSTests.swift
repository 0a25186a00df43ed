import TestSupport
import Testing

private enum OpenSSL {
  static let isThere =
    (try? Piped(["version"], program: "/usr/bin/openssl"))?.ending == .exited(0)

  /// Whether a program can be given another folder of certificates than the system's.
  static let canReplaceFolder =
    (try? Piped(
      ["-c", "unshare -rm mount --bind /tmp /etc/ssl/certs 2>/dev/null"], program: "/bin/sh"))?
    .ending == .exited(0)
}

/// What `send` says about TLS and versions, against a server that speaks TLS.
@Suite(
  "The command send over TLS",
  .enabled(if: OpenSSL.isThere, "openssl is not installed"))
struct SendTLSTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// What the server is told beside its certificate, what `send` is told, its code and kind.
  static let table: [(id: String, server: String, arguments: String, code: Int32, kind: String)] = [
    ("a certificate nobody knows", "", "", 3, "tls"),
    ("unchecked", "", "-k", 0, "ok"),
    ("unchecked, spelled out", "", "--insecure", 0, "ok"),
    ("an authority of one's own", "", "--cacert cert.pem", 0, "ok"),

    // The server wants HTTP/2 alone: who offers only 1.1 does not get through its handshake.
    ("only HTTP/1.1 offered", "-alpn h2", "-k --http1.1", 3, "tls"),
  ]

  @Test("ends as the flags say", arguments: table)
  func flags(
    _ row: (id: String, server: String, arguments: String, code: Int32, kind: String)
  ) throws {
    let script = """
      cd '\(folder.path)'
      openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \
        -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null
      mkfifo said
      openssl s_server -www -accept 127.0.0.1:0 -cert cert.pem -key key.pem \(row.server) >said &
      server=$!
      trap 'kill $server' EXIT
      exec 3<said
      while read -r line <&3; do
        case $line in ACCEPT*) port=${line##*:}; break;; esac
      done
      '\(Spawn.inspector)' send "https://localhost:$port/" --json \(row.arguments)
      """
    let run = try Piped(["-c", script], program: "/bin/bash")
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    #expect(run.output.firstRange(of: "\"kind\":\"\(row.kind)\"") != nil, "\(run.output)")
  }

  static let authorities: [(id: String, arguments: String, code: Int32, kind: String)] = [
    ("the system's folder is trusted", "", 0, "ok"),
    ("but not beside a file", "--cacert own.pem", 3, "tls"),
    ("the file is", "--cacert system.pem", 0, "ok"),
  ]

  @Test(
    "a file of authorities stands in place of the system's, its folder too",
    .enabled(if: OpenSSL.canReplaceFolder, "needs unshare and /etc/ssl/certs"),
    arguments: authorities)
  func folder(_ row: (id: String, arguments: String, code: Int32, kind: String)) throws {
    let script = """
      cd '\(folder.path)'
      for name in system own; do
        openssl req -x509 -newkey rsa:2048 -nodes -keyout $name.key -out $name.pem -days 2 \
          -subj /O=$name/CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null
      done
      mkdir certs
      cp system.pem "certs/$(openssl x509 -in system.pem -noout -hash).0"
      cp own.pem certs/ca-certificates.crt
      mkfifo said
      openssl s_server -www -accept 127.0.0.1:0 -cert system.pem -key system.key >said &
      server=$!
      trap 'kill $server' EXIT
      exec 3<said
      while read -r line <&3; do
        case $line in ACCEPT*) port=${line##*:}; break;; esac
      done
      unshare -rm sh -c 'mount --bind certs /etc/ssl/certs && exec "$@"' sh \
        '\(Spawn.inspector)' send "https://localhost:$port/" --json \(row.arguments)
      """
    let run = try Piped(["-c", script], program: "/bin/bash")
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    #expect(run.output.firstRange(of: "\"kind\":\"\(row.kind)\"") != nil, "\(run.output)")
  }
}
