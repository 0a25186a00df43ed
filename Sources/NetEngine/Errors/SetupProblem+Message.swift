import LosslessJSON

extension SetupProblem {
  /// What is wrong and with what, the text quoted.
  public var message: String {
    let quoted = "'\(String(shown: Array(shownText.utf8)))'"
    return switch (part, reason) {
    case (_, .source(let problem)): "\(problem.place): \(problem.message)"
    case (.body, .combination(let words)): words
    case (.body, _): "the \(text) body has \(words)"
    case (.file, _): "the file \(quoted) cannot be sent: \(words)"
    case (.headerValue(let name), _) where name.isSecretHeaderName:
      "\(partName) cannot be sent: \(words)"
    default: "\(partName) \(quoted) cannot be sent: \(words)"
    }
  }

  /// The text as it may be read by others; every byte stays at its place.
  private var shownText: String { part == .url ? text.withStarredSecrets : text }

  /// What to do about it.
  public var hint: String {
    if case (.headerValue(let name), .combination) = (part, reason) {
      if name.isSameHeaderName(as: "Host") {
        return "say it once, or leave it out: it is taken from the URL; nothing was sent"
      }
      return "leave the header out: the engine frames the body; nothing was sent"
    }
    return switch reason {
    case .forbiddenByte: "remove it or encode it; nothing was sent"
    case .empty: "say what to send; nothing was sent"
    case .forbiddenInHost:
      "a host is letters, digits, '-' and '.', or an address such as [::1]; nothing was sent"
    case .noScheme, .noSlashes, .noHost, .unsupportedScheme:
      "write a whole URL such as https://host/path"
    case .badAddress: "write an address such as [2001:db8::1] or [fe80::1%25eth0]"
    case .badPort: "write a port from 0 to 65535, or none"
    case .tooLong: "shorten it, or \(LimitSetting.remedy("urlLength"))"
    case .combination: "change the method or the task; nothing was sent"
    case .unreadable: "check the path and its permissions; nothing was sent"
    case .source(let problem): problem.hint
    }
  }

  private var partName: String {
    switch part {
    case .url: "the URL"
    case .method: "the method"
    case .body: "the body"
    case .headerName: "the header name"
    case .headerValue(let name): "the value of the header \(String(shown: Array(name.utf8)))"
    case .multipartName: "the multipart name"
    case .multipartFileName: "the multipart file name"
    case .multipartType: "the multipart type"
    case .multipartBoundary: "the multipart boundary"
    case .file: "the file"
    }
  }

  /// What is wrong, for a sentence that names the part elsewhere.
  package var words: String {
    switch reason {
    case .forbiddenByte(let byte, let place): "\(byte.spelled) at byte \(place)"
    case .empty: "nothing in it"
    case .noScheme: "no http:// or https:// in front"
    case .noSlashes(let place): "no '//' at byte \(place), behind the scheme"
    case .noHost(let place): "no host at byte \(place)"
    case .forbiddenInHost(let byte, let place): "\(byte.spelled) at byte \(place), in the host"
    case .badAddress(let address):
      "'\(String(shown: Array(address.utf8)))' is not an IPv6 address"
    case .unsupportedScheme(let scheme):
      "the scheme '\(String(shown: Array(scheme.utf8)))' is not http or https"
    case .badPort(let port):
      "the port '\(String(shown: Array(port.utf8)))' is not a number up to 65535"
    case .tooLong(let allowed): "it is longer than \(allowed) bytes"
    case .combination(let words): words
    case .unreadable(let words): words
    case .source(let problem): problem.message
    }
  }
}

extension UInt8 {
  /// A byte by the name people use for it.
  fileprivate var spelled: String {
    switch self {
    case 0: "NUL"
    case 9: "a tab"
    case 10: "a line feed"
    case 13: "a carriage return"
    case 27: "an escape character"
    case 32: "a space"
    case 0x21..<0x7f: "'\(Character(Unicode.Scalar(self)))'"
    default: "byte 0x" + (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true)
    }
  }
}
