extension ContentDecoder {
  /// A decoded body and all that is to be said about it.
  package struct Decoded: Sendable {
    /// What came out, to its end or to where the problem is.
    package var body: Body
    package var problem: DecodeProblem?
    package var warnings: [DecodeWarning] = []
    /// The disk's error, when the decoded body had to be spilled and could not.
    package var storageFailure: BodyError?
  }

  /// Decodes a whole body; without a coding to take off it is the same body, not a copy.
  package static func decode(
    _ wire: Body, codings: [ContentCoding], limits: DecodeLimits = .standard,
    policy: BodyPolicy = .standard
  ) -> Decoded {
    if codings.isEmpty { return Decoded(body: wire) }
    let decoder = ContentDecoder(codings: codings, limits: limits)
    var builder = BodyBuilder(policy: policy)
    var decoded = Decoded(body: .empty)
    do throws(BodyError) {
      try wire.withUnsafeBytes { bytes throws(BodyError) in
        try decoder.pushAll(bytes, into: &builder)
      }
    } catch {
      decoded.storageFailure = error
    }
    decoded.problem = decoder.problem
    decoded.warnings = decoder.warnings
    decoded.body = decoder.isPassThrough ? wire : builder.finish()
    return decoded
  }

  private func pushAll(
    _ bytes: UnsafeRawBufferPointer, into builder: inout BodyBuilder
  ) throws(BodyError) {
    // A small piece first: it shows whether the rest is plain and need not be copied at all.
    let first = UnsafeRawBufferPointer(rebasing: bytes.prefix(8 << 10))
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(first.count))
    for piece in [first, rest] where !isPassThrough {
      guard try push(piece, into: { output throws(BodyError) in try builder.append(output) }) else {
        break
      }
    }
    _ = try finish { output throws(BodyError) in try builder.append(output) }
  }
}
