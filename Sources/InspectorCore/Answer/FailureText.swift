import NetEngine

/// What a failure says to a person: what happened with its numbers, and what to do next.
struct FailureText: Sendable, Hashable {
  var message: String
  var hint: String

  init(_ error: NetError) {
    switch error {
    case .requestMapping(let problem):
      message =
        "the \(problem.part.words) cannot be sent: '\(problem.text)' \(problem.reason.words)"
      hint = "nothing was sent; correct the request and fire again"
    case .parameterEncoding(let cause):
      message = "the parameters cannot be encoded: \(cause)"
      hint = "nothing was sent; correct the request and fire again"
    case .cancelled:
      message = "cancelled"
      hint = "r fires it again"
    case .transport(let failure):
      self = FailureText(failure)
    case .statusCode(let response):
      message = "status \(response.statusCode) is outside what was asked for"
      hint = "the answer is complete: read its body below"
    case .sequence(let step, let cause):
      message = "step \(step) of the sequence failed: \(FailureText(cause).message)"
      hint = FailureText(cause).hint
    case .plugin(let name, let cause):
      message = "the plugin '\(name)' failed: \(cause)"
      hint = "the plugin's own message says what to change"
    case .limit(let exceeded, _):
      let found = exceeded.found.map { ", found \(Units.grouped($0))" } ?? ""
      message =
        "the limit \(exceeded.limit.rawValue) is \(Units.grouped(exceeded.allowed))\(found)"
      hint = "raise limits.\(exceeded.limit.rawValue) if this answer is to be trusted"
    case .underlying(let cause, _):
      message = "\(cause)"
      hint = "the closure that threw this knows more"
    }
  }

  private init(_ failure: TransportError) {
    let after = failure.elapsed.map { " after \(Units.time(microseconds: $0))" } ?? ""
    let detail = failure.detail.isEmpty ? "" : ": \(failure.detail)"
    message = "\(failure.kind.kind.words) while \(failure.phase.rawValue)\(after)\(detail)"
    hint =
      switch failure.kind {
      case .dns: "check the host name, and that this machine can look names up"
      case .connect: "check that a server listens at this address and port"
      case .tls: "check the certificate and the host name; https needs a TLS port"
      case .timeout: "fire again, or raise the timeout of this request"
      case .reset, .empty: "the server closed the connection: its log may say why"
      case .protocol: "what came is shown as it came; is this an HTTP server?"
      case .truncated: "what arrived is shown and marked; fire again"
      case .decode: "the bytes are shown as they came; the server's coding is wrong"
      case .redirect: "look at the hops; the last Location is not followed"
      case .cancelled: "r fires it again"
      case .limit(let exceeded): "raise limits.\(exceeded.limit.rawValue)"
      case .miss: "record this request, or fire it live"
      case .storage: "check that the file can be written and the disk has room"
      }
  }
}

extension SetupProblem.Part {
  fileprivate var words: String {
    switch self {
    case .url: "URL"
    case .method: "method"
    case .body: "body"
    case .headerName: "header name"
    case .headerValue(let name): "header \(name)"
    case .multipartName: "part name"
    case .multipartFileName: "part's file name"
    case .multipartType: "part's type"
    case .multipartBoundary: "boundary"
    case .file: "file"
    }
  }
}

extension SetupProblem.Reason {
  fileprivate var words: String {
    switch self {
    case .forbiddenByte(let byte, let place):
      "holds the byte 0x\(hexText(Int(byte), digits: 2)) at \(place)"
    case .empty: "is empty"
    case .noScheme: "has no scheme: http:// or https://"
    case .noHost: "has no host"
    case .unsupportedScheme(let scheme): "has the scheme '\(scheme)': only http and https"
    case .badPort(let port): "has the port '\(port)': 1 to 65535"
    case .tooLong(let allowed): "is longer than \(Units.grouped(allowed)) bytes"
    case .combination(let other): "does not go with \(other)"
    case .unreadable(let words): "cannot be read: \(words)"
    }
  }
}
