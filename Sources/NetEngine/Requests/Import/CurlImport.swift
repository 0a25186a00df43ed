/// A request taken over from a curl command line, as browsers copy it and people keep it.
///
/// ```
/// text ─► words, as a shell cuts them ─► options ─► method, URL, header lines, body
/// ```
/// What is sent is what curl would send, but for what curl and the engine add by themselves: the
/// user agent, `Accept`, and redirects are followed only with `-L`.
public struct CurlImport: Sendable {
  /// What the command asks for.
  public let endpoint: Endpoint

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
    try self.init(command, files)
  }

  /// Reads every curl command of a text; what else a script does is passed over.
  public static func all(
    in text: String, files: FileReader? = nil
  ) throws(CurlImportProblem) -> [Result<CurlImport, CurlImportProblem>] {
    try ShellWords.commands(in: text).filter(\.isCurl).map { command in
      Result { () throws(CurlImportProblem) in try CurlImport(command, files) }
    }
  }

  private init(
    _ command: ShellWords.Command, _ files: FileReader?
  ) throws(CurlImportProblem) {
    var arguments = CurlArguments(files: files)
    try arguments.read(command)
    endpoint = try arguments.endpoint(offset: command.offsets.first ?? 0)
  }
}

extension ShellWords.Command {
  /// `curl`, `/usr/bin/curl`, `curl.exe`.
  fileprivate var isCurl: Bool {
    let name = words.first?.utf8.split(separator: UInt8(ascii: "/")).last.map { String($0) ?? "" }
    return name == "curl" || name == "curl.exe"
  }
}
