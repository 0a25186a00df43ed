import InspectorCommands
import InspectorScreens
import NetEngine

/// A file as something that can be asked for; nothing is sent to its address.
package nonisolated struct ViewedFile: TargetType {
  package let path: String
  /// Where the bytes are, when they come through a pipe.
  let input: ViewedPipe?

  package init(path: String, input: ViewedPipe? = nil) {
    (self.path, self.input) = (path, input)
  }

  package var baseURL: String { "" }
  package var name: String { path }
  package var method: HTTPMethod { HTTPMethod(rawValue: "FILE") }

  /// Its first rows, where they need not be waited for; nil for a pipe and what is not in memory.
  package var glimpse: Arrival? {
    guard input == nil, let descriptor = try? TextFile.open(path) else { return nil }
    return FileReading(descriptor).glimpse().map { body, total, start in
      Arrival(response(body, isWhole: false), total: total, start: start)
    }
  }

  /// Reads it whole and tells of what is there meanwhile; what came before a mishap is kept.
  func read(
    unless isCancelled: () -> Bool, tell: (Arrival) -> Void
  ) -> Result<Response, NetError> {
    let descriptor: Int32
    do throws(TextFile.Problem) {
      switch try input?.take() {
      case .kept(let body): return .success(response(body, isWhole: true))
      case .open(let open): descriptor = open
      case nil: descriptor = try TextFile.open(path)
      }
    } catch {
      return .failure(
        .requestMapping(SetupProblem(.file, .unreadable(error.what), text: error.path)))
    }
    let (body, end) = FileReading(descriptor).run(unless: isCancelled) { body, total, start in
      tell(Arrival(response(body, isWhole: false), total: total, start: start))
    }
    input?.keep(body)
    return result(body, end)
  }

  private func result(_ body: Body, _ end: FileReading.End) -> Result<Response, NetError> {
    let part = response(body, isWhole: end == .whole)
    switch end {
    case .whole: return .success(part)
    case .cancelled where body.isEmpty: return .failure(.cancelled)
    case .cancelled:
      return .failure(
        .transport(TransportError(.cancelled, phase: .receiving, response: part)))
    case .failed(let what):
      return .failure(
        .transport(
          TransportError(.truncated, phase: .receiving, detail: what, response: part)))
    }
  }

  private func response(_ body: Body, isWhole: Bool) -> Response {
    Response(
      request: HTTPRequest(method: method, url: name), hops: [Hop(url: name, method: method)],
      body: body, isComplete: isWhole)
  }
}
