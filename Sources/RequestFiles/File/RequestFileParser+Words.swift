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
    case "auth": take(auth: comment, &block)
    case "basic", "bearer":
      block.signIn = signIn(comment.key, comment.value, comment) ?? block.signIn
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
      let isSecret = comment.key.hasSuffix("-secret")
      if let secret = readVariable(comment: comment.value, isSecret) {
        block.meta.secrets.append(secret)
      }
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

  /// `# @auth bearer TOKEN`, of this request; `file` or `global` in front says it of those that follow
  /// and have none of their own, and `none` is one of their own.
  private mutating func take(auth comment: MetaComment, _ block: inout Block) {
    func word(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound..<(range.first { source.bytes[$0].isBlank } ?? range.upperBound)
    }
    var first = word(comment.value)
    var rest = source.trimmed(first.upperBound..<comment.value.upperBound)
    let scope = source.text(first).lowercasedASCII
    if RequestMeta.isScope(scope), !rest.isEmpty {
      first = word(rest)
      rest = source.trimmed(first.upperBound..<rest.upperBound)
    }
    let scheme = source.text(first).lowercasedASCII
    let said = scheme == "none" ? SignIn.declined : signIn(scheme, rest, comment)
    guard let said else { return }
    if ["file", "global"].contains(scope) {
      signIns[scope] = said
    } else {
      block.signIn = said
    }
  }

  /// `bearer TOKEN`, `basic USER PASSWORD`; other schemes are not done here, and any other word is only
  /// a remark.
  private func signIn(_ scheme: String, _ value: Range<Int>, _ comment: MetaComment) -> SignIn? {
    guard ["bearer", "basic"].contains(scheme), !value.isEmpty else {
      guard ["oauth2", "apikey", "api-key", "digest", "command", "aws"].contains(scheme) else {
        return nil
      }
      return .problem(notDone(comment, instead: "write the header it comes to"))
    }
    let start = Template(pieces: [
      .text(scheme.prefix(1).uppercasedASCII + scheme.dropFirst() + " ")
    ])
    return .field(
      FileRequest.Field(
        name: Template(pieces: [.text("Authorization")]), value: start + Template(source, value),
        place: source.place(at: value.lowerBound)), braceProblems(value, in: .header))
  }

  /// Adds the sign-in that comments say, where the request has none; one that is not done here keeps
  /// the request back whatever it has.
  func add(_ signIn: SignIn?, to request: inout FileRequest) {
    switch signIn ?? signIns["file"] ?? signIns["global"] {
    case .field(let field, let problems)? where request.header("Authorization") == nil:
      request.headers.append(field)
      request.problems += problems
    case .problem(let problem)?: request.problems.append(problem)
    default: break
    }
  }

  /// What comments say of signing in.
  enum SignIn {
    /// The header line it stands for, and what is wrong with that.
    case field(FileRequest.Field, [RequestFileProblem])
    /// Why there is none to stand for it.
    case problem(RequestFileProblem)
    /// Nothing, whatever holds for others.
    case declined
  }

  /// Takes `file NAME VALUE`, `NAME = VALUE`, as other editors' comments say it, and gives the name of
  /// one that is secret.
  private mutating func readVariable(comment range: Range<Int>, _ isSecret: Bool) -> String? {
    var isSecret = isSecret
    func word(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound..<(range.first { !source.bytes[$0].isVariableByte } ?? range.upperBound)
    }
    var name = word(range)
    var rest = source.trimmed(name.upperBound..<range.upperBound)
    if RequestMeta.isScope(source.text(name)), !source.starts(rest, with: "=") {
      isSecret = isSecret || source.text(name).hasSuffix("-secret")
      name = word(rest)
      rest = source.trimmed(name.upperBound..<rest.upperBound)
    }
    if source.starts(rest, with: "=") { rest = source.trimmed(rest.dropFirst()) }
    guard !name.isEmpty, !rest.isEmpty else { return nil }
    variables.append(
      RequestFile.Variable(
        name: source.text(name), value: Template(source, rest),
        place: source.place(at: name.lowerBound)))
    return isSecret ? source.text(name) : nil
  }
}
