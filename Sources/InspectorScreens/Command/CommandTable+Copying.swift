extension CommandTable {
  /// What leaves the program: copies and pipes.
  static let copying: [CommandEntry] = [
    CommandEntry(
      .copy, "copy", "copy; the next key says what. Secrets are left out",
      [.main, .session], ["y"],
      footer: .init("copy", 9, inAnswer: 5), does: { $0.copying = .redacted }),
    CommandEntry(
      .copyExact, "copy-exact", "copy with all secrets; the next key says what",
      [.main, .session], ["Y"], does: { $0.copying = .exact }),
    CommandEntry(
      .pipe, "pipe", "give the body to a shell command and show what it says",
      [.main, .session], ["|"], does: { $0.openPipe() }),
    CommandEntry(
      .copyLine, "copy-line", "the line at the cursor", [.copying], ["y", "Y"],
      footer: .init("line", 1), orders: { $0.copy(.line) }),
    CommandEntry(
      .copyValue, "copy-value", "the value at the cursor", [.copying], ["v"],
      footer: .init("value", 2), orders: { $0.copy(.value) }),
    CommandEntry(
      .copyKey, "copy-key", "its key", [.copying], ["k"], footer: .init("key", 3),
      orders: { $0.copy(.key) }),
    CommandEntry(
      .copyPath, "copy-path", "the path to it", [.copying], ["p"], footer: .init("path", 4),
      orders: { $0.copy(.path) }),
    CommandEntry(
      .copyCurl, "copy-curl", "the request as a cURL command", [.copying], ["c"],
      footer: .init("cURL", 5), orders: { $0.copy(.curl) }),
    CommandEntry(
      .copyHeaders, "copy-headers", "the headers of the answer", [.copying], ["h"],
      footer: .init("headers", 6), orders: { $0.copy(.headers) }),
    CommandEntry(
      .copySwift, "copy-swift", "the pipeline as Swift code", [.copying], ["s"],
      footer: .init("Swift", 7), orders: { $0.copy(.swift) }),
    CommandEntry(
      .copyBody, "copy-body", "the body of the answer", [.copying], ["b"],
      footer: .init("body", 8), orders: { $0.copy(.body) }),
    CommandEntry(
      .copyReport, "copy-report", "all of it as Markdown for a ticket", [.copying], ["m"],
      footer: .init("Markdown", 9), orders: { $0.copy(.report) }),
    CommandEntry(
      .copyRequest, "copy-request", "the request as it was sent", [.copying], ["r"],
      footer: .init("request", 10), orders: { $0.copy(.request) }),
    CommandEntry(
      .copyExchange, "copy-exchange", "request and answer as they went over the wire", [.copying],
      ["a"], footer: .init("all", 11), orders: { $0.copy(.exchange) }),
    CommandEntry(
      .write, "write", "the body of the answer, into a file", [.copying], ["f"],
      footer: .init("file", 12), does: { $0.openWrite() }),
  ]
}
