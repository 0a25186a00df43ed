import NetEngine

/// Targets as people write them: an enum with associated values.
enum GitHub: TargetType, Hashable {
  case zen
  case user(String)

  var baseURL: String { "https://api.github.com" }

  var path: String {
    switch self {
    case .zen: "/zen"
    case .user(let name): "/users/\(name)"
    }
  }

  var validationType: ValidationType { .successAndRedirectCodes }

  var sampleData: Body {
    switch self {
    case .zen: "Half measures are as bad as nothing at all."
    case .user(let name): Body(#"{"login": "\#(name)", "id": 100}"#)
    }
  }
}
