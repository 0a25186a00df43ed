import LosslessJSON
import NetEngine

/// What is wrong in or about a request file, and where.
///
/// Notes leave everything usable; any other problem makes its request unusable and nothing else.
public struct RequestFileProblem: Error, Sendable, Hashable {
  /// Where it is.
  public var place: FilePlace
  /// What it is.
  public var reason: Reason

  /// Says what is wrong where.
  public init(_ place: FilePlace, _ reason: Reason) {
    self.place = place
    self.reason = reason
  }

  /// What can be wrong.
  public enum Reason: Sendable, Hashable {
    // What stands in the file.
    case notUTF8(String)
    case tooLarge(allowed: Int)
    case noRequestLine(found: String)
    case unknownMethod(String, near: String)
    case foreignMethod(String)
    case noTarget
    case badVersion(String)
    case badHeader(found: String)
    case badVariable(found: String)
    case unknownMeta(String, near: String)
    case badMeta(String, value: String, expected: String)
    case badFilter(String)
    case wordExpected(String)
    case duplicateName(String, line: Int)
    case scriptsNotRun(Int, checks: Int, isPart: Bool)
    case notSupported(String)
    case notDone(String, instead: String)
    case disabled
    case badCurl(String, hint: String)
    case noBoundary
    case badMultipart(expected: String, found: String)
    case badGraphQL(String)
    case openBraces(String, isMeant: Bool)
    /// Its text, where that is no secret.
    case shellVariable(String?)
    case foreignCall(String)
    case foreignVariable(String, name: String, value: String)
    case unknownCharset(String)
    // A text that is to hold one request.
    case noRequest
    case secondRequest
    case variableBeside(String)
    // Variables.
    case unresolved(String, near: String?)
    case inOtherEnvironments(String, [String])
    case prompted(String, words: String)
    case scripted(String)
    case selfReference([String])
    case tooDeep([String])
    case unknownDynamic(String, near: String?)
    case badDynamic(String, expected: String)
    case unset(String, in: String, near: String?)
    case badReference(String, expected: String)
    case noAnswer(String)
    /// A request that this one needs was fired just now and failed.
    case failedNeed(String, how: String)
    case notKept(String, of: String)
    case notInAnswer(String, why: String)
    /// Variables of the environment that may not go to an origin; the bare name of the first.
    case environmentKept([String], first: String, from: String)
    case lineBreak(in: String)
    case tooLong(String, allowed: Int)
    // Files beside it.
    case file(String, why: String)
    case badEnvironment(String)
    // Targets.
    case noBase(String)
    case noAbsoluteTarget(String)
    // The collection.
    case unknownName(String, near: String?)
    case ambiguousName(String, count: Int, first: [FilePlace])
    case cycle([String])
    case unknownProfile(String, near: String?)
    case unknownEnvironment(String, near: String?, known: [String])
  }

  /// It is worth knowing and spoils nothing.
  public var isNote: Bool {
    switch reason {
    case .unknownMeta, .wordExpected, .duplicateName, .scriptsNotRun, .notSupported, .foreignMethod,
      .disabled, .notDone, .shellVariable, .foreignVariable, .foreignCall, .noBoundary:
      true
    case .openBraces(_, let isMeant): !isMeant
    default: false
    }
  }
}

extension RequestFileProblem {
  /// Its request is kept and not sent, though nothing is wrong with it.
  package var keepsItBack: Bool {
    switch reason {
    case .foreignMethod, .disabled, .notDone: true
    default: false
    }
  }

  /// An answer that is not there yet is all that is missing.
  var waitsForAnswer: Bool {
    if case .noAnswer = reason { true } else { false }
  }

  /// A note about a test that does not do what its writer meant: a green answer would hide it.
  package var spoilsATest: Bool {
    switch reason {
    case .unknownMeta, .wordExpected: true
    default: false
    }
  }
}

extension RequestFileProblem: CustomStringConvertible {
  /// The place, what is wrong there, and what to do.
  public var description: String {
    hint.isEmpty ? "\(place): \(message)" : "\(place): \(message) — \(hint)"
  }
}

extension RequestFileProblem {
  /// The same as the error of a request that was not sent.
  public var netError: NetError {
    let source = SourceProblem(
      place: "\(place)", message: message, hint: hint, exitCode: exitCode, cause: self)
    return .requestMapping(SetupProblem(.url, .source(source), text: source.place))
  }

  /// What a command that ends with it exits with: 2 where a file cannot be read, 1 where it can and
  /// what it says cannot be sent.
  public var exitCode: Int32 {
    switch reason {
    case .notUTF8, .tooLarge, .noRequestLine, .unknownMethod, .foreignMethod, .noTarget,
      .badVersion, .badHeader, .badVariable, .badMeta, .badFilter, .badMultipart,
      .badGraphQL, .file, .badEnvironment, .badCurl, .unknownCharset:
      2
    default: 1
    }
  }
}
