import LosslessJSON
import NetEngine

/// What other editors do and this one does not: the request is kept, and one line says why.
extension RequestFileParser {
  /// One for each place at which a value or a sign-in is asked for that is not made here.
  func elsewhereProblems(
    of request: FileRequest, _ uses: [Template.Use]
  ) -> [RequestFileProblem] {
    guard request.aside == nil else { return [] }
    var problems: [RequestFileProblem] = []
    if let problem = Self.wayElsewhere(request) { problems.append(problem) }
    for field in request.headers {
      if let problem = Self.signIn(field) ?? Self.certificate(field) { problems.append(problem) }
    }
    for use in uses {
      guard case .dynamic(let name, _) = use.expression,
        let reason = DynamicValue.elsewhere(name, written: use.written)
      else { continue }
      problems.append(RequestFileProblem(use.place, reason))
    }
    return Array(problems.prefix(1))
  }

  /// A server that is reached by another protocol, or by no network at all.
  private static func wayElsewhere(_ request: FileRequest) -> RequestFileProblem? {
    if let problem = wayElsewhere(request.target, request.place) { return problem }
    guard let host = request.headers.last(where: { $0.name.source.isSameHeaderName(as: "Host") })
    else { return nil }
    return wayElsewhere(host.value, host.place)
  }

  private static func wayElsewhere(
    _ template: Template, _ place: FilePlace
  ) -> RequestFileProblem? {
    // As nearly all of them begin: with a path, a variable, or a host of HTTP.
    guard let letter = template.firstByte, (letter | 0x20) &- 0x61 < 26 else { return nil }
    let text = template.source
    if text.utf8.starts(with: "http://".utf8), text.utf8.dropFirst(7).first != UInt8(ascii: "u") {
      return nil
    }
    if unixWays.contains(where: { text.utf8.starts(with: $0.utf8) }) {
      return RequestFileProblem(
        place, .notDone("a request over a Unix socket", instead: "write a URL with a host"))
    }
    guard let mark = text.utf8.firstPlace(of: "://".utf8) else { return nil }
    let scheme = String(Substring(text.utf8[..<mark.lowerBound])).lowercasedASCII
    return foreignSchemes.contains(scheme) ? RequestFileProblem(place, .foreignMethod(scheme)) : nil
  }

  private static let unixWays = [
    "unix:", "http://unix:/", "https://unix:/", "http+unix:", "https+unix:",
  ]

  /// What servers are called by that do not speak HTTP.
  private static let foreignSchemes: Set<String> = [
    "amqp", "amqps", "dubbo", "grpc", "grpcs", "kafka", "ldap", "ldaps", "mqtt", "mqtts", "nats",
    "pulsar", "rabbitmq", "redis", "rediss", "rocketmq", "rsocket", "smtp", "stomp", "tcp", "udp",
    "zmq",
  ]

  /// A sign-in that another editor works out from what is written there.
  private static func signIn(_ field: FileRequest.Field) -> RequestFileProblem? {
    guard let letter = field.value.firstByte, "acno".utf8.contains(letter | 0x20),
      field.name.source.isSameHeaderName(as: "Authorization")
    else { return nil }
    let words = field.value.source.utf8.split(whereSeparator: \.isBlank)
    guard words.count > 1, let name = words.first.map({ String(Substring($0)).lowercasedASCII })
    else {
      return nil
    }
    let what: String
    switch name {
    // One word behind it is a signature that is made already.
    case "aws" where words.count > 2: what = "AWS"
    case "cognito": what = "Amazon Cognito"
    case "ntlm" where words.count > 2: what = "NTLM"
    case "oauth2", "openid": what = "OAuth 2"
    default: return nil
    }
    return RequestFileProblem(
      field.place,
      .notDone("\(what) sign-in", instead: "write the header it comes to, such as Bearer {{token}}")
    )
  }

  /// A line that names a certificate of the client's, with its password: no server is to see it.
  private static func certificate(_ field: FileRequest.Field) -> RequestFileProblem? {
    guard let letter = field.name.firstByte, "cx".utf8.contains(letter | 0x20) else { return nil }
    let name = field.name.source
    let value = field.value.source.utf8
    guard ["ClientCert", "X-ClientCert"].contains(where: { name.isSameHeaderName(as: $0) }),
      ["pfx:", "cert:", "key:", "passphrase:"].contains(where: { value.starts(with: $0.utf8) })
    else { return nil }
    return RequestFileProblem(
      field.place,
      .notDone("a certificate of the client", instead: "take the line away to go without")
    )
  }
}

extension DynamicValue {
  /// Why a value that other editors make is not made here; nil for any that is, and for slips.
  static func elsewhere(_ name: String, written: String) -> RequestFileProblem.Reason? {
    let isOwn =
      names.contains(name) || name.utf8.starts(with: "$env.".utf8)
    guard !isOwn, nearest(to: name) == nil else { return nil }
    let what = "'{{\(written)}}'"
    for (start, instead) in foreign where name.utf8.starts(with: start.utf8) {
      return .notDone(what, instead: instead)
    }
    return nil
  }

  private static let foreign = [
    ("$random.", "write the value, or $random.alphabetic(8)"),
    ("$random", "write the value, or $random.alphabetic(8)"),
    ("$faker", "write the value, or $random.alphabetic(8)"),
    ("$auth.", "send the sign-in and take {{login.response.body.$.access_token}}"),
    ("$oidc", "send the sign-in and take {{login.response.body.$.access_token}}"),
    ("$aad", "send the sign-in and take {{login.response.body.$.access_token}}"),
    ("$input", "write # @prompt name and {{name}}"),
    ("$password", "write # @prompt name and {{name}}"),
    ("$pick", "write # @prompt name and {{name}}"),
    ("$projectRoot", "write the path from the request file's folder"),
    ("$historyFolder", "write the path from the request file's folder"),
    ("$exampleServer", "write the URL"),
    // A path into a list that a script has made: one request for each.
    ("$.", "write what it comes to"),
    ("$[", "write what it comes to"),
  ]
}
