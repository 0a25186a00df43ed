import LosslessJSON
import NetEngine

/// Queries of GraphQL, which are sent as JSON, and the fragments a file has for them.
extension RequestFileParser {
  /// Whether the request or the editor's method says so, or what should be JSON begins as a query does.
  func isGraphQL(_ request: FileRequest, _ type: String, _ lines: ArraySlice<Int>) -> Bool {
    if request.method.rawValue == "GRAPHQL" { return true }
    if request.saysGraphQL { return true }
    guard type.utf8.starts(with: "application/json".utf8), let first = lines.first else {
      return false
    }
    let word = source.bytes[text(first)].prefix { ($0 | 0x20) &- 0x61 < 26 }
    return queryFile(first) != nil
      || ["query", "mutation", "subscription"].contains { word.elementsEqual($0.utf8) }
  }

  /// `fragment Name on Type {` in front of a request: queries that name it take it with them.
  mutating func readFragment(_ line: Int, _ end: Int) -> Int? {
    let range = text(line)
    if let (name, file) = queryFile(line) {
      add(fragment: source.text(name), file)
      return line + 1
    }
    guard source.starts(range, with: "fragment "), range.last.map({ source.bytes[$0] }) == 0x7b,
      let blank = range.dropFirst(9).first(where: { source.bytes[$0].isBlank }),
      unclosedFragments != end
    else { return nil }
    let close = (line..<end).first {
      text($0).count == 1 && source.starts(text($0), with: "}")
    }
    guard let last = close else {
      unclosedFragments = end
      return nil
    }
    let name = source.text(range.lowerBound + 9..<blank)
    let whole = source.lines[line].start..<source.lines[last].end
    add(fragment: name, .text(Template(source, whole)))
    return last + 1
  }

  /// `gql Name < ./file`: a query in a file, with the operation's name.
  private func queryFile(_ line: Int) -> (name: Range<Int>, file: FileBody.Piece)? {
    let range = text(line)
    guard source.starts(range, with: "gql "), let mark = source.first(UInt8(ascii: "<"), in: range),
      let file = file(mark..<range.upperBound)
    else { return nil }
    return (source.trimmed(range.lowerBound + 4..<mark), file)
  }

  private func query(_ lines: ArraySlice<Int>) -> (name: Template?, pieces: [FileBody.Piece]) {
    guard let first = lines.first, let (name, file) = queryFile(first) else {
      return (nil, pieces(lines))
    }
    let rest = [file] + pieces(lines.dropFirst())
    return (name.isEmpty ? nil : Template(source, name), rest)
  }

  /// The fragments a query names, behind it.
  private func fragments(of query: [FileBody.Piece]) -> [FileBody.Piece] {
    guard !fragments.isEmpty else { return [] }
    var text: [UInt8] = []
    for piece in query {
      // What a file names is known when it is read.
      guard case .text(let part) = piece else {
        return fragments.map { .fragment($0.name, $0.piece) }
      }
      text += part.source.utf8
    }
    return named(text.fragmentSpreads).flatMap { fragment in
      let end = Template(pieces: [.text("\n")])
      guard case .text(let part) = fragment.piece else {
        return [FileBody.Piece.text(end), fragment.piece]
      }
      return [.text(end + part)]
    }
  }

  /// The fragments of these names, in the order of the file.
  private func named(_ names: Set<String>) -> [(name: String, piece: FileBody.Piece)] {
    guard names.count < fragments.count else { return fragments.filter { names.contains($0.name) } }
    return names.flatMap { fragmentPlaces[$0] ?? [] }.sorted().map { fragments[$0] }
  }

  private mutating func add(fragment name: String, _ piece: FileBody.Piece) {
    fragmentPlaces[name, default: []].append(fragments.count)
    fragments.append((name, piece))
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
      let (name, query) = query(lines)
      let none = Template(pieces: [.text("{}")])
      return .graphQL(
        query: query + fragments(of: query), name: name,
        variables: request.saysGraphQL ? [.text(none)] : [])
    }
    let (name, query) = query(all[...end])
    let variables = withoutRemarks(inJSON: all[start...])
    return .graphQL(
      query: query + fragments(of: query), name: name, variables: pieces(variables))
  }
}

extension FileRequest {
  /// `X-Request-Type: GraphQL`, which is for the editor and not sent.
  fileprivate var saysGraphQL: Bool { header("X-Request-Type")?.lowercasedASCII == "graphql" }
}

extension [UInt8] {
  /// The names behind `...` in a query.
  var fragmentSpreads: Set<String> {
    var names: Set<String> = []
    var rest = self[...]
    while let found = rest.firstPlace(of: "...".utf8) {
      let name = rest[found.upperBound...].prefix {
        $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5f
      }
      names.insert(String(decoding: name, as: UTF8.self))
      rest = rest[name.endIndex...]
    }
    return names
  }
}
