import LosslessJSON
import NetEngine

/// What has become of an exchange when it was fired again: the worst of all differences.
public struct Change: Sendable, Hashable {
  /// The one word.
  public var kind: Kind
  /// Every place that differs, the forgiven ones too.
  public var differences: [Difference]
  /// What the envelope said before and says now, where that is not the same.
  public var verdict: Verdicts?
  /// The rules that found something to forgive or to match here, by their place in the file.
  public var usedRules: Set<Int>
  /// The rules whose pattern was given up on a line here; the lines behind it count as different.
  package var stoppedRules: [Int: Pattern.Trouble] = [:]

  /// Puts a change together.
  public init(
    _ kind: Kind, _ differences: [Difference] = [], verdict: Verdicts? = nil,
    usedRules: Set<Int> = []
  ) {
    self.kind = kind
    self.differences = differences
    self.verdict = verdict
    self.usedRules = usedRules
  }

  /// What can have become of it, from the best to the worst; the last two stand apart.
  public enum Kind: Sendable, Hashable {
    /// Nothing differs.
    case same
    /// Only what is forgiven differs.
    case noise
    /// Only places that are not compared may differ: secrets that were taken out on both sides, or
    /// the end of a body of which a recording keeps the beginning without a hash.
    case redacted
    /// It took so many times as long as before, and that is asked about.
    case slower
    /// Headers differ.
    case headers
    /// The body differs.
    case body(Extent)
    /// The envelope's verdict or code differs.
    case envelope
    /// The status differs.
    case status
    /// One of the two transfers failed, or both in another way.
    case failed
    /// It was not compared.
    case skipped(Reason)
    /// It has no counterpart.
    case unmatched
  }

  /// How deep a body's difference goes, from the least.
  public enum Extent: Int, Sendable, Hashable, CaseIterable {
    /// The elements of an array stand in another order.
    case reordered
    /// There is more than before.
    case added
    /// A value is another one.
    case value
    /// Something is gone, or of another kind.
    case schema
  }

  /// Why an exchange was not compared.
  public enum Reason: Sendable, Hashable {
    /// Its method changes something on the server.
    case method(String)
    /// Its host is none of the session's, or not the one everything was moved to.
    case host(String)
    /// It needs secrets nobody has given, by the names of their variables.
    case secret([String])
    /// It needs secrets whose variables are set and may not be sent where the request goes.
    case unpermitted([String])
    /// It needs secrets, by the names of their variables, that an unsafe request before it gives.
    case unsent([String], giver: String)
    /// It needs secrets, by the names of their variables, that an earlier response has not given.
    case ungiven([String], giver: String)
    /// It cannot be sent as it was recorded.
    case request(String)
    /// Somebody cancelled it while it was recorded: there is no answer to compare with.
    case cancelled
    /// Somebody stopped it, or the replay before it was its turn.
    case stopped
  }

  /// Two verdicts in words.
  public struct Verdicts: Sendable, Hashable {
    /// What the envelope said.
    public var from: String
    /// What it says now.
    public var to: String
  }

  /// Whether something is different that nobody has forgiven.
  public var isChange: Bool {
    switch kind {
    case .same, .noise, .redacted, .skipped: false
    case .slower, .headers, .body, .envelope, .status, .failed, .unmatched: true
    }
  }
}

extension Change.Kind {
  /// The word for reports, and the order of the table.
  ///
  /// Skipped exchanges and those without a counterpart are not in that order.
  private var row: (word: String, severity: Int) {
    switch self {
    case .same: ("same", 0)
    case .noise: ("noise", 1)
    case .redacted: ("redacted", 2)
    case .slower: ("slower", 3)
    case .headers: ("headers", 4)
    case .body(let extent): ("body", 5 + extent.rawValue)
    case .envelope: ("envelope", 9)
    case .status: ("status", 10)
    case .failed: ("failed", 11)
    case .skipped: ("skipped", 12)
    case .unmatched: ("unmatched", 13)
    }
  }

  /// The word for reports.
  public var word: String { row.word }

  var severity: Int { row.severity }

  /// The word with what there is to add: `body (value)`, `skipped: it needs $TOKEN`.
  public var text: String {
    switch self {
    case .body(let extent): "body (\(extent))"
    case .skipped(let reason): "skipped: \(reason.text)"
    default: word
    }
  }
}

extension Change.Reason {
  /// Why, and what to do about it.
  public var text: String {
    switch self {
    case .method(let method):
      "\(method.shortened) may change something; --unsafe sends it all the same"
    case .host(let host): "\(host.shortened(to: 80)) is not a host of this session"
    case .secret(let names):
      "it needs " + names.map { "$\($0)" }.joined(separator: ", ")
        + "; set \(names.count == 1 ? "it" : "them") in the environment"
    case .unpermitted(let names):
      "it needs " + names.map { "$\($0)" }.joined(separator: ", ")
        + ", which may not be sent there; "
        + names.map { "--allow-env \($0)" }.joined(separator: " ") + " allows it"
    case .unsent(let names, let giver):
      "it needs " + names.map { "$\($0)" }.joined(separator: ", ")
        + " of the response to \(giver.shortened(to: 80)); --unsafe sends that request first"
    case .ungiven(let names, let giver):
      "it needs " + names.map { "$\($0)" }.joined(separator: ", ")
        + ", which the response to \(giver.shortened(to: 80)) has not given; look there first,"
        + " or set \(names.count == 1 ? "it" : "them") in the environment"
    case .request(let problem): "it cannot be sent again: \(problem)"
    case .cancelled: "it was cancelled when it was recorded"
    case .stopped: "it was stopped before it was answered"
    }
  }
}
