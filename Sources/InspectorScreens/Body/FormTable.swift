import NetEngine

/// The decoded fields of a form, a row each: `a=1+2&b=%2B` reads `a: 1 2` and `b: +`.
enum FormTable {
  /// Longer forms show without a table.
  private static let mostBytes = 64 << 10
  private static let mostFields = 500

  /// The fields of the body and of the URL's query; none where decoding changes nothing.
  static func sections(of request: HTTPRequest) -> [TextSection] {
    let query = request.url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return table(body(of: request) ?? "", "body") + table(String(query), "query")
  }

  private static func body(of request: HTTPRequest) -> String? {
    guard case .bytes(let body) = request.body, body.count <= mostBytes,
      let type = request.headers["Content-Type"].flatMap({ MediaType($0) }),
      type.essence == "application/x-www-form-urlencoded",
      // `curl -d '{"a": 1}'` says that its JSON is a form.
      !body.starts(with: "{".utf8), !body.starts(with: "[".utf8)
    else { return nil }
    return String(validating: body.bytes, as: UTF8.self)
  }

  private static func table(_ form: String, _ place: String) -> [TextSection] {
    let pairs = form.split(separator: "&")
    guard pairs.count <= mostFields, form.utf8.contains(where: { "%+".utf8.contains($0) }) else {
      return []
    }
    var builder = TextBuilder()
    builder.addLine("the \(place), decoded", Style(.title, bold: true))
    for pair in pairs {
      let (name, value) = pair.utf8.split(at: UInt8(ascii: "="))
      builder.add(name.formDecoded, Style(.key))
      builder.addLine(value.map { ": " + $0.formDecoded } ?? "")
    }
    return [.emptyLine, builder.section]
  }
}
