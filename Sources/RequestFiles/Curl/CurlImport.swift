import LosslessJSON
import NetEngine

/// A request taken over from a curl command line, as browsers copy it and people keep it.
///
/// ```
/// text ─► words, as a shell cuts them ─► options ─► method, URL, header lines, body
/// ```
/// What is sent is what curl would send, but for the user agent, which is the engine's, and for what
/// `notes` tell.
public struct CurlImport: Sendable {
  /// What the command asks for.
  public let endpoint: Endpoint
  /// What is sent otherwise than curl would send it, in words.
  public let notes: [String]
  /// Options that say nothing about a request, and are left out.
  public let withoutEffect: [String]
  /// Variables such as `{{token}}` that were kept as such, each once.
  public let variables: [String]

  /// Gives the bytes of a file the command names, where the request holds them itself: `-d @file`.
  public typealias FileReader = (String) throws -> [UInt8]

  /// Reads the first curl command of a text.
  public init(
    _ text: String, files: FileReader? = nil
  ) throws(CurlImportProblem) {
    let commands = try ShellWords.commands(in: text)
    guard let command = commands.first(where: \.isCurl) else {
      throw CurlImportProblem(
        commands.first?.offsets.first ?? 0, .notCurl(commands.first?.words.first ?? ""))
    }
    try self.init(command, files, keepsVariables: false)
  }

  /// Reads every curl command of a text; what else a script does is passed over.
  ///
  /// Copies from tools with variables of their own hold `{{token}}`: with `keepsVariables` these
  /// stay variables in the request file that ``RequestFileText`` makes of the request, and `$TOKEN` of
  /// the shell becomes `{{$processEnv TOKEN}}`.
  public static func all(
    in text: String, keepsVariables: Bool = false, files: FileReader? = nil
  ) throws(CurlImportProblem) -> [Result<CurlImport, CurlImportProblem>] {
    try ShellWords.commands(in: text, keepsVariables: keepsVariables).filter(\.isCurl).map {
      command in
      Result { () throws(CurlImportProblem) in
        try CurlImport(command, files, keepsVariables: keepsVariables)
      }
    }
  }

  private init(
    _ command: ShellWords.Command, _ files: FileReader?, keepsVariables: Bool
  ) throws(CurlImportProblem) {
    var arguments = CurlArguments(files: files)
    var command = command
    var names = DistinctTexts()
    if keepsVariables {
      command.words = command.words.map { KeptVariable.kept(in: $0, &names) }
      if case .bytes(let bytes) = command.input {
        let text = KeptVariable.kept(in: String(decoding: bytes, as: UTF8.self), &names)
        command.input = .bytes(Array(text.utf8))
      }
    }
    variables = names.all
    do throws(CurlImportProblem) {
      try arguments.read(command)
      endpoint = try arguments.endpoint(offset: command.offsets.first ?? 0)
    } catch {
      throw CurlImportProblem(error.offset, error.reason.withVariables)
    }
    notes = arguments.notes(on: endpoint).map(KeptVariable.text)
    withoutEffect = arguments.withoutEffect
  }
}

extension ShellWords.Command {
  /// `curl`, `/usr/bin/curl`, `curl.exe`.
  fileprivate var isCurl: Bool {
    let name = words.first?.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? "" }
    return name == "curl" || name == "curl.exe"
  }
}
