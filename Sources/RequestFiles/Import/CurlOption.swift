import LosslessJSON
import NetEngine

/// An option of curl, and what becomes of it here.
struct CurlOption {
  let long: String
  let short: Character?
  let takesValue: Bool
  let role: Role

  enum Role {
    case request(Part)
    /// It changes what curl prints or how it tries, not what it sends.
    case ignored
    /// It cannot be said of one request here.
    case refused(String)
  }

  /// A part of a request an option speaks about.
  enum Part {
    case method, header, data, dataRaw, dataBinary, dataEncoded, json, form, formString, user
    case digest, bearer, cookie, agent, referer, compressed, insecure, location, head, get, url,
      upload
    case maxTime, http1, http2, cacert, globoff, pathAsIs, range, query
  }

  private init(_ long: String, _ short: Character?, value: Bool = false, _ role: Role) {
    self.long = long
    self.short = short
    takesValue = value
    self.role = role
  }

  static func long(_ name: String) -> CurlOption? {
    all.first { $0.long == name }
  }

  static func short(_ letter: Character) -> CurlOption? {
    all.first { $0.short == letter }
  }

  static let all: [CurlOption] =
    parts + ignored + refused + named(ignoredWords, .ignored)
    + refusedWords.flatMap { named($0.words, .refused($0.why)) }

  private static func named(_ words: String, _ role: Role) -> [CurlOption] {
    words.split(whereSeparator: \.isWhitespace).map { word in
      let takesValue = word.last == "="
      let parts = (takesValue ? word.dropLast() : word).split(separator: ",")
      return CurlOption(
        String(parts[0]), parts.count > 1 ? parts[1].first : nil, value: takesValue, role)
    }
  }

  private static let parts: [CurlOption] = [
    CurlOption("request", "X", value: true, .request(.method)),
    CurlOption("header", "H", value: true, .request(.header)),
    CurlOption("data", "d", value: true, .request(.data)),
    CurlOption("data-ascii", nil, value: true, .request(.data)),
    CurlOption("data-raw", nil, value: true, .request(.dataRaw)),
    CurlOption("data-binary", nil, value: true, .request(.dataBinary)),
    CurlOption("data-urlencode", nil, value: true, .request(.dataEncoded)),
    CurlOption("json", nil, value: true, .request(.json)),
    CurlOption("form", "F", value: true, .request(.form)),
    CurlOption("form-string", nil, value: true, .request(.formString)),
    CurlOption("user", "u", value: true, .request(.user)),
    CurlOption("digest", nil, .request(.digest)),
    CurlOption("oauth2-bearer", nil, value: true, .request(.bearer)),
    CurlOption("cookie", "b", value: true, .request(.cookie)),
    CurlOption("user-agent", "A", value: true, .request(.agent)),
    CurlOption("referer", "e", value: true, .request(.referer)),
    CurlOption("compressed", nil, .request(.compressed)),
    CurlOption("insecure", "k", .request(.insecure)),
    CurlOption("location", "L", .request(.location)),
    CurlOption("head", "I", .request(.head)),
    CurlOption("get", "G", .request(.get)),
    CurlOption("url", nil, value: true, .request(.url)),
    CurlOption("upload-file", "T", value: true, .request(.upload)),
    CurlOption("max-time", "m", value: true, .request(.maxTime)),
    CurlOption("http1.1", nil, .request(.http1)),
    CurlOption("http2", nil, .request(.http2)),
    CurlOption("http2-prior-knowledge", nil, .request(.http2)),
    CurlOption("cacert", nil, value: true, .request(.cacert)),
    CurlOption("globoff", "g", .request(.globoff)),
    CurlOption("path-as-is", nil, .request(.pathAsIs)),
    CurlOption("range", "r", value: true, .request(.range)),
    CurlOption("url-query", nil, value: true, .request(.query)),
  ]

  /// What nobody misses where it does nothing: there is no progress to be silent about, an answer that
  /// is refused ends with an exit code anyway.
  static let quiet: Set<String> = [
    "silent", "show-error", "fail", "fail-with-body", "fail-early", "no-buffer", "progress-bar",
    "no-progress-meter", "disable", "basic", "include", "output", "remote-name", "create-dirs",
    "connect-timeout", "max-redirs",
  ]

