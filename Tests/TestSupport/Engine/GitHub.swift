import NetEngine

/// Targets as people write them: an enum with associated values.
package enum GitHub: TargetType, Hashable {
  case zen
  case user(String)

  package var baseURL: String { "https://api.github.com" }

  package var path: String {
    switch self {
    case .zen: "/zen"
    case .user(let name): "/users/\(name)"
    }
  }

  package var validationType: ValidationType { .successAndRedirectCodes }

  package var sampleData: Body {
    switch self {
    case .zen: "Half measures are as bad as nothing at all."
    case .user(let name): Body(#"{"login": "\#(name)", "id": 100}"#)
    }
  }
}
