import LosslessJSON

extension Response {
  /// Undoes the content codings of the body; the bytes as they came stay in `wire`.
  ///
  /// What came out before a problem is the body; the problem is the answer's failure.
  package mutating func undoContentCodings() -> TransportError? {
    let codings = ContentCoding.parse(headers.values("Content-Encoding"))
    // A HEAD, a 204 and a 304 name the coding of a body that is not sent.
    if codings.isEmpty || hops.last?.method == .head || [204, 304].contains(statusCode) {
      return nil
    }
    let decoded = ContentDecoder.decode(
      wire, codings: codings, limits: request.limits.decoding,
      policy: BodyPolicy(memoryLimit: request.limits.bodyInMemory))
    body = decoded.body
    warnings += decoded.warnings.map(\.warning)
    if let failure = decoded.storageFailure {
      return TransportError(.storage, phase: .decoding, detail: "\(failure)")
    }
    return decoded.problem.map { $0.error(limits: request.limits) }
  }
}

extension Limits {
  /// The bounds a decoder knows.
  package var decoding: DecodeLimits {
    DecodeLimits(decoded: decodedBody, ratio: decodedRatio, ratioFloor: decodedRatioFloor)
  }
}

extension DecodeProblem {
  /// The problem as a failed transfer.
  package func error(limits: Limits) -> TransportError {
    switch self {
    case .tooLarge(.decodedSize, let allowed):
      TransportError(.limit(LimitExceeded(.decodedBody, allowed: allowed)), phase: .decoding)
    case .tooLarge(.ratio, let produced):
      TransportError(
        .limit(LimitExceeded(.decodedRatio, allowed: limits.decodedRatio)), phase: .decoding,
        detail: "\(produced) bytes had come out")
    case .tooManyLayers(let count, let allowed):
      TransportError(
        .decode, phase: .decoding, detail: "\(count) content codings, \(allowed) are undone")
    case .truncated, .corrupt, .tooLarge(.window, _):
      TransportError(.decode, phase: .decoding, detail: words)
    }
  }
}

extension DecodeWarning {
  /// The oddity in the engine's one list.
  var warning: Warning {
    switch self {
    case .claimedCodingIsPlain(let coding): Warning(.claimedCodingIsPlain, coding.name)
    case .unknownCoding(let name): Warning(.unknownCoding, name)
    case .trailingGarbage(let coding, let bytes):
      Warning(.trailingGarbage, "\(bytes) bytes after the \(coding.name) data")
    case .emptyEncodedBody(let coding): Warning(.emptyEncodedBody, coding.name)
    }
  }
}
