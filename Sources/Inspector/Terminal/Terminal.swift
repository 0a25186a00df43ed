internal import CNcurses
internal import CPlatform
import Glibc
import InspectorCommands
import InspectorScreens

/// The last inch: the one user of ncurses, and the owner of the terminal's keys and signals.
///
/// ncurses draws and knows the terminal; keys are decoded by ``InputDecoder``. Whatever happens
/// between ``init(palette:)`` and ``close()``, a crash included, the terminal is given back.
final class Terminal {
  let screen: OpaquePointer
  let window: UnsafeMutablePointer<WINDOW>
  /// Where drawing goes: an own copy, for stdout stands aside while the screen is up.
  let output: Int32
  private(set) var inks: Inks
  private let modes: Modes
  private let sheet: FrameSheet?
  private let aside: SaidAside
  private var listener: Listener?
  private var isOpen = true
  /// What stands in ncurses' window; nil where nobody can be sure.
  var drawn: Frame?

  /// Whether the mouse reports to us; when it does not, the terminal selects text with it.
  var capturesMouse = true {
    didSet { send(capturesMouse ? modes.mouseOn : modes.mouseOff) }
  }

  /// Opens the screen on stdin and stdout, or says why it cannot be.
  init(palette: (Int) -> Palette) throws(TerminalProblem) {
    try Self.check()
    let aside = SaidAside()
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, input >= 0 else {
      throw TerminalProblem.system(call: "fcntl", code: errno)
    }
    // The terminal's settings are kept before ncurses changes them.
    var before = termios()
    tcgetattr(output, &before)
    guard let screen = nc_newterm(output, input), let window = nc_stdscr() else {
      throw TerminalProblem.unknown(Self.name)
    }
    self.screen = screen
    self.window = window
    self.aside = aside
    modes = Modes()
    sheet = FrameSheet(output: output)
    inks = Inks(palette(Int(nc_colors())))
    guard nc_string("cup") != nil else {
      endwin()
      throw TerminalProblem.tooSimple(Self.name)
    }
    let restore = modes.restoreBytes
    guard
      crash_arm(
        output, sheet?.terminal ?? -1, &before, restore, restore.count, aside.log, aside.error) == 0
    else {
      let code = errno
      endwin()
      throw TerminalProblem.system(call: "sigaction", code: code)
    }
    aside.begin()
    takeOver()
  }

  /// Chooses the locale that everything is drawn in; to be called before the terminal is opened.
  static func useUnicode() throws(TerminalProblem) {
    guard nc_use_unicode() else { throw .noUnicode }
  }

  private static func check() throws(TerminalProblem) {
    guard isatty(STDIN_FILENO) == 1 else { throw .notATerminal(.input) }
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal(.output) }
    guard !name.isEmpty else { throw .unnamed }
  }

  private static var name: String { getenv("TERM").map { String(cString: $0) } ?? "" }

  /// Every key as it is pressed, nothing echoed, no flow control, nothing scrolled.
  private func takeOver() {
    raw()
    noecho()
    nonl()
    // A screen half drawn because a key is waiting would lie.
    typeahead(-1)
    scrollok(window, false)
    fit()
    // From here on nothing asks the terminal anything: what is written goes out with the frame.
    sheet?.hold()
    keypad(window, true)
    curs_set(0)
  }

  private func sendModes() {
    send(modes.pasteOn)
    if capturesMouse { send(modes.mouseOn) }
  }

  /// What ncurses has no word for; it has written all of its own by now.
  private func send(_ bytes: [UInt8]) {
    _ = Descriptor.write(bytes, to: output)
  }

  /// Sends a sequence a person asked for: the clipboard's.
  func sendSequence(_ bytes: [UInt8]) {
    send(bytes)
  }

  /// Columns and rows as ncurses draws them now.
  var size: (width: Int, height: Int) { (Int(getmaxx(window)), Int(getmaxy(window))) }

  /// Takes over the size the terminal says it has.
  ///
  /// Only here is ncurses resized: its own handler queues a key that resizes again.
  func fit() {
    var said = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &said) == 0, said.ws_row > 0, said.ws_col > 0 else {
      return
    }
    let height = min(Int32(said.ws_row), 500)
    let width = min(Int32(said.ws_col), 1000)
    guard (Int(width), Int(height)) != size else { return }
    resizeterm(height, width)
    drawn = nil
  }

  /// Sends what differs from what the terminal shows, in one write.
  func paint(cursor: (column: Int, row: Int)? = nil) {
    guard let sheet else { return refresh(cursor) }
    sheet.gather { refresh(cursor) }
  }

  private func refresh(_ cursor: (column: Int, row: Int)?) {
    if let cursor { wmove(window, Int32(cursor.row), Int32(cursor.column)) }
    curs_set(cursor == nil ? 0 : 1)
    wrefresh(window)
  }

  /// Paints every cell again with the next drawing.
  func repaint() {
    clearok(nc_curscr(), true)
    drawn = nil
  }

  /// Draws in another theme from now on; one that is not known is the usual one.
  func recolor(_ theme: String?) {
    let wanted = theme.flatMap { Palette.Theme(rawValue: $0) } ?? .dark
    guard wanted != inks.palette.theme else { return }
    inks = Inks(Palette(theme: wanted, depth: inks.palette.depth))
    repaint()
  }

  /// Gives the terminal to another program and takes it again when that has ended.
  ///
  /// `run` gets the descriptor of the terminal; keys and signals are its own meanwhile.
  func lend<Result>(_ run: (Int32?) -> Result) -> Result {
    send(modes.off)
    def_prog_mode()
    endwin()
    let result = LentSignals.during { run(output) }
    reset_prog_mode()
    fit()
    repaint()
    paint()
    sendModes()
    return result
  }

  /// Gives the terminal back, stops, and takes it again when continued.
  ///
  /// `job` stops everything the shell started together, as Ctrl-Z does. False when the system did
  /// not stop it: nobody is there who could continue it.
  func suspend(job: Bool) -> Bool {
    send(modes.off)
    def_prog_mode()
    endwin()
    let wasStopped = signals_stop(job ? 1 : 0) == 1
    // The shell may have other settings by now: these are the ones to give back.
    let restore = modes.restoreBytes
    crash_arm(
      output, sheet?.terminal ?? -1, nil, restore, restore.count, aside.log, aside.error)
    def_shell_mode()
    reset_prog_mode()
    fit()
    repaint()
    paint()
    sendModes()
    return wasStopped
  }

  /// Shows the first frame, then calls `hear` for every key and signal.
  ///
  /// A signal that comes in between waits; what costs time is set up behind the frame.
  func open(
    with frame: Frame, hear: @escaping (Listener.Heard) -> Void
  ) throws(TerminalProblem) {
    let listener = try Listener(hear: hear)
    self.listener = listener
    draw(frame)
    sendModes()
    listener.begin(Self.sequences())
  }

  /// What this terminal calls its keys, where the database knows it.
  private static func sequences() -> KeySequences {
    var sequences = KeySequences()
    for (name, key) in KeySequences.capabilities {
      guard let bytes = name.withCString({ nc_string($0) }) else { continue }
      let sequence = Array(String(cString: bytes).utf8)
      // One byte is what the key sends anyway; longer ones must start with Escape to be found.
      if sequence.count > 1, sequence[0] == Byte.escape { sequences.named.append((sequence, key)) }
    }
    return sequences
  }

  /// Gives the terminal back; what was said meanwhile is said now.
  func close() {
    guard isOpen else { return }
    isOpen = false
    listener?.close()
    sheet?.gather {}
    send(modes.off)
    endwin()
    crash_disarm()
    aside.end()
  }
}
