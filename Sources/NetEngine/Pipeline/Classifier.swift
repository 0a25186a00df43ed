import LosslessJSON

/// The one function that says what an answer means.
///
/// Screens, commands, the re-check of stored sessions and the operators of calls all go through it;
/// it looks at nothing but its arguments.
public enum Classifier {
  /// Runs the pipeline over an answer or a failed transfer.
  ///
  /// A failure that comes with a whole answer, such as a validation's, still shows its envelope.
  public static func classify(
    _ result: Result<Response, NetError>, _ pipeline: Pipeline
  ) -> Outcome {
    classify(result, pipeline, document: nil)
  }

  /// The same with the answer's document, for a caller who has read it before.
  package static func classify(
    _ result: Result<Response, NetError>, _ pipeline: Pipeline, document: JSONDocument?
  ) -> Outcome {
    switch result {
    case .success(let response) where response.statusCode == 101:
      // The connection has become something else, as a WebSocket does.
      let steps = pipeline.stepNames.map { name in
        Outcome.StepResult(name, .notApplied("a tunnel, no response"))
      }
      return Outcome(kind: .ok, steps: steps, response: response)
    case .success(let response):
      var run = ClassifierRun(response: response, pipeline: pipeline, known: document)
      run.filter()
      run.unpack()
      return run.outcomeOfMapping()
    case .failure(let error):
      guard let response = error.response, response.isComplete else {
        let steps = pipeline.stepNames.map { Outcome.StepResult($0, .notReached) }
        return Outcome(kind: error.kind, steps: steps, error: error, response: error.response)
      }
      var run = ClassifierRun(response: response, pipeline: pipeline, known: document)
      if response.ownStepError == nil { run.refuse(error) } else { run.filter() }
      run.unpack()
      return run.outcomeOfMapping()
    }
  }
}

/// One run of the pipeline over one answer.
///
/// After a failure the other steps are not reached; the document and the envelope are read all the
/// same, for they are what a person wants to see then.
private struct ClassifierRun {
  typealias State = Outcome.StepResult.State

  package let response: Response
  let pipeline: Pipeline
  private var outcome: Outcome
  /// The document somebody has read already.
  private let known: JSONDocument?
  /// The body's document, parsed once, be it broken; not shown where the body is no JSON at all.
  private var document: JSONDocument?
  /// The document as a value, once it was read without fault.
  private var json: JSON?

  init(response: Response, pipeline: Pipeline, known: JSONDocument?) {
    self.known = known
    self.response = response
    self.pipeline = pipeline
    outcome = Outcome(kind: .ok, steps: [], response: response)
  }

  mutating func filter() {
    let response = response
    let isAccepted = pipeline.accepts(response.statusCode)
    step(pipeline.filterName) {
      // What nobody has sent, a file, has none that could be looked at.
      if isAccepted, response.statusCode == 0 { return .notApplied("no status") }
      return isAccepted ? .passed("\(response.statusCode)") : .failed(.statusCode(response))
    }
  }

  /// Somebody has refused the answer before: the target's validation, or a plugin.
  mutating func refuse(_ error: NetError) {
    var name = pipeline.filterName
    if case .statusCode = error, pipeline.accepts(response.statusCode) { name = "validation" }
    if error.kind == .plugin || error.kind == .sequence { name = error.kind.rawValue }
    step(name) { .failed(error) }
  }

  /// Somebody's own step, where one has run.
  mutating func unpack() {
    guard let ownStep = response.ownStep else { return }
    let response = response
    step(ownStep.name) {
      response.ownStepError.map { .failed($0) } ?? .passed(ownStep.summary(response.body))
    }
  }

  /// The steps after the filter and the own one.
  mutating func outcomeOfMapping() -> Outcome {
    if response.keptPartOf != nil { return outcomeOfPart() }
    map(resolved())
    readEnvelope()
    if case .object(let path) = pipeline.mapping { mapObject(path) }
    return outcome
  }

  /// The beginning of a body judges nothing: the part that would decide may be missing.
  private mutating func outcomeOfPart() -> Outcome {
    let why = missingPart
    if let outline = response.outline {
      document = JSONDocument(outline)
      json = document?.json
    }
    for name in pipeline.stepNames.dropFirst() {
      if name == "envelope", json != nil || pipeline.profile?.rule == .httpStatus {
        readEnvelope()
        outcome.document = nil
      } else {
        step(name) { .notApplied(why) }
      }
    }
    return outcome
  }

  private var missingPart: String {
    "the recording keeps \(response.body.count) of \(response.bodySize) bytes"
  }

  private mutating func step(_ name: String, _ state: () -> State) {
    guard outcome.error == nil else {
      return outcome.steps.append(Outcome.StepResult(name, .notReached))
    }
    let state = state()
    outcome.steps.append(Outcome.StepResult(name, state))
    if case .failed(let error) = state {
      outcome.error = error
      outcome.kind = error.kind
    }
  }

