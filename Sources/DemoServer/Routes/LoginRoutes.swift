import LosslessJSON

extension Route {
  /// A login and what needs its token: a chain of requests.
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
      let generation = request.memory?.value(generations) ?? 0
      let token = JSONText.quote("demo.\(generation).\(hash(of: name)).\(name)")
      return .json(
        #"{"status":"ok","msg":"","data":{"token":\#(token),"name":\#(JSONText.quote(name))}}"#)
    }.speaking("default").sendingJSON(#"{"name":"ada","password":"secret"}"#),
    Route(
      "GET", "/orders", "orders (token)", .login,
      "The list needs the token from the login; without it 401 and a session that has ended."
    ) { request in
      guard hasToken(request) else { return sessionEnded(status: 401) }
      let orders = [11, 12, 13].map { #"{"id":\#($0),"title":"Order \#($0)"}"# }
      return .json(#"{"status":"ok","msg":"","data":\#(JSONText.array(orders))}"#)
    }.speaking("default").needing(.token),
    Route(
      "GET", "/orders/{id}", sample: "/orders/11", "order (token)", .login,
      "The detail of a list's item; an id the list does not have is a business failure."
    ) { request in
      guard hasToken(request) else { return sessionEnded(status: 200) }
      let id = request.number("id", in: 0...9_999, default: 0)
      guard (11...13).contains(id) else {
        return .json(#"{"status":"order_not_found","msg":"No order \#(id).","data":null}"#)
      }
      return .json(
        #"{"status":"ok","msg":"","data":{"id":\#(id),"title":"Order \#(id)","total":"19.90"}}"#)
    }.speaking("default").needing(.token),
    Route(
      "POST", "/login/expire", "expire all tokens", .login,
      "Every token given so far stops working."
    ) { request in
      let generation = request.memory?.next(generations) ?? 0
      return .json(#"{"status":"ok","msg":"","data":{"generation":\#(generation)}}"#)
    }.speaking("default"),
  ]

  private static let generations = "tokenGeneration"

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

  private static func hash(of name: String) -> String {
    String(SHA256.digest(of: Array(name.utf8)).hex.prefix(8))
  }

  /// A token names its user and its generation; the server stores none.
  private static func hasToken(_ request: Request) -> Bool {
    guard let value = request.header("Authorization"), value.hasPrefix("Bearer ") else {
      return false
    }
    let parts = value.dropFirst(7).split(separator: ".", maxSplits: 3)
    guard parts.count == 4, parts[0] == "demo", let generation = Int(digits: parts[1].utf8),
      parts[2] == hash(of: String(parts[3]))
    else { return false }
    return generation >= request.memory?.value(generations) ?? 0
  }

  private static func sessionEnded(status: Int) -> Reply {
    .json(
      #"{"status":"invalid_session","msg":"Please log in again.","data":null}"#, status: status,
      fields: status == 401 ? [Field("WWW-Authenticate", #"Bearer realm="demo""#)] : [])
  }
}
