extension CommandTable {
  /// What leaves the program: copies and pipes.
  static let copying: [CommandEntry] = [
    .init(
      .copy, "copy; the next key says what. Secrets are left out", lists, ["y"], footer: "copy", 9,
      inAnswer: 5, does: { $0.copying = .redacted }),
    .init(
      .copyExact, "copy with all secrets; the next key says what", lists, ["Y"],
      does: { $0.copying = .exact }),
    .init(
      .pipe, "give the body to a shell command and show what it says", lists, ["|"],
      does: { $0.openPipe() }),
    .init(
      .copyLine, "the line at the cursor", [.copying], ["y", "Y"], footer: "line", 1,
      does: { $0.copy(.line) }),
    .init(
      .copyValue, "the value at the cursor", [.copying], ["v"], footer: "value", 2,
      does: { $0.copy(.value) }),
    .init(.copyKey, "its key", [.copying], ["k"], footer: "key", 3, does: { $0.copy(.key) }),
    .init(
      .copyPath, "the path to it", [.copying], ["p"], footer: "path", 4, does: { $0.copy(.path) }),
    .init(
      .copyCurl, "the request as a cURL command", [.copying], ["c"], footer: "cURL", 5,
      does: { $0.copy(.curl) }),
    .init(
      .copyHeaders, "the headers of the response", [.copying], ["h"], footer: "headers", 6,
      does: { $0.copy(.headers) }),
    .init(
      .copySwift, "the pipeline as Swift code", [.copying], ["s"], footer: "Swift", 7,
      does: { $0.copy(.swift) }),
    .init(
      .copyBody, "the body of the response", [.copying], ["b"], footer: "body", 8,
      does: { $0.copy(.body) }),
    .init(
      .copyReport, "all of it as Markdown for a ticket", [.copying], ["m"], footer: "Markdown", 9,
      does: { $0.copy(.report) }),
    .init(
      .copyRequest, "the request as it was sent", [.copying], ["r"], footer: "request", 10,
      does: { $0.copy(.request) }),
    .init(
      .copyExchange, "request and response as they went over the wire", [.copying], ["a"],
      footer: "all", 11, does: { $0.copy(.exchange) }),
    .init(
      .write, "the body of the response, into a file", [.copying], ["f"], footer: "file", 12,
      does: { $0.openWrite() }),
  ]
}
