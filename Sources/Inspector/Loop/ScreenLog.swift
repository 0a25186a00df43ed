import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles

/// Writes what happens on the screens into the log of `--log`; never what is typed.
enum ScreenLog {
  static func note(_ event: Event, of app: App) {
    guard ProgramLog.isOn else { return }
    switch event {
    case .key, .paste, .mouse, .tick, .resized: break
    case .exchange(let id, let event, _): note(event, of: id.rawValue)
    case .read(let number, .done(let reading), _):
      let id = app.id(of: number)?.rawValue ?? number
      ProgramLog.noteVerdict(reading.outcome, reading.check, of: id)
    case .read: break
    case .recording(let event): note(event)
    case .answering(.ready(let source, let count)):
      ProgramLog.note(.info, "source \(name(of: source)), \(Units.count(count, "exchange"))")
    case .answering(.failed(let source, let why)):
      ProgramLog.note(.error, "source \(name(of: source)) failed: \(why)")
    case .configured(.kept(_, let file)): ProgramLog.note(.info, "settings written to \(file)")
    case .configured(.failed(let why)):
      ProgramLog.note(.error, "settings not written: \(why)")
    case .reconfigured(let change):
      let keys = change.new.setNames.joined(separator: ", ")
      ProgramLog.note(.info, "settings reloaded from \(change.file), in force: \(keys)")
    case .message(let text), .aside(let text), .done(let text):
      ProgramLog.note(.info, "message \(text)")
    default: ProgramLog.note(.debug, "event \(label(of: event))")
    }
  }

  /// Notes the order by its name alone: its values may be typed text.
  static func note(_ effect: Effect) { ProgramLog.note(.debug, "job \(label(of: effect))") }

  private static func note(_ event: ExchangeEvent, of number: Int) {
    switch event {
    case .began(_, _, let source, _):
      ProgramLog.note(.debug, of: number, "begins, source \(name(of: source))")
    case .finished(_, let reading?):
      ProgramLog.noteVerdict(reading.outcome, reading.check, of: number)
    case .finished, .progress, .arrived, .recorded: break
    }
  }

  private static func note(_ event: RecordingEvent) {
    switch event {
    case .state(let state):
      guard let problem = state.shortfall.problem else { break }
      ProgramLog.note(.error, "recording \(state.name) is in memory only: \(problem)")
    case .saved(let report, _, _):
      let count = Units.count(report.count, "exchange")
      ProgramLog.note(.info, "recording sealed as \(report.path), \(count)")
    case .exists(_, let place): ProgramLog.note(.info, "recording not saved: \(place) exists")
    case .failed(let why): ProgramLog.note(.error, "recording not saved: \(why)")
    case .empty: ProgramLog.note(.info, "recording not saved: it is empty")
    case .recoverable(let count):
      ProgramLog.note(.info, "recordings left unfinished have \(Units.count(count, "exchange"))")
    }
  }

  private static func name(of source: AnswerSource) -> String {
    switch source {
    case .network: "network"
    case .samples: "samples"
    case .session(let path): path
    }
  }

  private static func label(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }
}
