import LosslessJSON
import NetEngine

/// Queries of GraphQL, which are sent as JSON.
extension RequestFileParser {
  /// Whether the request or the editor's method says so, or what should be JSON begins as a query does.
  func isGraphQL(_ request: FileRequest, _ type: String, _ lines: ArraySlice<Int>) -> Bool {
    if request.method.rawValue == "GRAPHQL" { return true }
    if request.saysGraphQL { return true }
    guard type.utf8.starts(with: "application/json".utf8), let first = lines.first else {
      return false
    }
    let word = source.bytes[text(first)].prefix { ($0 | 0x20) &- 0x61 < 26 }
    return ["query", "mutation", "subscription"].contains { word.elementsEqual($0.utf8) }
  }

  /// The variables are what stands behind the last empty line and starts with a brace; comments may
  /// stand in between.
  ///
  /// The editor that says by a header that there is a query sends variables always.
  func graphQL(_ lines: ArraySlice<Int>, _ request: FileRequest) -> FileBody {
    let all = Array(lines)
    func isComment(_ line: Int) -> Bool { source.starts(text(line), with: "#") }
    func front(_ index: Int) -> Int? { all[..<index].lastIndex { !isComment($0) } }
    let start = all.indices.last { index in
      source.starts(text(all[index]), with: "{")
        && front(index).map { text(all[$0]).isEmpty } ?? false
    }
    guard let start,
      let end = all[..<start].lastIndex(where: { !text($0).isEmpty && !isComment($0) })
    else {
      let none = Template(pieces: [.text("{}")])
      return .graphQL(query: pieces(lines), variables: request.saysGraphQL ? [.text(none)] : [])
    }
    let variables = withoutRemarks(inJSON: all[start...])
    return .graphQL(query: pieces(all[...end]), variables: pieces(variables))
  }
}

extension FileRequest {
  /// `X-Request-Type: GraphQL`, which is for the editor and not sent.
  fileprivate var saysGraphQL: Bool { header("X-Request-Type")?.lowercasedASCII == "graphql" }
}
