import RequestFiles

/// The options of curl on our own command line: all of them are taken, some are told about.
package enum CurlOptions {
  /// What people type; letters as curl has them.
  package static let told = [
    Subcommand.Option(
      name: "--header", short: "-H", value: "LINE",
      summary: "a header line; 'Name:' removes one, 'Name;' sends it empty; may be repeated"),
    Subcommand.Option(
      name: "--data", short: "-d", value: "TEXT",
      summary: "a form body, or @FILE; several are joined with &"),
    Subcommand.Option(
      name: "--data-raw", value: "TEXT", summary: "like --data, but @ has no meaning"),
    Subcommand.Option(
      name: "--data-binary", value: "TEXT", summary: "like --data, but line ends of a file stay"),
    Subcommand.Option(
      name: "--data-urlencode", value: "TEXT", summary: "like --data, encoded: name=text, name@FILE"
    ),
    Subcommand.Option(
      name: "--form", short: "-F", value: "PART", summary: "name=value or name=@FILE;type=…"),
    Subcommand.Option(
      name: "--form-string", value: "PART", summary: "name=value; @ has no meaning"),
    Subcommand.Option(
      name: "--upload-file", short: "-T", value: "FILE",
      summary: "sends the file as the body, with PUT"),
    Subcommand.Option(name: "--get", short: "-G", summary: "puts --data into the URL"),
    Subcommand.Option(
      name: "--url-query", value: "TEXT",
      summary: "a part of the query, encoded as by --data-urlencode"),
    Subcommand.Option(
      name: "--request", short: "-X", value: "METHOD",
      summary: "the method, like METHOD before the URL"),
    Subcommand.Option(name: "--head", short: "-I", summary: "sends HEAD: the response has no body"),
    Subcommand.Option(
      name: "--user", short: "-u", value: "USER:PASS", summary: "Basic credentials"),
    Subcommand.Option(
      name: "--digest", summary: "uses --user for Digest when the server asks for it"),
    Subcommand.Option(name: "--oauth2-bearer", value: "TOKEN", summary: "a Bearer token"),
    Subcommand.Option(
      name: "--cookie", short: "-b", value: "NAME=VALUE", summary: "cookies to send"),
    Subcommand.Option(
      name: "--user-agent", short: "-A", value: "NAME", summary: "the User-Agent header"),
    Subcommand.Option(name: "--referer", short: "-e", value: "URL", summary: "the Referer header"),
    Subcommand.Option(
      name: "--range", short: "-r", value: "FROM-TO",
      summary: "asks for these bytes of the body only"),
    Subcommand.Option(
      name: "--insecure", short: "-k", summary: "does not check the certificate"),
    Subcommand.Option(name: "--cacert", value: "FILE", summary: "certificates to trust instead"),
    Subcommand.Option(name: "--http1.1", summary: "HTTP/1.1 only"),
    Subcommand.Option(name: "--http2", summary: "HTTP/2; without TLS by prior knowledge"),
    Subcommand.Option(
      name: "--output", short: "-o", value: "FILE", summary: "writes the body to this file"),
    Subcommand.Option(
      name: "--remote-name", short: "-O", summary: "writes the body to a file named as in the URL"),
    Subcommand.Option(
      name: "--include", short: "-i", summary: "writes the heads too, also into a pipe"),
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
