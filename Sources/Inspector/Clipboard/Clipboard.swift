import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine

/// Where a copy goes: through the terminal where it takes one (OSC 52), else into a file.
package struct Clipboard {
  let folder: StateFolder
  /// What the terminal calls itself, and what else says who draws.
  let environment: [String: String]
  /// Writes to the terminal; nil where there is none.
  let send: (([UInt8]) -> Void)?

  /// Terminals take about so much in one sequence, and some less than nothing more.
  private static let limit = 100_000
  private static let fileName = "copied"

  package init(
    folder: StateFolder = StateFolder(), environment: [String: String]? = nil,
    send: (([UInt8]) -> Void)?
  ) {
    self.folder = folder
    self.send = send
    self.environment =
      environment
      ?? Self.variables.reduce(into: [:]) { found, name in
        found[name] = getenv(name).map { String(cString: $0) }
      }
  }

  private static let variables = [
    "TERM", "TMUX", "STY", "VTE_VERSION", "HOME", "WAYLAND_DISPLAY", "DISPLAY", "PATH",
  ]

  /// A program that has the clipboard, and the command that gives it something.
  package struct Program: Sendable, Hashable {
    package let name: String
    let command: String

    /// What it would say is no answer, and what it leaves behind holds no pipe open.
    fileprivate init(_ name: String, _ options: String = "") {
      self.name = name
      command = "\(name) \(options) >/dev/null 2>&1"
    }
  }

  /// The desktop's own program where one is installed, else that of tmux; nil where there is none.
  ///
  /// Nothing on another machine, nor a terminal that takes no sequence, can then lose the copy.
  package var program: Program? {
    var known: [Program] = []
    if isSet("WAYLAND_DISPLAY") { known.append(Program("wl-copy")) }
    if isSet("DISPLAY") {
      known += [Program("xclip", "-selection clipboard"), Program("xsel", "--clipboard --input")]
    }
    if isSet("TMUX") { known.append(Program("tmux", "load-buffer -w -")) }
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return known.first { program in
      folders.contains { access("\($0)/\(program.name)", X_OK) == 0 }
    }
  }

  private func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }

  /// Copies, and says where the copy is now.
  package func take(_ clip: Clip) throws(TextFile.Problem) -> String {
    let code = (clip.body.count + 2) / 3 * 4
    guard let send, takesSequence, code <= Self.limit else {
      let place = try folder.write(Self.fileName, clip.body)
      return "copied \(clip.words), into \(shown(place))"
    }
    send(Self.sequence(clip.body))
    guard isInside else { return "copied \(clip.words)" }
    // tmux and screen pass it on only when they are told to, and say nothing when they do not.
    let place = try folder.write(Self.fileName, clip.body)
    return "copied \(clip.words), and into \(shown(place))"
  }

  /// Bytes in base64: nothing of what is copied can act on the terminal.
  static func sequence(_ body: Body) -> [UInt8] {
    Array("\u{1b}]52;c;".utf8) + Array(body.bytes.base64.utf8) + [0x07]
  }

  /// With `~` for the home folder: a narrow screen shows the whole name.
  private func shown(_ path: String) -> String {
    guard let home = environment["HOME"], home.utf8.count > 1, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  private var isInside: Bool {
    environment["TMUX"]?.isEmpty == false || environment["STY"]?.isEmpty == false
  }

  /// Names of terminals that are known to listen; any other shows nothing or, worse, the text.
  private var takesSequence: Bool {
    let name = environment["TERM"] ?? ""
    let known = [
      "xterm", "tmux", "foot", "alacritty", "wezterm", "contour", "rio", "ghostty", "kitty", "st",
      "mintty", "iterm",
    ]
    guard known.contains(where: { name == $0 || name.hasPrefix($0 + "-") }) else { return false }
    return isInside || environment["VTE_VERSION"] == nil
  }
}
