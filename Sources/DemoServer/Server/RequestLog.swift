/// The last requests a server received; older ones are forgotten.
struct RequestLog {
  private(set) var requests: [Request] = []
  private var bodyBytes = 0
  private static let requestLimit = 4_096
  private static let byteLimit = 32 * 1_024 * 1_024

  mutating func append(_ request: Request) {
    requests.append(request)
    bodyBytes += request.body.kept.count
    // Half is dropped at once: removing the first of an array costs its length.
    guard requests.count > Self.requestLimit || bodyBytes > Self.byteLimit else { return }
    let dropped = max(1, requests.count / 2)
    for request in requests[..<dropped] { bodyBytes -= request.body.kept.count }
    requests.removeFirst(dropped)
  }
}
