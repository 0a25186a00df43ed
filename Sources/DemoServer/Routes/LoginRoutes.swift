import LosslessJSON

extension Route {
  /// Log in, use the token, let it expire, refresh it: what chains and token plugins are tried on.
  static let login: [Route] = [
    Route(
      "POST", "/login", "log in", .login,
      "Any name with the password 'secret' gets a token; anything else is a business failure."
    ) { request in
      guard let name = credential("name", in: request),
        credential("password", in: request) == "secret"
      else {
        return .json(#"{"status":"wrong_password","msg":"用户名或密码错误","data":null}"#)
      }
      return token(for: name, request)
    }.speaking("default").sendingJSON(#"{"name":"ada","password":"secret"}"#),
    Route(
      "POST", "/login/refresh", "refresh the token", .login,
      "A new token for an old one; counts how often it was asked."
    ) { request in
      guard let name = bearer(of: request)?.name else { return sessionEnded(status: 401) }
      _ = request.memory?.next("refreshes")
      return token(for: name, request)
    }.speaking("default").needing(.token),
    Route(
      "POST", "/login/expire", "expire all tokens", .login,
      "Every token given so far stops working."
    ) { request in
      let generation = request.memory?.next("tokenGeneration") ?? 0
      return .json(#"{"status":"ok","msg":"","data":{"generation":\#(generation)}}"#)
    }.speaking("default"),
    Route(
      "GET", "/orders", "orders (token)", .login,
      "The list needs the token from the login; without it 401 and a session that has ended."
    ) { request in
      guard isValid(bearer(of: request), request) else { return sessionEnded(status: 401) }
      let orders = [11, 12, 13].map { #"{"id":\#($0),"title":"Order \#($0)"}"# }
      return .json(#"{"status":"ok","msg":"","data":\#(JSONText.array(orders))}"#)
    }.speaking("default").needing(.token),
    Route(
      "GET", "/orders/{id}", sample: "/orders/11", "order (token)", .login,
      "The detail of a list's item; an id the list does not have is a business failure."
    ) { request in
      guard isValid(bearer(of: request), request) else { return sessionEnded(status: 200) }
      let id = request.number("id", in: 0...9_999, default: 0)
      guard (11...13).contains(id) else {
        return .json(#"{"status":"order_not_found","msg":"No order \#(id).","data":null}"#)
      }
      return .json(
        #"{"status":"ok","msg":"","data":{"id":\#(id),"title":"Order \#(id)","total":"19.90"}}"#)
    }.speaking("default").needing(.token),
    Route(
      "GET", "/login/refreshes", "refresh count", .login, "How often a token was refreshed."
    ) { request in
      .json(#"{"status":"ok","msg":"","data":\#(request.memory?.value("refreshes") ?? 0)}"#)
    }.speaking("default").unlisted(),
  ]

  /// A value of a JSON or form body, found without a JSON parser: these bodies are flat.
  private static func credential(_ name: String, in request: Request) -> String? {
    guard let text = request.body.text else { return nil }
    if text.hasPrefix("{") {
      let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
      guard let index = parts.firstIndex(of: Substring(name)), index + 2 < parts.count else {
        return nil
      }
      return String(parts[index + 2])
    }
    return Form.pairs(of: request.body.kept).first { $0.name == name }?.value
  }

  /// Tokens say whom they are for and which generation they belong to; nothing is stored.
  private static func token(for name: String, _ request: Request) -> Reply {
    let generation = request.memory?.value("tokenGeneration") ?? 0
    let token = "demo.\(generation).\(SHA256.digest(of: Array(name.utf8)).hex.prefix(8)).\(name)"
    let body = JSONText.object([
      ("token", JSONText.quote(token)), ("name", JSONText.quote(name)),
    ])
    return .json(#"{"status":"ok","msg":"","data":\#(body)}"#)
  }

  private static func bearer(of request: Request) -> (generation: Int, name: String)? {
    guard let value = request.header("Authorization"), value.hasPrefix("Bearer ") else {
      return nil
    }
    let parts = value.dropFirst(7).split(separator: ".", maxSplits: 3)
    guard parts.count == 4, parts[0] == "demo", let generation = Int(digits: parts[1].utf8) else {
      return nil
    }
    let name = String(parts[3])
    return SHA256.digest(of: Array(name.utf8)).hex.hasPrefix(parts[2]) ? (generation, name) : nil
  }

  private static func isValid(
    _ bearer: (generation: Int, name: String)?, _ request: Request
  ) -> Bool {
    guard let bearer else { return false }
    return bearer.generation >= request.memory?.value("tokenGeneration") ?? 0
  }

  private static func sessionEnded(status: Int) -> Reply {
    .json(
      #"{"status":"invalid_session","msg":"Please log in again.","data":null}"#, status: status,
      fields: status == 401 ? [Field("WWW-Authenticate", #"Bearer realm="demo""#)] : [])
  }
}
