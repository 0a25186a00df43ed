import NetEngine
import RequestFiles

/// What an answer means under one pipeline, and the document that was read for it.
package struct Reading: Sendable {
  package var pipeline: Pipeline
  package var outcome: Outcome
  /// The body as a document, whatever the pipeline makes of it; nil when it does not look like JSON.
  package var document: JSONDocument?
  /// What kind of envelope it may be; looked for only where no profile is set.
  package var detected: DetectedEnvelope?
  /// What was expected of it, and whether it holds; nil where nothing was.
  package var check: ExpectationCheck?
  /// The documents of a body that holds many: a line each, or the events of a stream.
  package var parts: JSONForest?

  /// What `mapString` makes of the body; nil when nothing came.
  package var text: Outcome.StepResult?

  /// Reads an answer; a document that was read before is not read again.
  ///
  /// It takes as long as the body is large: long ones are read apart from the screen.
  package init(
    _ result: Result<Response, NetError>, _ pipeline: Pipeline, document: JSONDocument? = nil,
    expecting expectations: Expectations = [], detects: Bool = true
  ) {
    self.pipeline = pipeline
    let response = result.response
    var document = document
    if document == nil, let response, response.mayBeJSON {
      document = DocumentReader(response).finish()
    }
    self.document = document
    outcome = Classifier.classify(result, pipeline, document: document)
    if detects, pipeline.profile == nil, let response, !response.readsNoEnvelope, let document {
      let whole = response.keptPartOf == nil ? document : response.envelopeDocument
      detected = whole.flatMap { EnvelopeDetector.detect(response, $0) }
    }
    if let response {
      let asText = Pipeline(filter: .none, mapping: .string)
      text = Classifier.classify(.success(response), asText, document: document).steps
        .first { $0.name == "mapString" }
    }
    if !expectations.isEmpty {
      let exchange = Exchange(
        sequence: 0, name: "", startedAt: 0,
        request: response?.request ?? HTTPRequest(url: ""), result: result)
      check = ExpectationCheck(
        expectations, of: ExchangeSubject(exchange, outcome, now: 0), outcome)
    }
    parts = response.flatMap { Self.parts(of: $0, document) }
  }

  private static func parts(of response: Response, _ document: JSONDocument?) -> JSONForest? {
    if response.isEventStream {
      let events = ServerEventList(response.body)
      return events.isEmpty ? nil : JSONForest(events)
    }
    guard document?.error?.startsAnotherDocument == true else { return nil }
    return JSONForest(JSONLines(response.body))
  }

  /// Whether the answer has no envelope and was asked for none: the page of it would be empty.
  var hasNoEnvelope: Bool {
    guard pipeline.profileIsKept, outcome.error == nil, outcome.envelope == nil,
      outcome.response?.body.isEmpty == false
    else { return false }
    let step = outcome.steps.first { $0.name == "envelope" }
    if case .notApplied? = step?.state { return true }
    return false
  }

  /// What the detected profile makes of the answer.
  var detectedEnvelope: Envelope? {
    guard let detected, let response = outcome.response,
      let json = (response.outline.map { JSONDocument($0) } ?? document)?.json
    else { return nil }
    var envelope = Envelope(json, profile: detected.profile, statusCode: response.statusCode)
    if response.keptPartOf != nil { envelope.removeCutData(hasOutline: response.outline != nil) }
    return envelope
  }

  /// The kind it would be by the detected profile, where that says no by what stands in the body;
  /// `ok` where only a part of the body is kept, so that `ok` is not certain.
  var detectedKind: Kind? {
    detectedEnvelope?.detectedKind ?? (outcome.uncheckedPart == nil ? nil : .ok)
  }

  /// Bytes it holds beside the body.
  var weight: Int { (document?.tapeBytes ?? 0) + (parts?.weight ?? 0) }

  /// What a tree shows of it.
  var forest: JSONForest? {
    var forest = parts ?? document.map { JSONForest($0) }
    forest?.keptPart = outcome.response?.keptPartWords
    return forest
  }
}

extension Response {
  /// Whether it says that events come, one by one.
  package var isEventStream: Bool { mediaType?.essence == "text/event-stream" }
}

extension JSONError {
  /// Behind one whole document, on a line of its own, another one begins.
  package var startsAnotherDocument: Bool {
    reason == .trailing && line > 1 && (found == .character("{") || found == .character("["))
  }
}

extension ReadingState {
  /// What a tree shows meanwhile.
  var forest: JSONForest? {
    guard var forest = start else { return nil }
    forest.fraction = fraction
    return forest
  }
}

/// An order to read an answer of the history under a pipeline.
package struct ReadOrder: Sendable {
  /// The number of the exchange in the history.
  package let number: Int
  package let pipeline: Pipeline
  package let result: Result<Response, NetError>
  /// The document, if it was read before.
  package let document: JSONDocument?
  package let expectations: Expectations
  /// Whether an envelope is looked for where no profile is set.
  package let detects: Bool

  package init(
    number: Int, pipeline: Pipeline, result: Result<Response, NetError>,
    document: JSONDocument? = nil, expectations: Expectations = [], detects: Bool = true
  ) {
    (self.expectations, self.detects) = (expectations, detects)
    self.number = number
    self.pipeline = pipeline
    self.result = result
    self.document = document
  }
}

extension ReadOrder: Hashable {
  /// Orders are the same when they ask for the same reading of the same exchange.
  package static func == (left: ReadOrder, right: ReadOrder) -> Bool {
    left.number == right.number && left.pipeline == right.pipeline
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(pipeline)
  }
}

/// How an ordered reading goes on; each order ends with `done` or `dropped`, once.
package enum ReadEvent: Sendable {
  /// The first part of the document, before the rest is read.
  case started(JSONDocument)
  /// From 0 to 1.
  case progress(Double)
  case done(Reading)
  /// A newer order for the same exchange took its place.
  case dropped
}
