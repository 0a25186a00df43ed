import LosslessJSON
import NetRecordings

/// Leaving: a screen, what runs, the program.
extension App {
  mutating func back() -> [Effect] {
    // What a person reads there is one exchange: the capture ends from its list alone.
    if backQuits, isInCapturedAnswer {
      above.session?.isInAnswer = false
      return []
    }
    // A request that has finished since the warning may leave another thing unsaved.
    let loss = lost(quitting: backQuits)
    let kind = loss.map { String($0.unicodeScalars.filter { !("0"..."9" ~= $0) }) }
    if let what = loss, kind != leaveWarning {
      leaveWarning = kind
      return house.warn("\(what): q again \(backQuits ? "quits" : "stops it")")
    }
    return backQuits ? quit() : leaveScreen()
  }

  var isInCapturedAnswer: Bool {
    above[SessionScreen.self].map { $0.isInAnswer && $0.capture(house) != nil } == true
  }

  /// What would end unfinished, in words; nil where nothing would.
  private func lost(quitting: Bool) -> String? {
    if let words = top.unfinished { return words }
    // A pipe that is only looked at loses nothing.
    let running = house.history.running.count { number in
      house.history[number].map { !house.items[$0.target].isViewed } ?? false
    }
    let count = running + house.firing.ordered.values.reduce(0, +)
    guard quitting, count > 0 else {
      guard quitting else { return nil }
      return unsavedCapture ?? unsavedRecording ?? unsavedResponses ?? unkeptRequests
    }
    return "\(Units.count(count, "request")) \(count == 1 ? "is" : "are") running"
  }

  /// Exchanges of the recording that the disk did not take.
  private var unsavedRecording: String? {
    guard let recording = house.recording, recording.problem != nil else { return nil }
    let count = max(1, recording.shortfall.inMemory)
    return "\(Units.count(count, "exchange")) \(count == 1 ? "is" : "are") in memory only,"
      + " w saves \(count == 1 ? "it" : "them")"
  }

  /// Responses that came after the last save.
  private var unsavedResponses: String? {
    guard let saved = house.saved.count, house.history.recordedCount > saved else { return nil }
    let count = house.history.recordedCount - saved
    return "\(Units.count(count, "response")) came after the last save,"
      + " w saves \(count == 1 ? "it" : "them")"
  }

  /// Requests that were typed and sent, and are in no file.
  private var unkeptRequests: String? {
    let count = house.composed.values.count { !$0.isKept }
    guard count > 0 else { return nil }
    return "\(Units.count(count, "typed request")) \(count == 1 ? "is" : "are") in no file,"
      + " W keeps \(count == 1 ? "it" : "them")"
  }

  /// What is not in a file yet goes there first.
  func quit() -> [Effect] { (session?.remarking() ?? []) + [.quit] }

  /// Cancels what is typed or running; the second within a second quits.
  mutating func interrupt() -> [Effect] {
    if let last = lastInterrupt, house.now.microseconds - last.microseconds <= 1_000_000 {
      return quit()
    }
    lastInterrupt = house.now
    if prompt != nil {
      closePrompt()
      return []
    }
    let effects =
      page?.isOutput == true
      ? top.farewell : (session?.stop ?? []) + cancelEverything()
    let what =
      effects.isEmpty && house.firing.unwanted.isEmpty
      ? "nothing runs" : effects.count > 1 ? "\(effects.count) cancelled" : "cancelled"
    house.notify("\(what); Ctrl-c again within a second quits")
    return effects
  }
  mutating func toggleMouse() -> [Effect] {
    house.hasMouse.toggle()
    house.notify(
      house.hasMouse
        ? "the mouse selects and scrolls here; M leaves it to the terminal"
        : "the mouse selects text in the terminal; M takes it back")
    return [.captureMouse(house.hasMouse)]
  }
}
