import LosslessJSON

/// What became of an exchange: every step of the pipeline with what it saw, and one kind.
public struct Outcome: Sendable {
  /// The table of kinds; there is only one.
  public typealias Kind = NetEngine.Kind

  /// The one word.
  public var kind: Kind
  /// The steps in order; those after a failure were not reached.
  public var steps: [StepResult]
  /// What failed.
  public var error: NetError?
  /// The envelope, also when an earlier step failed; nil when the body could not be read for one.
  public var envelope: Envelope?
  /// The body as a document where it was read as one, broken ones up to the break.
  package var document: JSONDocument?
  /// The answer, or the part of it that arrived.
  public var response: Response?

  /// What was odd.
  public var warnings: [Warning] { response?.warnings ?? [] }

  /// `expected 404, found 200`, where a status was asked for and another one came.
  package var statusWords: String? {
    let prefix = "filter "
    guard case .statusCode(let response) = error, let name = steps.first?.name,
      name.utf8.starts(with: prefix.utf8), name != prefix + StatusFilter.successful.text
    else { return nil }
    return "expected \(name.dropFirst(prefix.count)), found \(response.statusLineText)"
  }

  /// One step of the pipeline.
  public struct StepResult: Sendable {
    /// Which step, as the pipeline calls it: `filter 2xx`, `mapJSON`, `envelope`, `mapObject`.
    public var name: String
    /// How it went.
    package var state: State

    /// Takes both as they are.
    package init(_ name: String, _ state: State) {
      self.name = name
      self.state = state
    }

    /// How a step went.
    package enum State: Sendable {
      /// Well; what it saw.
      case passed(String)
      /// Not well.
      case failed(NetError)
      /// An earlier step failed.
      case notReached
      /// It has nothing to do here, and why.
      case notApplied(String)
    }

    /// What it saw or what is wrong with it, in a few words.
    public var note: String {
      switch state {
      case .passed(let note), .notApplied(let note): note
      case .failed(let error): error.message
      case .notReached: "not reached"
      }
    }

    /// Whether it passed; nil when it did not run.
    public var hasPassed: Bool? {
      switch state {
      case .passed: true
      case .failed: false
      case .notReached, .notApplied: nil
      }
    }
  }
}
