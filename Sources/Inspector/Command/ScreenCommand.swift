internal import CPlatform
import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine
import RequestFiles

/// Opens the screens, in a terminal or for a script.
enum ScreenCommand {
  static let options = [
    Subcommand.Option(
      name: "--script", value: "FILE", summary: "no terminal: follow FILE, print its frames"),
    Subcommand.Option(
      name: "--size", value: "WxH", summary: "the size of those frames; otherwise 80x24"),
    theme,
  ]
  static let theme = Subcommand.Option(
    name: "--theme", value: "NAME", summary: "dark or light, as the background is")

  static func run(_ arguments: Arguments, opening: () throws -> Program) async throws -> Int32 {
    memory_bound()
    let files = ConfigurationFiles(
      folder: ConfigurationFolder.ofOpened(arguments.words.first), theme: arguments["--theme"],
      keys: .table)
    files.noteLayers()
    for warning in files.warnings { ProgramLog.note(.info, "warning \(warning)") }
    let theme = try theme(arguments, files)
    let size = try size(arguments)
    guard let path = arguments["--script"] else {
      return try await inTerminal(
        opening().configured(files.configuration), theme: theme, files)
    }
    let script = try read(path)
    let program = try opening().configured(files.configuration)
    // A script leaves nothing in a home folder, unless it is told where.
    let state = getenv("XDG_STATE_HOME").flatMap { $0.pointee == 0 ? nil : StateFolder().path }
    let runner = ScriptRunner(program, script, path: path, size: size, files, recordsIn: state)
    return await runner.endRecording(try runner.run())
  }

  private static func inTerminal(
    _ program: Program, theme: Palette.Theme, _ files: ConfigurationFiles
  ) async throws -> Int32 {
    Workers.shared.giveWayToScreen()
    try Terminal.useUnicode()
    let mailbox = Mailbox()
    let state = StateFolder().path
    var app = program.app(refused: TerminalWidths.refused, files, recalling: state)
    let effects = EffectRunner(
      program: program, mailbox: mailbox, recordsIn: state, files: files)
    effects.holdForFirstFrame()
    for effect in app.start(effects.start) { effects.perform(effect, of: app) }
    let noColor = getenv("NO_COLOR").map { String(cString: $0) }
    let terminal = try Terminal { colors in
      Palette(theme: theme, depth: Palette.Depth(colors: colors, noColor: noColor))
    }
    let code = try EventLoop(app: app, terminal: terminal, mailbox: mailbox, effects: effects)
      .run()
    let farewell = await effects.farewell()
    if let farewell { Output.talk(farewell) }
    return await effects.endRecording(code)
  }

  private static func theme(
    _ arguments: Arguments, _ files: ConfigurationFiles
  ) throws(UsageMistake) -> Palette.Theme {
    guard let name = files.configuration.theme else { return .dark }
    guard let theme = Palette.Theme(rawValue: name) else {
      throw .badValue(option: "--theme", value: name, expected: "dark or light")
    }
    return theme
  }

  private static func size(_ arguments: Arguments) throws(UsageMistake) -> Size {
    guard let text = arguments["--size"] else { return Size(width: 80, height: 24) }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(part) ?? 0 : 0
    }
    guard parts.count == 2, 1...1000 ~= parts[0], 1...500 ~= parts[1] else {
      throw .badValue(
        option: "--size", value: text, expected: "a size from 1x1 to 1000x500, as in 80x24")
    }
    return Size(width: parts[0], height: parts[1])
  }

  private static func read(_ path: String) throws -> Script {
    let bytes = try TextFile.read(path)
    do throws(Script.Mistake) {
      return try Script(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw TextFile.Problem(path: path, what: "\(error)")
    }
  }
}
