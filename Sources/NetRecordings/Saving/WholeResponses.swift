import LosslessJSON
import NetEngine

/// Responses in memory, to be saved in place of those whose body a recording has cut.
package struct WholeResponses: Sendable {
  private var bySize: [Int: [Response]] = [:]

  package init(_ responses: [Response]) {
    for response in responses
    where response.keptPartOf == nil && response.body.count > Exchange.bodyStart {
      bySize[response.body.count, default: []].append(response)
    }
  }

  /// Puts the whole body back, where one with its size and its hash is in memory.
  func complete(_ exchange: inout Exchange) {
    guard let size = exchange.truncatedFrom, let hash = exchange.bodyHash,
      let whole = bySize[size]?.first(where: { $0.body.sha256.hex == hash })
    else { return }
    exchange.result = exchange.result?.map { $0.completed(by: whole) }
      .mapError { $0.mapResponse { $0.completed(by: whole) } }
    (exchange.truncatedFrom, exchange.bodyHash) = (nil, nil)
  }
}

extension WholeResponses: Hashable {
  /// All are equal: they change what is kept of an exchange, not which exchanges are saved.
  package static func == (left: WholeResponses, right: WholeResponses) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

extension Response {
  fileprivate func completed(by whole: Response) -> Response {
    var copy = self
    (copy.body, copy.wire, copy.ownStep) = (whole.body, whole.wire, whole.ownStep)
    (copy.keptPartOf, copy.keptPartHash, copy.keptWireOf, copy.outline) = (nil, nil, nil, nil)
    return copy
  }
}