  private static let ignored: [CurlOption] = [
    CurlOption("silent", "s", .ignored), CurlOption("show-error", "S", .ignored),
    CurlOption("verbose", "v", .ignored), CurlOption("include", "i", .ignored),
    CurlOption("fail", "f", .ignored), CurlOption("fail-with-body", nil, .ignored),
    CurlOption("fail-early", nil, .ignored), CurlOption("remote-name", "O", .ignored),
    CurlOption("remote-header-name", "J", .ignored), CurlOption("no-buffer", "N", .ignored),
    CurlOption("progress-bar", "#", .ignored), CurlOption("no-progress-meter", nil, .ignored),
    CurlOption("create-dirs", nil, .ignored), CurlOption("disable", "q", .ignored),
    CurlOption("basic", nil, .ignored), CurlOption("ipv4", "4", .ignored),
    CurlOption("ipv6", "6", .ignored), CurlOption("tlsv1.2", nil, .ignored),
    CurlOption("tlsv1.3", nil, .ignored), CurlOption("tcp-nodelay", nil, .ignored),
    CurlOption("no-keepalive", nil, .ignored), CurlOption("ssl-no-revoke", nil, .ignored),
    CurlOption("output", "o", value: true, .ignored),
    CurlOption("write-out", "w", value: true, .ignored),
    CurlOption("dump-header", "D", value: true, .ignored),
    CurlOption("cookie-jar", "c", value: true, .ignored),
    CurlOption("stderr", nil, value: true, .ignored),
    CurlOption("trace", nil, value: true, .ignored),
    CurlOption("trace-ascii", nil, value: true, .ignored),
    CurlOption("connect-timeout", nil, value: true, .ignored),
    CurlOption("retry", nil, value: true, .ignored),
    CurlOption("retry-delay", nil, value: true, .ignored),
    CurlOption("retry-max-time", nil, value: true, .ignored),
    CurlOption("max-redirs", nil, value: true, .ignored),
    CurlOption("limit-rate", nil, value: true, .ignored),
    CurlOption("keepalive-time", nil, value: true, .ignored),
  ]

  private static let refused: [CurlOption] = [
    CurlOption("next", ":", .refused("one command is one request")),
    CurlOption("config", "K", value: true, .refused("it stands for options of a file")),
    CurlOption("ntlm", nil, .refused("only Basic, Digest and Bearer can be sent")),
    CurlOption("negotiate", nil, .refused("only Basic, Digest and Bearer can be sent")),
    CurlOption("anyauth", nil, .refused("only Basic, Digest and Bearer can be sent")),
    CurlOption(
      "aws-sigv4", nil, value: true, .refused("only Basic, Digest and Bearer can be sent")),
    CurlOption("netrc", "n", .refused("credentials are never taken from .netrc")),
    CurlOption("location-trusted", nil, .refused("credentials stay with their origin")),
    CurlOption("post301", nil, .refused("redirects follow the standard")),
    CurlOption("post302", nil, .refused("redirects follow the standard")),
    CurlOption("proxy", "x", value: true, .refused("a proxy is taken from the environment")),
    CurlOption("cert", "E", value: true, .refused("client certificates cannot be sent")),
    CurlOption("key", nil, value: true, .refused("client certificates cannot be sent")),
    CurlOption("resolve", nil, value: true, .refused("names are looked up by the system")),
    CurlOption("connect-to", nil, value: true, .refused("names are looked up by the system")),
    CurlOption("unix-socket", nil, value: true, .refused("only TCP connections can be made")),
    CurlOption("http1.0", "0", .refused("HTTP/1.1 and HTTP/2 can be spoken")),
    CurlOption("http3", nil, .refused("HTTP/1.1 and HTTP/2 can be spoken")),
    CurlOption("time-cond", "z", value: true, .refused("write the header If-Modified-Since")),
    CurlOption("form-escape", nil, .refused("names are always percent-encoded")),
  ]
}
