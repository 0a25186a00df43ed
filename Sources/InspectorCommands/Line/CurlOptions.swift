import RequestFiles

/// The options of curl on our own command line: all of them are taken, some are told about.
package enum CurlOptions {
  /// What people type; letters as curl has them.
  package static let told = [
    Subcommand.Option(
      name: "--header", short: "-H", value: "LINE",
      summary: "a header line; 'Name:' takes one away, 'Name;' is empty; may be repeated"),
    Subcommand.Option(
      name: "--data", short: "-d", value: "TEXT", summary: "a form body, or @FILE; joined with &"),
    Subcommand.Option(name: "--data-raw", value: "TEXT", summary: "like --data, @ is a letter"),
    Subcommand.Option(
      name: "--data-binary", value: "TEXT", summary: "like --data, line ends of a file stay"),
    Subcommand.Option(
      name: "--data-urlencode", value: "TEXT", summary: "like --data, encoded: name=text, name@FILE"
    ),
    Subcommand.Option(
      name: "--form", short: "-F", value: "PART", summary: "name=value or name=@FILE;type=…"),
    Subcommand.Option(name: "--form-string", value: "PART", summary: "name=value, @ is a letter"),
    Subcommand.Option(
      name: "--upload-file", short: "-T", value: "FILE", summary: "the body; by PUT"),
    Subcommand.Option(name: "--get", short: "-G", summary: "--data goes into the URL"),
    Subcommand.Option(
      name: "--url-query", value: "TEXT", summary: "into the URL, as --data-urlencode"),
    Subcommand.Option(
      name: "--request", short: "-X", value: "METHOD", summary: "the same as METHOD in front"),
    Subcommand.Option(name: "--head", short: "-I", summary: "only the head"),
    Subcommand.Option(
      name: "--user", short: "-u", value: "USER:PASS", summary: "Basic credentials"),
    Subcommand.Option(name: "--digest", summary: "they are said by Digest, when the server asks"),
    Subcommand.Option(name: "--oauth2-bearer", value: "TOKEN", summary: "a Bearer token"),
    Subcommand.Option(name: "--cookie", short: "-b", value: "NAME=VALUE", summary: "cookies"),
    Subcommand.Option(name: "--user-agent", short: "-A", value: "NAME", summary: "who asks"),
    Subcommand.Option(name: "--referer", short: "-e", value: "URL", summary: "where it comes from"),
    Subcommand.Option(name: "--range", short: "-r", value: "FROM-TO", summary: "some bytes of it"),
    Subcommand.Option(
      name: "--insecure", short: "-k", summary: "the certificate is not checked"),
    Subcommand.Option(name: "--cacert", value: "FILE", summary: "certificates to trust instead"),
    Subcommand.Option(name: "--http1.1", summary: "HTTP/1.1 only"),
    Subcommand.Option(name: "--http2", summary: "HTTP/2; without TLS by prior knowledge"),
    Subcommand.Option(name: "--output", short: "-o", value: "FILE", summary: "the body goes there"),
    Subcommand.Option(name: "--remote-name", short: "-O", summary: "the same, named as in the URL"),
    Subcommand.Option(
      name: "--include", short: "-i", summary: "the heads too, also into a pipe"),
  ]

  /// These rows, and every other option of curl behind them.
  package static func rows(beside own: [Subcommand.Option]) -> [Subcommand.Option] {
    let names = Set(own.map(\.name))
    let letters = Set((own + Subcommand.common).compactMap(\.short))
    let others = CurlLine.options.filter { !names.contains("--" + $0.long) && $0.long != "json" }
    return own
      + others.map { option in
        let short = option.short.map { "-\($0)" }
        return Subcommand.Option(
          name: "--" + option.long, short: short.flatMap { letters.contains($0) ? nil : $0 },
          value: option.takesValue ? "VALUE" : nil, summary: "as curl has it", isHidden: true)
      }
  }

  /// What was said of curl's options, in order, by curl's own names.
  static func said(_ arguments: Arguments) -> [(name: String, value: String)] {
    let known = Set(CurlLine.options.map(\.long))
    return arguments.said.compactMap { name, value in
      if name == "--body-json" { return ("json", value) }
      let long = String(name.dropFirst(2))
      return known.contains(long) && long != "json" ? (long, value) : nil
    }
  }
}
