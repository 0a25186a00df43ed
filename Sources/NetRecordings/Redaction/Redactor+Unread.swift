import LosslessJSON
import NetEngine

extension Redactor {
  /// A body in which no secret can be seen, be there one or none.
  public struct Unread: Sendable, Hashable {
    /// Such as `response.body`.
    public var path: String
    /// Its type, as far as one is said.
    public var type: String
    /// How many bytes it has.
    public var count: Int
  }

  /// What of an exchange is neither text nor anything that could be undone: images, archives,
  /// bodies in a coding nobody knows.
  ///
  /// It is searched like all the rest, but that nothing was found there says nothing.
  public func unread(in exchange: Exchange) -> [Unread] {
    var found: [Unread] = []
    add(exchange.request, "request.body", to: &found)
    if let fromApp = exchange.fromApp { add(fromApp, "fromApp.body", to: &found) }
    if let response = exchange.response { add(response, "response", to: &found) }
    if let response = exchange.toApp?.response { add(response, "toApp", to: &found) }
    return found
  }

  private func add(_ request: HTTPRequest, _ path: String, to found: inout [Unread]) {
    let type = request.headers["Content-Type"].flatMap { MediaType($0) }
    switch request.body {
    case .bytes(let body): add(body, type, path, to: &found)
    case .multipart(let parts):
      for case .bytes(let body) in parts.segments { add(body, type, path, to: &found) }
    case .none, .file: break
    }
  }

  private func add(_ response: Response, _ part: String, to found: inout [Unread]) {
    for (index, hop) in response.hops.enumerated() {
      let type = hop.headers["Content-Type"].flatMap { MediaType($0) }
      add(hop.body, type, "hops.\(index + 1).\(part).body", to: &found)
    }
    add(response.body, response.mediaType, "\(part).body", to: &found)
    // Coded bytes say what the body says, unless they could not be undone to their end.
    if response.wire != response.body, !response.isComplete || response.body.isEmpty {
      add(response.wire, nil, "\(part).wire", to: &found)
    }
  }

  private func add(_ body: Body, _ type: MediaType?, _ path: String, to found: inout [Unread]) {
    guard !body.isEmpty, !Self.isReadable(body, type) else { return }
    found.append(Unread(path: path, type: type?.essence ?? "", count: body.count))
  }

  private static func isReadable(_ body: Body, _ type: MediaType?) -> Bool {
    if body.isUTF8, !body.withUnsafeBytes({ $0.contains(0) }) { return true }
    if type?.saysText == true, !body.withUnsafeBytes({ $0.contains(0) }) { return true }
    return WideText(body, type) != nil
  }
}
