import LosslessJSON

/// What a request asked for, and what came in its place.
extension Response {
  /// Whether a body that is no JSON is a failure of the backend's, and not what was asked for.
  ///
  /// A gateway answers with a page or a line of text whatever was asked, so those count as soon as
  /// the request speaks JSON itself; nobody answers with an image by mistake.
  var shouldBeJSON: Bool {
    if let type = mediaType, type.isJSON { return true }
    if body.isEmpty { return mediaType == nil }
    if body.looksLikeJSON, couldBeGateways { return true }
    let accepted = request.acceptedTypes
    if let type = mediaType?.essence, accepted.contains(type) { return false }
    if accepted.contains(where: \.isJSONType) { return true }
    return accepted.isEmpty && couldBeGateways
      && request.headers.values("Content-Type").contains { MediaType($0)?.isJSON == true }
  }

  private var couldBeGateways: Bool {
    guard let type = mediaType?.essence else { return true }
    return ["text/html", "text/plain", "application/xhtml+xml"].contains(type)
  }

  /// `image/png`, or what is known of a body without a type.
  var bodyWords: String {
    if body.isEmpty { return "the body is empty" }
    return mediaType.map { "the body is \($0.essence.shortened)" } ?? "the body is not JSON"
  }

  /// Why a body holds no envelope where one is expected: a page in its own words.
  var whyNoEnvelope: String {
    if body.isEmpty { return "the body is empty" }
    guard let type = mediaType?.essence, type.hasSuffix("html") || type.hasSuffix("xhtml+xml")
    else { return "the body is not JSON" }
    let title = PageTitle.of(body).map { ", '\($0.shortened(to: 60))'," } ?? ""
    return "the body is a page\(title) and not JSON"
  }
}

extension HTTPRequest {
  /// The types it names in `Accept`, in small letters; `*/*` names none.
  fileprivate var acceptedTypes: [String] {
    headers.values("Accept").flatMap {
      $0.utf8.split(separator: UInt8(ascii: ","))
    }.compactMap { part in
      guard let type = MediaType(String(Substring(part))), !type.essence.hasSuffix("/*"),
        type.parameters["q"].flatMap(Double.init) != 0
      else { return nil }
      return type.essence
    }
  }
}

extension String {
  fileprivate var isJSONType: Bool { hasSuffix("/json") || hasSuffix("+json") }
}

/// The title of a page, as its author wrote it.
enum PageTitle {
  /// A title stands near the start, or the page has a longer head than is read for it.
  private static let window = 16_384

  static func of(_ body: Body) -> String? {
    let bytes = body[0..<min(body.count, window)]
    let small = bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    guard let open = small.firstPlace(of: "<title".utf8)?.upperBound,
      let start = small[open...].firstIndex(of: UInt8(ascii: ">")),
      let end = small[start...].firstPlace(of: "</title".utf8)?.lowerBound
    else { return nil }
    let words = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
