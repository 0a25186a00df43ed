import Foundation
// Was `import Moya`; nothing else in this file has changed.
import MoyaSpelling

enum Shop {
  case zen
  case user(Int)
  case users(count: Int, sort: String?)
  case create(name: String, tags: [String])
  case rename(id: Int, NewName)
  case form([String: Any])
  case avatar(Data, caption: String)
  case orders
}

struct NewName: Encodable {
  let name: String
}

extension Shop: TargetType {
  var baseURL: URL { URL(string: "https://shop.example.com")! }

  var path: String {
    switch self {
    case .zen:
      return "/echo"
    case .user(let id), .rename(let id, _):
      return "/users/\(id)"
    case .users, .create:
      return "/users"
    case .form:
      return "/form"
    case .avatar:
      return "/multipart"
    case .orders:
      return "/orders"
    }
  }

  var method: Moya.Method {
    switch self {
    case .zen, .user, .users, .orders:
      return .get
    case .create, .form, .avatar:
      return .post
    case .rename:
      return .patch
    }
  }

  var task: Task {
    switch self {
    case .zen, .user, .orders:
      return .requestPlain
    case .users(let count, let sort):
      var parameters: [String: Any] = ["count": count]
      parameters["sort"] = sort
      return .requestParameters(parameters: parameters, encoding: URLEncoding.queryString)
    case .create(let name, let tags):
      return .requestParameters(
        parameters: ["name": name, "tags": tags], encoding: JSONEncoding.default)
    case .rename(_, let name):
      return .requestJSONEncodable(name)
    case .form(let parameters):
      return .requestParameters(parameters: parameters, encoding: URLEncoding.httpBody)
    case .avatar(let image, let caption):
      return .uploadMultipart([
        MultipartFormData(
          provider: .data(image), name: "file", fileName: "a.png", mimeType: "image/png"),
        MultipartFormData(provider: .data(Data(caption.utf8)), name: "title"),
      ])
    }
  }

  var validationType: ValidationType {
    switch self {
    case .orders:
      return .successCodes
    default:
      return .none
    }
  }

  var sampleData: Data {
    switch self {
    case .user(let id):
      return "{\"status\": \"ok\", \"data\": {\"id\": \(id), \"name\": \"Sample\"}}".data(
        using: .utf8)!
    default:
      return Data()
    }
  }

  var headers: [String: String]? {
    ["Accept": "application/json", "X-Shop": "1"]
  }
}

extension Shop: AccessTokenAuthorizable {
  var authorizationType: AuthorizationType? {
    switch self {
    case .orders:
      return .bearer
    default:
      return nil
    }
  }
}

final class CountingPlugin: PluginType {
  private(set) var lines: [String] = []

  func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
    var request = request
    request.addValue("counted", forHTTPHeaderField: "X-Counted")
    return request
  }

  func willSend(_ request: RequestType, target: TargetType) {
    lines.append("willSend \(request.request?.httpMethod ?? "") \(target.path)")
  }

  func didReceive(_ result: Result<Moya.Response, MoyaError>, target: TargetType) {
    switch result {
    case .success(let response):
      lines.append("didReceive \(response.statusCode)")
    case .failure(let error):
      lines.append("didReceive \(error.response?.statusCode ?? 0)")
    }
  }
}
