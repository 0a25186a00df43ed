import LosslessJSON

/// What somebody's own step has made of a body between decoding and mapping: decrypted it, for one.
///
/// The answer's body is what came out of the step, and what every mapping reads; this keeps the rest.
package struct OwnStep: Sendable, Hashable {
  /// What the step is called.
  package var name: String
  /// The body as it came; empty in a recording where what came out of it held a secret.
  package var packed: Body
  /// Why nothing came out; nil when something did.
  package var failure: String?

  /// Puts them together.
  package init(name: String, packed: Body, failure: String? = nil) {
    (self.name, self.packed, self.failure) = (name, packed, failure)
  }
}

extension Response {
  /// The body as it came, before anybody's own step.
  package var packed: Body { ownStep?.packed ?? body }

  /// The answer with what a step makes of the body that came; nil where that is none of its business.
  package func unpacked(
    by name: @autoclosure () -> String, _ make: (Body) async throws -> Body?
  ) async -> Result<Response, NetError>? {
    let packed = packed
    do {
      guard let body = try await make(packed) else { return nil }
      return .success(after(OwnStep(name: name(), packed: packed), body))
    } catch is CancellationError {
      return .failure(.cancelled)
    } catch {
      let step = OwnStep(name: name(), packed: packed, failure: NetError.text(of: error))
      let broken = after(step, packed)
      return .failure(broken.ownStepError ?? .underlying(error, broken))
    }
  }

  private func after(_ step: OwnStep, _ body: Body) -> Response {
    var copy = self
    (copy.ownStep, copy.body) = (step, body)
    return copy
  }

  /// What went wrong in somebody's own step; nil when nothing did.
  package var ownStepError: NetError? {
    guard let ownStep, let why = ownStep.failure else { return nil }
    return mappingError(.unpacked, .unpacking(step: ownStep.name, why))
  }
}

extension OwnStep {
  /// `812 bytes → 640`.
  func summary(_ body: Body) -> String {
    packed.isEmpty && !body.isEmpty
      ? "\(body.count) bytes; those that came were not kept"
      : "\(packed.count) bytes → \(body.count)"
  }
}
