import NetEngine

/// A backend of one's own: what it can be asked, as values.
enum Shop: TargetType, CaseIterable {
  case catalogue, order, checkout

  var baseURL: String { "https://shop.example/api" }

  var path: String {
    switch self {
    case .catalogue: "/items"
    case .order: "/orders/7"
    case .checkout: "/checkout"
    }
  }

  var method: HTTPMethod { self == .checkout ? .post : .get }

  var task: HTTPTask {
    self == .checkout ? .requestJSONEncodable(["order": "7", "pay": "invoice"]) : .requestPlain
  }

  /// How this backend wraps its answers: `{"code": 0, "msg": "…", "data": …}`.
  var envelope: EnvelopeProfile? { .codeMsgData }

  /// What a stub answers: `S` in the program switches between these and the server.
  var sampleData: Body {
    switch self {
    case .catalogue: #"{"code":0,"msg":"","data":[{"id":1,"name":"tea"},{"id":2,"name":"cup"}]}"#
    case .order: #"{"code":0,"msg":"","data":{"id":7,"items":[1,2]}}"#
    case .checkout: #"{"code":1402,"msg":"this order is paid already","data":null}"#
    }
  }
}
