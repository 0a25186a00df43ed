import NetEngine
import NetRecordings
import RequestFiles

/// Writes every try of a provider into the log.
package nonisolated struct LogPlugin: Plugin {
  /// Outside of a list the run of the call is its number.
  package func willSend(_ request: HTTPRequest, for attempt: Attempt) async {
    ProgramLog.noteSent(
      request, attempt: attempt.number, of: ProgramLog.exchange ?? attempt.run)
  }

  package func didReceive(_ result: Result<Response, NetError>, for attempt: Attempt) async {
    ProgramLog.noteResult(result, of: ProgramLog.exchange ?? attempt.run)
  }
}

nonisolated extension ProgramLog {
  /// Notes a request that goes out; attempts are counted from 0.
  package static func noteSent(_ request: HTTPRequest, attempt: Int = 0, of number: Int) {
    guard isOn else { return }
    var searched = request
    if request.body.count > searchedBeforeSending { searched.body = .none }
    learn(from: searched)
    let again = attempt > 0 ? ", retry \(attempt)" : ""
    note(.info, of: number, "send \(request.method.rawValue) \(request.url)\(again)")
    note(
      .debug, of: number,
      "headers \(request.headers.map(\.name).joined(separator: ", "))")
  }

  /// Notes what came back: each hop, the response, and the failure of the transfer.
  package static func noteResult(_ result: Result<Response, NetError>, of number: Int) {
    guard isOn else { return }
    var hops = result.response?.hops ?? []
    if case .failure(.transport(let error)) = result, !error.hops.isEmpty { hops = error.hops }
    if let response = result.response { learn(from: response.request, result) }
    for (index, hop) in hops.enumerated() {
      noteDetails(of: hop, number)
      guard index + 1 < hops.count else { break }
      let next = hops[index + 1].url
      note(.info, of: number, "hop \(hop.statusCode) \(hop.url) redirects to \(next)")
    }
    if let response = result.response, response.statusCode != 0 {
      let (size, time) = (Units.bytes(response.bodySize), response.totalTime)
      note(
        .info, of: number,
        "response \(response.statusLineText), \(size), \(Units.time(microseconds: time))")
      note(.debug, of: number, "bytes \(response.wireSize) received, \(response.bodySize) decoded")
      for warning in response.warnings { note(.info, of: number, "warning \(warning.message)") }
    }
    guard let error = result.failure else { return }
    note(
      error.isCancelled ? .info : .error, of: number,
      "failed \(error.kind.rawValue): \(error.message)")
  }

  /// Notes an exchange between an app and its server, at its beginning and at its end.
  static func note(passed exchange: Exchange) {
    guard let result = exchange.result else {
      return noteSent(exchange.request, of: exchange.sequence)
    }
    noteResult(result, of: exchange.sequence)
    for line in exchange.altered { note(.info, of: exchange.sequence, "altered \(line)") }
  }

  /// Notes what the pipeline and the expectations make of a response.
  package static func noteVerdict(
    _ outcome: Outcome, _ check: ExpectationCheck? = nil, of number: Int
  ) {
    let kind = check?.kind ?? outcome.kind
    let why = kind == .expectation ? check?.message : outcome.error?.message
    // A request that was never sent has no other line.
    note(
      [.setup, .plugin].contains(kind) ? .error : .info, of: number,
      "verdict \(kind.rawValue)\(why.map { ": \($0)" } ?? "")")
  }

  private static func noteDetails(of hop: Hop, _ number: Int) {
    let (connection, timings) = (hop.connection, hop.timings)
    if let remote = connection.remote {
      let phases = [("dns", timings.dns), ("connect", timings.connect), ("tls", timings.tls)]
      let times = phases.compactMap { name, time in
        time.map { "\(name) \(Units.time(microseconds: $0))" }
      }
      let parts = [
        "connection \(connection.isReused ? "reused" : "new") to \(remote)",
        connection.proxy?.words, connection.tls?.version,
      ]
      note(.debug, of: number, (parts.compactMap(\.self) + times).joined(separator: ", "))
    }
    if !hop.cookies.isEmpty {
      note(.debug, of: number, "cookies \(hop.cookies.map(\.name).joined(separator: ", "))")
    }
    if !hop.dropped.isEmpty {
      note(
        .debug, of: number,
        "headers left out for another origin: \(hop.dropped.joined(separator: ", "))")
    }
    if hop.sentBodyBytes > 0 { note(.debug, of: number, "bytes \(hop.sentBodyBytes) sent") }
  }
}

nonisolated extension Recorder.Settings {
  /// The same settings, with a line in the log for what happens to the journal.
  package var logged: Recorder.Settings {
    var copy = self
    copy.noteJournal = { ProgramLog.note(.info, "recording \($0)") }
    return copy
  }
}
