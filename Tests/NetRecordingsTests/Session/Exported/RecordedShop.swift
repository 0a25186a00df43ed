// swift-format-ignore-file
import NetEngine

/// Recorded requests with their responses as samples.
enum RecordedShop: TargetType {
  /// `GET /users/{id}`
  case getUser(id: Int)
  /// `GET /users`
  case getUsers(page: String, q: String?)
  /// `GET /find`
  case getFind(queryIn: String?, page: String, queryBody: String, x: String?)
  /// `GET /echo`
  case getEcho(n: String?)
  /// `GET /users/{userId}/orders/{orderId}`
  case getUserOrder(userId: Int, orderId: String)
  /// `POST /login`
  case postLogin(body: Body)
  /// `DELETE /orders/{id}`
  case deleteOrder(id: String)
  /// `GET /`
  case get

  /// What was recorded, in its order.
  static let recorded: [RecordedShop] = [
    .getUser(id: 1),
    .getUser(id: 2),
    .getUser(id: 1),
    .getUsers(page: "1", q: nil),
    .getUsers(page: "2", q: "a%20b"),
    .getFind(queryIn: "a", page: "1", queryBody: "x", x: nil),
    .getFind(queryIn: nil, page: "2", queryBody: "z", x: "y"),
    .getEcho(n: "1"),
    .getEcho(n: nil),
    .getUserOrder(userId: 7, orderId: "018f2c4e-9c1a-7e3b-8a55-0d2f6b7c8d9e"),
    .postLogin(body: "{\"name\":\"ada\"}"),
    .postLogin(body: "{\"name\":\"bob\"}"),
    .deleteOrder(id: "007"),
    .get,
  ]

  var baseURL: String {
    switch self {
    case let .getUser(id): "https://shop.test/users/\(id)"
    case let .getUsers(page, q): "https://shop.test/users?page=\(page)&sort=name\(q.map { "&q=\($0)" } ?? "")"
    case let .getFind(queryIn, page, queryBody, x): "https://shop.test/find?\(queryIn.map { "in=\($0)&" } ?? "")all&page=\(page)&body=\(queryBody)\(x.map { "&x=\($0)" } ?? "")"
    case let .getEcho(n): "https://shop.test/echo\(n.map { "?n=\($0)" } ?? "")"
    case let .getUserOrder(userId, orderId): "https://shop.test/users/\(userId)/orders/\(orderId)"
    case .postLogin: "https://shop.test/login"
    case let .deleteOrder(id): "https://shop.test/orders/\(id)"
    case .get: "https://shop.test/"
    }
  }

  var path: String { "" }

  var name: String {
    switch self {
    case .getUser: "GET /users/{id}"
    case .getUsers: "users"
    case .getFind: "GET /find"
    case .getEcho: "GET /echo"
    case .getUserOrder: "GET /users/{userId}/orders/{orderId}"
    case .postLogin: "POST /login"
    case .deleteOrder: "DELETE /orders/{id}"
    case .get: "GET /"
    }
  }

  var method: HTTPMethod {
    switch self {
    case .getUser: "GET"
    case .getUsers: "GET"
    case .getFind: "GET"
    case .getEcho: "GET"
    case .getUserOrder: "GET"
    case .postLogin: "POST"
    case .deleteOrder: "DELETE"
    case .get: "GET"
    }
  }

  var headers: Headers {
    switch self {
    case .getUserOrder: ["Authorization": "Bearer \(Self.secret("AUTHORIZATION"))"]
    default: [:]
    }
  }

  var task: HTTPTask {
    switch self {
    case let .postLogin(body): .requestData(body)
    default: .requestPlain
    }
  }

  var sampleData: Body {
    switch self {
    case .getUser(id: 2): "{\"id\":2}"
    case .getUser: "{\"id\":1}"
    case .getUsers(page: "2", q: "a%20b"): "[2]"
    case .getUsers: "[1]"
    case .getFind(queryIn: nil, page: "2", queryBody: "z", x: "y"): "2"
    case .getFind: "1"
    case .getEcho(n: nil): "{\"n\":null}"
    case .getEcho: "{}"
    case .getUserOrder: "{}"
    case .postLogin: "{}"
    case .get: "<html>"
    default: .empty
    }
  }
}

extension RecordedShop {
  /// What was taken out of the recording: a variable of the process's environment.
  private static func secret(_ name: String) -> String {
    VariableSystem.live.environment(name) ?? ""
  }
}
