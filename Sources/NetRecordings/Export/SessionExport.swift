import NetEngine
import RequestFiles

/// A session in a form that other programs, shells, editors or compilers take.
///
/// Secrets are taken out unless the options say otherwise. What sends requests again takes them from
/// the environment, by the names in `variables`; so it does with those that a sealed session has
/// marks for. HAR, and the samples of Swift targets, have marks in their place.
public struct SessionExport: Sendable {
  /// The forms by name.
  public enum Form: String, Sendable, CaseIterable {
    /// HAR 1.2, every body inside.
    case har
    /// A shell script of curl commands.
    case curl
    /// A request file.
    case http
    /// An enum of targets, their answers as samples.
    case swift
    /// A locustfile: the requests as load, by the weights in which they were recorded.
    case locust
  }

  /// The text of the file.
  public private(set) var bytes: [UInt8] = []
  /// Files that go beside it, by their names.
  public private(set) var files: [(name: String, bytes: [UInt8])] = []
  /// The variables that have to be set before it is used.
  public private(set) var variables: [String] = []
  /// Marks a sealed session has in place of secrets: no form can give those back.
  public private(set) var markCount = 0
  /// What the form cannot say, in words.
  public private(set) var notes: [String] = []
  /// How many exchanges are in it, what was taken out, what could not be read.
  public private(set) var report = SealReport(path: "")

  /// Writes the session in a form; the rules say which paths differ in values alone, the pipeline is
  /// what load is judged by.
  public init(
    _ session: Session, as form: Form, _ options: SealOptions = SealOptions(),
    rules: Rules = Rules(),
    pipeline: (Exchange) -> Pipeline = { _ in Pipeline() }
  ) throws(SessionProblem) {
    var options = options
    let usesVariables = form == .curl || form == .http || form == .locust
    if usesVariables, options.redactor != nil { options.redactor = Redactor(style: .variable) }
    if form == .har {
      var count = 0
      bytes = try session.document(options, &report) { count += $0.redacted.count }
      markCount = count
      return
    }
    var exchanges: [Exchange] = []
    var leftOut: [String: [Int]] = [:]
    try session.forEach(options, &report) { exchange throws(SessionProblem) in
      markCount += exchange.redacted.count
      if let scheme = exchange.request.schemeWithoutServer {
        leftOut[scheme, default: []].append(exchange.sequence)
      } else {
        exchanges.append(exchange)
        if let part = exchange.request.keptPart { notes.append("#\(exchange.sequence): \(part)") }
      }
    }
    for (scheme, numbers) in leftOut.sorted(by: { $0.key < $1.key }) {
      let some = numbers.prefix(8).map { "#\($0)" }.joined(separator: ", ")
      let more = numbers.count > 8 ? " and \(numbers.count - 8) more" : ""
      notes.append("\(some)\(more) left out: no server is asked for \(scheme): URLs")
    }
    write(
      ExportedRequests(exchanges), as: form, session.name, rules: rules, pipeline: pipeline)
  }

  private mutating func write(
    _ exported: ExportedRequests, as form: Form, _ name: String, rules: Rules,
    pipeline: (Exchange) -> Pipeline
  ) {
    switch form {
    case .har: break
    case .curl: writeScript(exported)
    case .http:
      let written = RequestFileText(exported.forFile, prefix: name.isEmpty ? "body" : name)
      bytes = Array(written.text.utf8)
      (files, variables) = (written.files, written.variables)
      notes += written.notes
    case .swift:
      let targets = SwiftTargets(exported.exchanges, session: name, rules)
      (bytes, variables) = (Array(targets.text.utf8), targets.variables)
    case .locust:
      let file = LocustFile(exported, session: name, rules, pipeline: pipeline)
      (bytes, variables) = (Array(file.text.utf8), file.variables)
      notes += file.notes
    }
  }

  private mutating func writeScript(_ exported: ExportedRequests) {
    let script = ShellScript(exported)
    bytes = Array(script.text.utf8)
    variables = script.variables
    if script.needsJQ {
      notes.append("the script needs jq: it reads values of response bodies for later requests")
    }
  }
}

extension HTTPRequest {
  /// The scheme of what a browser reads out of itself; nil where a server is asked.
  fileprivate var schemeWithoutServer: String? {
    let scheme = String(url.prefix { $0 != ":" }).lowercasedASCII
    guard scheme.utf8.count < url.utf8.count else { return nil }
    let inner = ["blob", "data", "about", "file", "javascript", "filesystem"]
    return inner.contains(scheme) || scheme.hasSuffix("-extension") ? scheme : nil
  }
}
