/// The one function that says what an answer means.
///
/// Screens, commands, the re-check of stored sessions and the operators of calls all go through it;
/// it looks at nothing but its arguments.
public enum Classifier {
  /// Runs the pipeline over an answer or a failed transfer.
  public static func classify(
    _ result: Result<Response, NetError>, _ pipeline: Pipeline
  ) -> Outcome {
    switch result {
    case .success(let response):
      var run = ClassifierRun(response: response, pipeline: pipeline)
      run.start()
      return run.outcome
    case .failure(let error):
      return failed(error, pipeline)
    }
  }

  /// A transfer that failed reaches no step; one that a validation refused still shows its envelope.
  private static func failed(_ error: NetError, _ pipeline: Pipeline) -> Outcome {
    guard case .statusCode(let response) = error else {
      let steps = pipeline.stepNames.map { Outcome.StepResult($0, .notReached) }
      return Outcome(kind: error.kind, steps: steps, error: error, response: error.response)
    }
    var run = ClassifierRun(response: response, pipeline: pipeline)
    run.refuse(error)
    return run.outcome
  }
}

/// One run of the pipeline over one answer.
private struct ClassifierRun {
  let response: Response
  let pipeline: Pipeline
  var outcome: Outcome
  /// The document as a value, once a step has read it without fault.
  private var json: JSON?

  init(response: Response, pipeline: Pipeline) {
    self.response = response
    self.pipeline = pipeline
    outcome = Outcome(kind: .ok, steps: [], response: response)
  }

  mutating func start() {
    filter()
    map()
    readEnvelope()
    if case .object(let path) = pipeline.mapping { mapObject(path) }
  }

  /// A validation has spoken already: the other steps are shown, not run.
  mutating func refuse(_ error: NetError) {
    step(pipeline.filterName, .failed(error))
    map()
    readEnvelope()
    if case .object(let path) = pipeline.mapping { mapObject(path) }
  }

  private var hasFailed: Bool { outcome.error != nil }

  private mutating func step(_ name: String, _ state: Outcome.StepResult.State) {
    outcome.steps.append(Outcome.StepResult(name, hasFailed ? .notReached : state))
    if case .failed(let error) = state, !hasFailed {
      outcome.error = error
      outcome.kind = error.kind
    }
  }

  private mutating func filter() {
    let code = response.statusCode
    guard pipeline.profile?.rule == .httpStatus else {
      let passes = pipeline.filter.accepts(code)
      return step(pipeline.filterName, passes ? .passed("\(code)") : .failed(.statusCode(response)))
    }
    // The profile judges 2xx and 4xx itself; nothing else is an answer to it.
    let passes = 200..<300 ~= code || 400..<500 ~= code
    step(pipeline.filterName, passes ? .passed("\(code)") : .failed(.statusCode(response)))
  }

  private mutating func map() {
    let mapping = pipeline.resolvedMapping(for: response)
    let name = mapping.stepName(pipeline.mapping)
    switch mapping {
    case .none: step(name, .notApplied(response.body.isEmpty ? "no body" : "the body is not read"))
    case .auto: step(name, .passed("\(response.body.count) bytes that are no text"))
    case .json, .object: mapJSON(name)
    case .string:
      step(
        name,
        state { () throws(NetError) in "\(try response.mapString().utf8.count) bytes of text" })
    case .stringAt(let path):
      keepDocument()
      step(
        name,
        state { () throws(NetError) in "'\(try response.mapString(atKeyPath: path).shortened)'" })
    case .image:
      step(
        name,
        state { () throws(NetError) in
          let image = try response.mapImage()
          return "\(image.format.rawValue), \(image.width) × \(image.height)"
        })
    }
  }

  private func state(_ body: () throws(NetError) -> String) -> Outcome.StepResult.State {
    do { return .passed(try body()) } catch { return .failed(error) }
  }

  private mutating func mapJSON(_ name: String) {
    if response.body.isEmpty {
      return step(
        name,
        response.hasNoBodyByNature
          ? .passed("null: \(response.statusCode) has no body")
          : .failed(response.mappingError(.json, .empty)))
    }
    keepDocument()
    if let error = outcome.document?.error {
      step(name, .failed(response.netError(error)))
    } else {
      step(name, .passed(json?.summary ?? ""))
    }
  }

  /// Parses once; a broken document is kept up to the break.
  private mutating func keepDocument() {
    guard outcome.document == nil, !response.body.isEmpty else { return }
    let document = response.document
    outcome.document = document
    if document.error == nil { json = document.json }
  }

  private mutating func readEnvelope() {
    guard let profile = pipeline.profile else {
      return step("envelope", .notApplied("no profile"))
    }
    if response.hasNoEnvelopeByNature {
      return step("envelope", .notApplied("\(response.statusCode) has none"))
    }
    keepDocument()
    guard let json else {
      let why = response.body.isEmpty ? "the body is empty" : "the body is not JSON"
      return step("envelope", .failed(response.mappingError(.envelope, .notAnEnvelope(why))))
    }
    let envelope = Envelope(json, profile: profile, statusCode: response.statusCode)
    outcome.envelope = envelope
    step(
      "envelope",
      state { () throws(NetError) in
        try response.require(envelope)
        return envelope.code.map { "success, code '\($0.escapedForMessage)'" } ?? "success"
      })
  }

  private mutating func mapObject(_ path: JSONPath) {
    let name = pipeline.mapping.objectStepName
    guard let found = json?[path: path] else { return step(name, .notReached) }
    if let error = found.error {
      step(name, .failed(response.mappingError(.object, .access(error), path: path)))
    } else {
      step(name, .passed(found.summary))
    }
  }
}

extension Response {
  /// Statuses that carry no body carry no envelope.
  fileprivate var hasNoEnvelopeByNature: Bool { hasNoBodyByNature || statusCode == 304 }
}
