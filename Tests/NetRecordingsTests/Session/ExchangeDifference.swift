import NetEngine
import TestSupport

extension Exchange {
  /// The first thing in which two exchanges differ; nil when they are the same.
  func difference(from other: Exchange) -> String? {
    if sequence != other.sequence { return "sequence \(sequence) \(other.sequence)" }
    if !name.utf8.elementsEqual(other.name.utf8) { return "name \(name) \(other.name)" }
    if startedAt != other.startedAt { return "startedAt \(startedAt) \(other.startedAt)" }
    if request != other.request {
      return "request:\n\(request)\n\(other.request)\n\(request.headers.map(\.source))"
    }
    let sources = zip(request.headers, other.request.headers).first { $0.source != $1.source }
    if let sources { return "source \(sources)" }
    if let text = Self.difference(result, other.result) { return text }
    if let text = Self.difference(toApp, other.toApp) { return "to the app: \(text)" }
    let mine = "\(note)|\(tags)|\(id)|\(String(describing: order))|\(redacted)|\(isMarked)"
    let its =
      "\(other.note)|\(other.tags)|\(other.id)|\(String(describing: other.order))"
      + "|\(other.redacted)|\(other.isMarked)"
    if mine != its { return "remarks \(mine) \(its)" }
    if isReplay != other.isReplay { return "isReplay" }
    if truncatedFrom != other.truncatedFrom { return "truncatedFrom" }
    return bodyHash == other.bodyHash ? nil : "bodyHash"
  }

  private static func difference(
    _ result: Result<Response, NetError>?, _ other: Result<Response, NetError>?
  ) -> String? {
    switch (result, other) {
    case (nil, nil): return nil
    case (.success(let one), .success(let two)):
      return one == two ? nil : "response:\n\(one)\n\(two)"
    case (.failure(let one), .failure(let two)):
      if case .transport(let one) = one, case .transport(let two) = two {
        return one == two ? nil : "transport error:\n\(one)\n\(two)"
      }
      if one.response != two.response { return "the error's response" }
      return "\(one.kind) \(one)" == "\(two.kind) \(two)" ? nil : "error \(one) \(two)"
    default: return "result \(String(describing: result)) \(String(describing: other))"
    }
  }
}
