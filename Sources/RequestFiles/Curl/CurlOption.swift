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

  /// A part of a request an option speaks about: its options, each with its letter, and `=` where it
  /// takes a value.
  enum Part: String, CaseIterable {
    case method = "request,X="
    case header = "header,H="
    case data = "data,d= data-ascii="
    case dataRaw = "data-raw="
    case dataBinary = "data-binary="
    case dataEncoded = "data-urlencode="
    case json = "json="
    case form = "form,F="
    case formString = "form-string="
    case user = "user,u="
    case digest = "digest"
    case bearer = "oauth2-bearer="
    case cookie = "cookie,b="
    case agent = "user-agent,A="
    case referer = "referer,e="
    case compressed = "compressed"
    case insecure = "insecure,k"
    case location = "location,L"
    case head = "head,I"
    case get = "get,G"
    case url = "url="
    case upload = "upload-file,T="
    case maxTime = "max-time,m="
    case http1 = "http1.1"
    case http2 = "http2 http2-prior-knowledge"
    case cacert = "cacert="
    case globoff = "globoff,g"
    case pathAsIs = "path-as-is"
    case range = "range,r="
    case query = "url-query="
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
    Part.allCases.flatMap { named($0.rawValue, .request($0)) } + named(ignoredWords, .ignored)
    + refusedWords.flatMap { named($0.words, .refused($0.why)) }

  private static func named(_ words: String, _ role: Role) -> [CurlOption] {
    words.split(whereSeparator: \.isWhitespace).map { word in
      let takesValue = word.last == "="
      let parts = (takesValue ? word.dropLast() : word).split(separator: ",")
      return CurlOption(
        String(parts[0]), parts.count > 1 ? parts[1].first : nil, value: takesValue, role)
    }
  }

  /// What nobody misses where it does nothing: there is no progress to be silent about, an answer that
  /// is refused ends with an exit code anyway.
  static let quiet: Set<String> = [
    "silent", "show-error", "fail", "fail-with-body", "fail-early", "no-buffer", "progress-bar",
    "no-progress-meter", "disable", "basic", "include", "output", "remote-name", "create-dirs",
    "connect-timeout", "max-redirs",
  ]
}
