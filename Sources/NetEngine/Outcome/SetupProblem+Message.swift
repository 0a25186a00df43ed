extension SetupProblem {
  /// What is wrong, for a sentence that names the part elsewhere.
  var words: String {
    switch reason {
    case .forbiddenByte(let byte, let place): "\(byte.spelled) at byte \(place)"
    case .empty: "nothing there"
    case .noScheme: "no http:// or https:// in front"
    case .noHost: "no host"
    case .unsupportedScheme(let scheme): "the scheme '\(scheme)' is not http or https"
    case .badPort(let port):
      "the port '\(String(shown: Array(port.utf8)))' is not a number up to 65535"
    case .tooLong(let allowed): "longer than \(allowed) bytes"
    case .combination(let words): words
    case .unreadable(let words): words
    }
  }
}

extension UInt8 {
  /// A byte by the name people use for it.
  var spelled: String {
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
