/// A session in a form that other programs, shells, editors or compilers take.
///
/// Secrets are taken out unless the options say otherwise: HAR and Swift have marks in their place,
/// a shell script and a request file take them from the environment, by the names in `variables`.
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
  }

  /// The text of the file.
  public private(set) var bytes: [UInt8] = []
  /// Files that go beside it, by their names.
  public private(set) var files: [(name: String, bytes: [UInt8])] = []
  /// The variables that have to be set before it is used.
  public private(set) var variables: [String] = []
  /// What the form cannot say, in words.
  public private(set) var notes: [String] = []
  /// How many exchanges are in it, what was taken out, what could not be read.
  public private(set) var report = SealReport(path: "")

  /// Writes the session in a form.
  public init(
    _ session: Session, as form: Form, _ options: SealOptions = SealOptions()
  ) throws(SessionProblem) {
    var options = options
    let usesVariables = form == .curl || form == .http
    if usesVariables, options.redactor != nil { options.redactor = Redactor(style: .variable) }
    var exchanges: [Exchange] = []
    try session.forEach(options, &report) { exchange throws(SessionProblem) in
      exchanges.append(exchange)
    }
    switch form {
    case .har:
      var writer = HARWriter()
      writer.bodyLimit = .max
      bytes = writer.document(exchanges, comment: options.comment)
    case .curl: writeScript(exchanges)
    case .http: writeRequests(exchanges, prefix: session.name.isEmpty ? "body" : session.name)
    case .swift: bytes = Array(SwiftTargets(exchanges, session: session.name).text.utf8)
    }
  }

  private mutating func writeScript(_ exchanges: [Exchange]) {
    var script = ""
    for exchange in exchanges {
      let title = "\(exchange.sequence) \(exchange.name)".escapedForMessage
      script += "\n# \(title)\n\(CurlCommand(exchange.request).text)\n"
    }
    let filled = SecretVariable.filled(script)
    variables = filled.variables
    var head = "#!/bin/sh\n"
    for variable in variables { head += ": \"${\(variable):?set it: it is a secret}\"\n" }
    bytes = Array((head + filled.text).utf8)
  }

  private mutating func writeRequests(_ exchanges: [Exchange], prefix: String) {
    let written = RequestFileText(
      exchanges.map { (name: $0.name, request: $0.request) }, prefix: prefix)
    let filled = SecretVariable.filled(written.text) { "{{$processEnv \($0)}}" }
    variables = filled.variables
    notes = written.notes
    bytes = Array(filled.text.utf8)
    // Bodies in files are no templates: a variable there would be sent as it is written.
    files = written.files.map { file in
      guard let text = String(validating: file.bytes, as: UTF8.self) else { return file }
      let plain = SecretVariable.filled(text) { "‹redacted:\($0)›" }
      if !plain.variables.isEmpty {
        notes.append("the body in '\(file.name)' has marks where its secrets were")
      }
      return (file.name, Array(plain.text.utf8))
    }
  }
}
