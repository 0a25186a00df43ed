import DemoServer

extension TestRoute {
  /// Status lines that are odd, and first bytes that are none at all.
  static let brokenStatusLines: [TestRoute] = [
    notHTTP("garbage", "garbage", "Bytes that are no HTTP.", "!\"#$%&'()*+,-./\r\n\r\nhello"),
    notHTTP("http-0.9", "HTTP/0.9", "A body and nothing else.", "<html>hello</html>\r\n"),
    notHTTP("ftp", "FTP banner", "Another protocol's greeting.", "220 ProFTPD ready\r\n"),
    notHTTP("ssh", "SSH banner", "Another protocol's greeting.", "SSH-2.0-OpenSSH_9.2\r\n"),
    broken(
      .brokenStatusLine, "status/tls", "TLS alert",
      "What a TLS server answers to plain HTTP: seven bytes of alert.",
      Expected(.protocol, nil, keeps: .nothing),
      [.raw([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46])]),
    notHTTP("blank-line", "an empty line", "CR LF, and then a good answer.", "\r\n" + goodAnswer),
    line("icy", "ICY 200 OK", "What radio streams say.", Expected(.protocol, nil, keeps: .nothing)),
    line(
      "http-2", "HTTP/2 200", "HTTP/2's number over HTTP/1's wire: sloppy gateways say it.",
      warned(.oddVersion)),
    // The standard would have this read as 1.1; curl 7.88 refuses it.
    line("http-1.7", "HTTP/1.7 200 OK", "A minor version of the future.", nonsense),
    line("http-9.9", "HTTP/9.9 200 OK", "A major version nobody knows.", nonsense),
    line("no-minor", "HTTP/1 200 OK", "A version without a minor number.", nonsense),
    line("two-digit-minor", "HTTP/1.10 200 OK", "A minor version of two digits.", nonsense),
    // curl 7.88 takes any status in such a line for 200, so its reading cannot be trusted.
    line("lower-case", "http/1.1 200 OK", "The protocol's name is case-sensitive.", nonsense),
    line("no-version", "HTTP 200 OK", "No version at all.", nonsense),
    line("status-0", "HTTP/1.1 0 Zero", "Status 0.", nonsense),
    line("status-000", "HTTP/1.1 000 Zeros", "Status 000.", nonsense),
    line("status-99", "HTTP/1.1 99 Small", "A status of two digits.", nonsense),
    line("status-099", "HTTP/1.1 099 Small", "A status below 100.", nonsense),
    line("status-minus-12", "HTTP/1.1 -12 Below", "A negative status.", nonsense),
    line("status-20x", "HTTP/1.1 20x Letters", "A letter inside the status.", nonsense),
    line("status-2000", "HTTP/1.1 2000 Many", "A status of four digits.", nonsense),
    line("status-missing", "HTTP/1.1 OK", "A reason and no status.", nonsense),
    line("status-nothing", "HTTP/1.1", "A version and nothing else.", nonsense),
    line(
      "status-600", "HTTP/1.1 600 Beyond", "A status of a class that does not exist.",
      Expected(.status, 600, warnings: [.oddStatus], keeps: .body(5))),
    line(
      "status-999", "HTTP/1.1 999 Request denied", "A status that big sites really send.",
      Expected(.status, 999, warnings: [.oddStatus], keeps: .body(5))),
    line("status-299", "HTTP/1.1 299 Unassigned", "A success nobody has defined.", fine(299)),
    line("no-reason", "HTTP/1.1 200 ", "No reason phrase, as HTTP/2 gateways send it.", fine(200)),
    line("no-reason-blank", "HTTP/1.1 200", "Not even the blank after the status.", fine(200)),
    line(
      "two-blanks", "HTTP/1.1  200 OK", "Two blanks before the status.",
      warned(.oddStatusLine)),
    line(
      "tab", "HTTP/1.1\t200 OK", name: "a tab in the status line",
      "A tab before the status.", nonsense),
    line("glued", "HTTP/1.1 200OK", "No blank after the status.", warned(.oddStatusLine)),
    line("reason-utf8", "HTTP/1.1 200 Größe 好", "A reason phrase in UTF-8.", fine(200)),
    line(
      "reason-8k", "HTTP/1.1 200 " + String(repeating: "long ", count: 1_600),
      name: "reason of 8,000 bytes",
      "A reason phrase of 8,000 bytes.", fine(200)),
    // curl 7.88 stops lines at 100 KiB and calls it out of memory.
    line(
      "reason-120k", "HTTP/1.1 200 " + String(repeating: "long ", count: 24_000),
      name: "reason of 120,000 bytes",
      "A reason phrase of 120,000 bytes.", Expected(.limit, nil, keeps: .nothing)),
    line("old-version", "HTTP/1.0 200 OK", "An response of 1996.", fine(200)),
  ]

  private static let goodAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
  private static let nonsense = Expected(.protocol, nil, keeps: .nothing)

  private static func warned(_ warning: Warning) -> Expected {
    Expected(.ok, 200, warnings: [warning], keeps: .body(5))
  }

  private static func fine(_ status: Int) -> Expected {
    Expected(.ok, status, keeps: .body(5))
  }

  private static func notHTTP(
    _ path: String, _ name: String, _ shows: String, _ text: String
  ) -> TestRoute {
    broken(.brokenStatusLine, "status/\(path)", name, shows, nonsense, [.raw(text)])
  }

  /// A status line of its own before an otherwise good answer.
  ///
  /// A long one has a name beside it, so that it is made only when it is asked for.
  private static func line(
    _ path: String, _ line: @autoclosure @escaping @Sendable () -> String, name: String? = nil,
    _ shows: String, _ expected: Expected
  ) -> TestRoute {
    broken(
      .brokenStatusLine, "status/\(path)", name ?? "'\(line())'", shows, expected,
      [.raw(line() + "\r\nContent-Length: 5\r\n\r\nhello")])
  }
}
