import Glibc
import NetEngine

/// A line for `/bin/sh` with a body as its input: started, fed, heard, and ended when asked.
package nonisolated struct ShellCommand: Sendable {
  let text: String
  let input: Body
  /// What stands in its environment beside what stands in ours.
  private let variables: [(name: String, value: String)]
  /// What it complains of is told apart; together with the rest it is heard in the order it is said.
  private let separatesComplaints: Bool

  package init(
    text: String, input: Body, variables: [(name: String, value: String)] = [],
    separatesComplaints: Bool = false
  ) {
    (self.text, self.input, self.variables) = (text, input, variables)
    self.separatesComplaints = separatesComplaints
  }

  /// Hears what it says, and whether that is a complaint.
  package typealias Listener = (_ bytes: [UInt8], _ isComplaint: Bool) -> Void

  /// Ours of the pipes to and from it.
  private struct Streams {
    let input: Ends
    let output: Ends
    /// nil where they go with the rest.
    let complaints: Ends?

    func closeAll() {
      for end in [input, output, complaints] { end?.closeAll() }
    }
  }

  /// So much is written or read at a time.
  private static let chunk = 64 << 10
  /// So long a command that was asked to end may take before it is made to.
  private static let grace = 1_000

  /// Runs it and waits for its end; both its streams go to `hear`, piece by piece.
  package func run(unless isCancelled: () -> Bool, hear: Listener) -> PipeEnd {
    let complaints = separatesComplaints ? Ends() : nil
    guard let input = Ends(), let output = Ends(), (complaints != nil) == separatesComplaints else {
      return .failed("no pipe: \(Output.reason(errno))")
    }
    // A command that does not read must not hold this thread; its own ends stay as they are.
    _ = fcntl(input.writing, F_SETFL, O_NONBLOCK)
    let streams = Streams(input: input, output: output, complaints: complaints)
    defer { streams.closeAll() }
    let ends = [input.reading, output.writing, (complaints ?? output).writing]
    let (child, code) = ShellProcess.start(
      ["-c", text], streams: zip(ends, 0...2).map { (from: $0, to: Int32($1)) },
      hasOwnGroup: true, adding: variables)
    guard code == 0 else { return .failed("/bin/sh was not started: \(Output.reason(code))") }
    input.close(\.reading)
    output.close(\.writing)
    complaints?.close(\.writing)
    return follow(child, streams, isCancelled, hear)
  }

  private func follow(
    _ child: pid_t, _ streams: Streams, _ isCancelled: () -> Bool, _ hear: Listener
  ) -> PipeEnd {
    var written = 0
    var waited: Int?
    while true {
      if isCancelled(), waited == nil {
        kill(-child, SIGTERM)
        waited = 0
      }
      if let time = waited, time > Self.grace { kill(-child, SIGKILL) }
      let isHeard = exchange(&written, streams, hear)
      if waited != nil { waited? += 50 }
      guard let end = Self.end(of: child, waits: isHeard == .ended && !isCancelled()) else {
        continue
      }
      // What it said last still stands in the pipe; what it left behind it may hold that open.
      while exchange(&written, streams, hear, waiting: 0) == .said {}
      kill(-child, SIGTERM)
      return waited == nil ? end : .cancelled
    }
  }

  private enum Heard { case said, nothing, ended }

  /// Writes and reads what goes without waiting longer than a moment.
  private func exchange(
    _ written: inout Int, _ streams: Streams, _ hear: Listener, waiting: Int32 = 50
  ) -> Heard {
    let (toChild, output) = (streams.input, streams.output)
    if written == input.count { toChild.close(\.writing) }
    let complaining = streams.complaints?.reading ?? -1
    guard output.reading >= 0 || complaining >= 0 else { return .ended }
    var ends = [
      pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: toChild.writing, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: complaining, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&ends, nfds_t(ends.count), waiting) > 0 else { return .nothing }
    if ends[1].revents != 0 { feed(&written, toChild) }
    var said = false
    if ends[0].revents != 0 { said = Self.read(output) { hear($0, false) } }
    if let complaints = streams.complaints, ends[2].revents != 0 {
      said = Self.read(complaints) { hear($0, true) } || said
    }
    return said ? .said : .nothing
  }

  /// Reads what is there; an end that has come to its end is closed.
  private static func read(_ end: Ends, _ hear: ([UInt8]) -> Void) -> Bool {
    var buffer = [UInt8](repeating: 0, count: chunk)
    let count = Glibc.read(end.reading, &buffer, buffer.count)
    if count > 0 {
      hear(Array(buffer[..<count]))
      return true
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return false }
    end.close(\.reading)
    return false
  }

  /// A command that wants no more of the body has had enough: that is no failure.
  private func feed(_ written: inout Int, _ toChild: Ends) {
    let rest = min(Self.chunk, input.count - written)
    let count = input.withUnsafeBytes { bytes in
      bytes.baseAddress.map { write(toChild.writing, $0 + written, rest) } ?? 0
    }
    if count > 0 {
      written += count
    } else if count < 0, errno != EINTR, errno != EAGAIN {
      written = input.count
      toChild.close(\.writing)
    }
  }

  /// How the child ended; nil while it runs.
  ///
  /// With its streams closed, it is waited for a moment.
  private static func end(of child: pid_t, waits: Bool) -> PipeEnd? {
    var status: Int32 = 0
    var found = waitpid(child, &status, WNOHANG)
    if waits, found == 0 {
      usleep(1_000)
      found = waitpid(child, &status, WNOHANG)
    }
    guard found == child else { return found < 0 && errno == ECHILD ? .exited(0) : nil }
    let signal = status & 0x7F
    return signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .killed(signal: Int(signal))
  }
}

/// The two ends of a pipe, each closed once; it never leaves the thread that made it.
private nonisolated final class Ends {
  var reading: Int32 = -1
  var writing: Int32 = -1

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  func close(_ end: ReferenceWritableKeyPath<Ends, Int32>) {
    if self[keyPath: end] >= 0 { Glibc.close(self[keyPath: end]) }
    self[keyPath: end] = -1
  }

  func closeAll() {
    close(\.reading)
    close(\.writing)
  }
}
