import LosslessJSON
import NetEngine

/// What comments say that is no remark about one request: names, files, values, sign-in.
extension RequestFileParser {
  /// Takes it; false for any other comment.
  mutating func takeWord(_ comment: MetaComment, _ block: inout Block) -> Bool {
    switch comment.key {
    case "import": take(import: comment.value)
    case "graphql": block.isGraphQL = true
    case "injectVariables": block.replacesVariables = true
    case "body" where source.text(comment.value) == "inline": block.isInline = true
    case "auth", "basic", "bearer":
      let words = [comment.key] + RequestMeta.names(source.text(comment.value).lowercasedASCII)
      guard words.count > 1, words.contains(where: Self.schemes.contains) else { return false }
      block.problems.append(notDone(comment, instead: "write the header it comes to"))
    case "query", "variables":
      guard source.starts(comment.value, with: "<") else { return false }
      block.problems.append(notDone(comment, instead: "write the query"))
    case "apply", "patch", "ssh", "k8s":
      guard !comment.value.isEmpty else { return false }
      block.problems.append(notDone(comment, instead: "write what it comes to"))
    case "curl-data-urlencode", "kulala-curl--data-urlencode":
      block.problems.append(notDone(comment, instead: "write the body encoded"))
    case "if", "if-not", "when", "skip-if":
      guard !comment.value.isEmpty else { return false }
      block.problems.append(notDone(comment, instead: "take the line away to send it"))
    case "var", "global", "const", "global-secret", "file-secret", "request-secret":
      guard !comment.value.isEmpty else { return false }
      block.problems.append(notDone(comment, instead: "write @name = value"))
    case "name":
      let place = source.place(at: comment.value.lowerBound)
      let name = source.text(comment.value)
      if name.isEmpty {
        block.problems.append(
          RequestFileProblem(place, .badMeta("name", value: "", expected: "a name")))
      } else {
        block.name = RequestMeta.Worded(value: name, place: place)
      }
    default: return false
    }
    return true
  }

  private func notDone(_ comment: MetaComment, instead: String) -> RequestFileProblem {
    let value = comment.value.isEmpty ? "" : " " + source.text(comment.value)
    return RequestFileProblem(
      source.place(at: comment.place), .notDone("'@\(comment.key)\(value)'", instead: instead))
  }

  private static let schemes: Set<String> = [
    "bearer", "basic", "oauth2", "apikey", "api-key", "digest", "command", "aws",
  ]
}