  /// What `auto` means for this body; `auto` itself where it turns out to be text, or only bytes.
  private mutating func resolved() -> Pipeline.Mapping {
    guard pipeline.mapping == .auto else { return pipeline.mapping }
    if response.body.isEmpty { return .none }
    if response.mediaType?.isJSON == true { return .json }
    if ImageInfo(response.body) != nil { return .image }
    guard response.body.looksLikeJSON else { return .auto }
    parse()
    // Many a text starts with a bracket: only a document that is one, or is too deep, counts.
    return document?.error == nil || document?.error?.limit != nil ? .json : .auto
  }

  private mutating func parse() {
    guard document == nil else { return }
    // What has no body by its nature is null, as it is to `mapJSON`.
    if response.body.isEmpty {
      if response.hasNoBodyByNature { json = .some(nil) }
      return
    }
    document = known ?? response.document
    if document?.error == nil { json = document?.json }
  }

  private mutating func map(_ mapping: Pipeline.Mapping) {
    let response = response
    let name = mapping == .none && pipeline.mapping == .auto ? "map" : mapping.stepName
    switch mapping {
    case .none:
      step(name) { .notApplied(response.body.isEmpty ? "no body" : "the body is not read") }
    case .auto: mapText()
    case .json, .object: mapJSON(name)
    case .string: step(name) { Self.state { () throws(NetError) in try response.textSummary } }
    case .stringAt(let path):
      mapJSON(name) { (json) throws(NetError) in
        "'\(try response.string(at: path, of: json).shortened)'"
      }
    case .image:
      step(name) { Self.state { () throws(NetError) in try response.mapImage().summary } }
    }
  }

  private mutating func mapText() {
    let text = try? response.textSummary
    let bytes = "\(response.body.count) bytes that are no text"
    step(text == nil ? "map" : "mapString") { .passed(text ?? bytes) }
  }

  private mutating func mapJSON(
    _ name: String, _ summary: (JSON) throws(NetError) -> String = { $0.summary }
  ) {
    parse()
    outcome.document = document
    let (response, json, error, document) = (response, json, document?.error, document)
    step(name) {
      if let error { return .failed(response.netError(error)) }
      guard let json else { return .failed(response.mappingError(.json, .empty)) }
      let mark = document?.hasMark == true ? TextDecoding.markWords : ""
      return Self.state { () throws(NetError) in try summary(json) + mark }
    }
  }

  private mutating func readEnvelope() {
    guard let profile = pipeline.profile else {
      return step("envelope") { .notApplied("no profile") }
    }
    let response = response
    if response.hasNoEnvelope(by: profile) {
      return step("envelope") { .notApplied("this response has no body by nature") }
    }
    parse()
    if json != nil { outcome.document = document }
    guard json != nil || profile.rule == .httpStatus else {
      if pipeline.profileIsKept, !pipeline.mapping.readsJSON, !response.shouldBeJSON {
        return step("envelope") { .notApplied("no envelope: \(response.bodyWords)") }
      }
      let why = response.whyNoEnvelope
      return step("envelope") { .failed(response.mappingError(.envelope, .notAnEnvelope(why))) }
    }
    var envelope = Envelope(
      json ?? JSONDocument([]).json, profile: profile, statusCode: response.statusCode)
    if response.keptPartOf != nil {
      envelope.removeCutData(hasOutline: json != nil)
      if envelope.mayLackCode(in: json) {
        let why = missingPart
        return step("envelope") { .notApplied(why) }
      }
    }
    outcome.envelope = envelope
    step("envelope") {
      if let refusal = response.refusal(envelope) { return .failed(refusal) }
      return .passed(envelope.code.map { "success, code '\($0.shortened)'" } ?? "success")
    }
  }

  private mutating func mapObject(_ path: JSONPath) {
    let (response, json) = (response, json)
    step(Pipeline.Mapping.objectStepName(path)) {
      Self.state { () throws(NetError) in
        try response.value(at: path, of: json ?? nil, for: .object).summary
      }
    }
  }

  private static func state(_ body: () throws(NetError) -> String) -> State {
    do { return .passed(try body()) } catch { return .failed(error) }
  }
}

extension Response {
  /// `12 bytes of text`, counted as UTF-8.
  fileprivate var textSummary: String {
    get throws(NetError) {
      do throws(TextDecoding.Problem) {
        let count = try TextDecoding.utf8Count(body, declared: declaredCharset)
        return "\(count) bytes of text" + (TextDecoding.hasMark(body) ? TextDecoding.markWords : "")
      } catch {
        throw mappingError(.string, .text(charset: error.charset, offset: error.offset))
      }
    }
  }
}

extension Pipeline.Mapping {
  fileprivate var readsJSON: Bool {
    switch self {
    case .json, .object, .stringAt: true
    case .auto, .none, .string, .image: false
    }
  }
}

extension ImageInfo {
  /// `PNG, 640 × 480`.
  fileprivate var summary: String { "\(format.rawValue), \(width) × \(height)" }
}

extension Exchange {
  /// The outcome under a pipeline; nil until a response or an error is there.
  public func outcome(_ pipeline: Pipeline) -> Outcome? {
    result.map { Classifier.classify($0, pipeline) }
  }
}
