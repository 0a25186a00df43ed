extension CommandTable {
  /// What leaves the program: copies and pipes.
  static let copying: [CommandEntry] = [
    .init(
      .copy, "copy; the next key says what. Secrets are left out", [.main, .session], ["y"],
      footer: .init("copy", 9, inAnswer: 5), does: { $0.copying = .redacted }),
    .init(
      .copyExact, "copy with all secrets; the next key says what", [.main, .session], ["Y"],
      does: { $0.copying = .exact }),
    .init(
      .pipe, "give the body to a shell command and show what it says", [.main, .session], ["|"],
      does: { $0.openPipe() }),
    .init(
      .copyLine, "the line at the cursor", [.copying], ["y", "Y"], footer: .init("line", 1),
      orders: { $0.copy(.line) }),
    .init(
      .copyValue, "the value at the cursor", [.copying], ["v"], footer: .init("value", 2),
      orders: { $0.copy(.value) }),
    .init(
      .copyKey, "its key", [.copying], ["k"], footer: .init("key", 3), orders: { $0.copy(.key) }),
    .init(
      .copyPath, "the path to it", [.copying], ["p"], footer: .init("path", 4),
      orders: { $0.copy(.path) }),
    .init(
      .copyCurl, "the request as a cURL command", [.copying], ["c"], footer: .init("cURL", 5),
      orders: { $0.copy(.curl) }),
    .init(
      .copyHeaders, "the headers of the answer", [.copying], ["h"], footer: .init("headers", 6),
      orders: { $0.copy(.headers) }),
    .init(
      .copySwift, "the pipeline as Swift code", [.copying], ["s"], footer: .init("Swift", 7),
      orders: { $0.copy(.swift) }),
    .init(
      .copyBody, "the body of the answer", [.copying], ["b"], footer: .init("body", 8),
      orders: { $0.copy(.body) }),
    .init(
      .copyReport, "all of it as Markdown for a ticket", [.copying], ["m"],
      footer: .init("Markdown", 9), orders: { $0.copy(.report) }),
    .init(
      .copyRequest, "the request as it was sent", [.copying], ["r"], footer: .init("request", 10),
      orders: { $0.copy(.request) }),
    .init(
      .copyExchange, "request and answer as they went over the wire", [.copying], ["a"],
      footer: .init("all", 11), orders: { $0.copy(.exchange) }),
    .init(
      .write, "the body of the answer, into a file", [.copying], ["f"], footer: .init("file", 12),
      does: { $0.openWrite() }),
  ]
}
