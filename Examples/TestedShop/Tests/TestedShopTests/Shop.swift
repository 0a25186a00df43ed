import NetEngine

/// The backend of `inspector demo --serve`, as an app would write it.
enum Shop: TargetType {
  case login(name: String, password: String)
  case orders(token: String)
  case order(Int, token: String)
  case user(Int)

  var baseURL: String { "http://127.0.0.1:8791" }
  var envelope: EnvelopeProfile? { .statusMsgData }

  var path: String {
    switch self {
    case .login: "/login"
    case .orders: "/orders"
    case .order(let id, _): "/orders/\(id)"
    case .user(let id): "/users/\(id)"
    }
  }

  var method: HTTPMethod {
    if case .login = self { .post } else { .get }
  }

  var task: HTTPTask {
    guard case .login(let name, let password) = self else { return .requestPlain }
    return .requestJSONEncodable(["name": name, "password": password])
  }

  var headers: Headers {
    switch self {
    case .orders(let token), .order(_, let token): ["Authorization": "Bearer \(token)"]
    case .login, .user: [:]
    }
  }
}

/// What the list and the detail have in common.
struct Order: Decodable {
  var id: Int
  var title: String
}

struct Token: Decodable {
  var token: String
}
