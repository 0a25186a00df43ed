import BytesAndJSON
import ExchangesAndOutcomes

/// What comments say that is no remark about one request: names, files, values, sign-in.
extension RequestFileParser {
  /// Takes it; false for any other comment.
  mutating func takeWord(_ comment: MetaComment, _ block: inout Block) -> Bool {
    switch comment.key {
    case "import": take(import: comment.value)
    case "graphql": block.isGraphQL = true
    case "auth":
      let value = comment.value
      let end = value.first { source.bytes[$0].isBlank } ?? value.upperBound
      let scheme = source.text(value.lowerBound..<end).lowercased()
      take(signIn: scheme, source.trimmed(end..<value.upperBound), comment, &block)
    case "basic", "bearer": take(signIn: comment.key, comment.value, comment, &block)
    case "query", "variables":
      guard source.starts(comment.value, with: "<") else { return false }
      block.problems.append(
        RequestFileProblem(
          source.place(at: comment.place),
          .notDone("'@\(comment.key) \(source.text(comment.value))'", instead: "write the query")))
    case "var", "global", "const": readVariable(comment: comment.value)
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

  /// `# @auth bearer TOKEN`, `# @basic USER PASSWORD`; other schemes are not done here, and any other
  /// word is only a remark.
  private func take(
    signIn scheme: String, _ value: Range<Int>, _ comment: MetaComment, _ block: inout Block
  ) {
    guard ["bearer", "basic"].contains(scheme), !value.isEmpty else {
      guard ["oauth2", "apikey", "api-key", "digest", "command", "aws"].contains(scheme) else {
        return
      }
      let written = "'@\(comment.key) \(source.text(comment.value))'"
      block.problems.append(
        RequestFileProblem(
          source.place(at: comment.place),
          .notDone(written, instead: "write the header it comes to")))
      return
    }
    let start = Template(pieces: [.text(scheme.prefix(1).uppercased() + scheme.dropFirst() + " ")])
    block.signIn = FileRequest.Field(
      name: Template(pieces: [.text("Authorization")]), value: start + Template(source, value),
      place: source.place(at: value.lowerBound))
  }

  /// `file NAME VALUE`, `NAME = VALUE`: what other editors say in a comment.
  private mutating func readVariable(comment range: Range<Int>) {
    func word(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound..<(range.first { !source.bytes[$0].isVariableByte } ?? range.upperBound)
    }
    var name = word(range)
    var rest = source.trimmed(name.upperBound..<range.upperBound)
    let isScope = ["file", "request", "global"].contains(source.text(name))
    if isScope, !source.starts(rest, with: "=") {
      name = word(rest)
      rest = source.trimmed(name.upperBound..<rest.upperBound)
    }
    if source.starts(rest, with: "=") { rest = source.trimmed(rest.dropFirst()) }
    guard !name.isEmpty, !rest.isEmpty else { return }
    variables.append(
      RequestFile.Variable(
        name: source.text(name), value: Template(source, rest),
        place: source.place(at: name.lowerBound)))
  }
}
