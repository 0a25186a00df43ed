internal import CCurl
import Glibc
import NetEngine

/// The sockets libcurl waits for, and its timer: a turn costs what is ready, not what is open.
///
///     libcurl ── wants ──► entries ──► Readiness ── found ──► perform ──► libcurl
///
/// A kept connection is watched on between two transfers: to stop and to begin again would be two
/// system calls a request. Touched by the loop only; the bell is rung from any thread.
final class LoopSockets {
  private struct Entry {
    var wanted: Readiness.Interest = []
    /// nil while the system does not watch it.
    var watched: Readiness.Interest?
    /// A connection that outlives its transfer: libcurl tells when it closes it.
    var isKept = false
  }

  /// By their descriptors.
  private var entries: [Entry] = []
  private var found: [(socket: Int32, how: Readiness.Interest)] = []
  /// How many transfers libcurl has, by its own count.
  private var running: Int32 = 0
  /// When libcurl wants to go on by itself.
  private var due: UInt64?
  private var guest: Int32?
  private var guestIsReady = false
  /// Nil while the system has no descriptors for it.
  private var readiness: Readiness?
  /// Some that are wanted are not watched: each is asked for again and again.
  private var isBlind: Bool

  init() {
    readiness = try? Readiness()
    isBlind = readiness == nil
  }

  /// Has libcurl say what it waits for; needs to live as long as the handle.
  func serve(_ multi: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    cc_multi_set_functions(multi, curlWantsSocket, curlWantsTime, context)
  }

  /// What wakes who waits here; nil while there is none, and then nobody waits for long.
  var bell: Int32? { readiness?.bellDescriptor }

  // MARK: What is waited for

  fileprivate func want(_ socket: Int32, _ what: Int32) {
    let place = place(of: socket)
    var wanted: Readiness.Interest = []
    if what == CURL_POLL_IN || what == CURL_POLL_INOUT { wanted.insert(.reading) }
    if what == CURL_POLL_OUT || what == CURL_POLL_INOUT { wanted.insert(.writing) }
    entries[place].wanted = wanted
    if wanted.isEmpty {
      if !entries[place].isKept { stopWatching(socket) }
    } else {
      watch(socket)
    }
  }

  fileprivate func wantTime(milliseconds: Int) {
    switch milliseconds {
    case ..<0: due = nil
    case 0: due = 0
    default: due = MonotonicClock.microseconds.saturatingSum(UInt64(milliseconds) * 1_000)
    }
  }

  /// A new one: whatever had its number before is gone.
  ///
  /// What libcurl wants of the number it may have said of the one before, and says but once.
  func opens(_ socket: Int32) {
    let wanted = entries[place(of: socket)].wanted
    entries[Int(socket)] = Entry(wanted: wanted)
    if !wanted.isEmpty { isBlind = true }
  }

  /// A connection that carries one transfer after the other.
  func keeps(_ socket: Int32) { entries[place(of: socket)].isKept = true }

  /// Before it is closed: a child of this process may hold the same file open.
  func closes(_ socket: Int32) {
    stopWatching(socket)
    entries[place(of: socket)] = Entry()
  }

  /// Somebody else's, of whom `takeGuest` tells.
  func watchGuest(_ descriptor: Int32?) {
    if let guest { closes(guest) }
    guest = descriptor
    guestIsReady = descriptor != nil
    guard let descriptor else { return }
    entries[place(of: descriptor)].wanted = .reading
    watch(descriptor)
  }

  private func place(of socket: Int32) -> Int {
    let place = Int(socket)
    while entries.count <= place { entries.append(Entry()) }
    return place
  }

  private func watch(_ socket: Int32) {
    let place = Int(socket)
    let entry = entries[place]
    guard entry.watched != entry.wanted else { return }
    let isWatched =
      if let readiness {
        entry.watched == nil
          ? readiness.watch(socket, for: entry.wanted)
          : readiness.change(socket, to: entry.wanted)
      } else {
        false
      }
    entries[place].watched = isWatched ? entry.wanted : nil
    if !isWatched { isBlind = true }
  }

  private func stopWatching(_ socket: Int32) {
    let place = place(of: socket)
    if entries[place].watched != nil { readiness?.forget(socket) }
    entries[place].watched = nil
  }

  // MARK: What is there

  /// Waits until something is there, or for so long, -1 for ever; false when there is nothing.
  func wait(milliseconds: Int32) -> Bool {
    var patience = milliseconds
    if isBlind {
      usleep(UInt32(patience < 0 ? 10 : min(10, patience)) * 1_000)
      askAll()
      patience = 0
    }
    readiness?.wait(milliseconds: patience) { socket, how in note(socket, how) }
    return guestIsReady || !found.isEmpty
  }

  private func note(_ socket: Int32, _ how: Readiness.Interest) {
    if socket == guest {
      guestIsReady = true
    } else if entries[Int(socket)].wanted.isEmpty {
      // A kept connection was closed, or says something nobody has asked for.
      stopWatching(socket)
    } else {
      found.append((socket, how))
    }
  }

  /// Takes those that are not watched for ready: libcurl looks for itself.
  private func askAll() {
    isBlind = false
    if readiness == nil { readiness = try? Readiness() }
    for place in entries.indices where !entries[place].wanted.isEmpty {
      let socket = Int32(place)
      guard entries[place].watched != entries[place].wanted else { continue }
      watch(socket)
      note(socket, entries[place].wanted)
    }
    if readiness == nil { isBlind = true }
  }

  /// Whether the guest's descriptor can be read; once for each time it was found so.
  func takeGuest() -> Bool {
    defer { guestIsReady = false }
    return guestIsReady
  }

  /// When libcurl wants a turn, whatever comes.
  var nextTurn: UInt64? { due }

  /// Has libcurl go on where something is ready, and where its time has come.
  func perform(_ multi: UnsafeMutableRawPointer, at now: UInt64) -> CURLMcode {
    var worst = CURLM_OK
    for (socket, how) in found {
      let bits = bits(of: socket, how)
      guard bits != 0 else { continue }
      let code = curl_multi_socket_action(multi, socket, bits, &running)
      if code != CURLM_OK { worst = code }
    }
    found.removeAll(keepingCapacity: true)
    if let due, due <= now {
      self.due = nil
      let code = curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running)
      if code != CURLM_OK { worst = code }
    }
    // libcurl says no time then.
    if worst != CURLM_OK { due = min(due ?? .max, now.saturatingSum(10_000)) }
    return worst
  }

  /// Has libcurl look at all of its transfers, also where it waits for nothing.
  func performAll(_ multi: UnsafeMutableRawPointer) { curl_multi_socket_all(multi, &running) }

  private func bits(of socket: Int32, _ how: Readiness.Interest) -> Int32 {
    let wanted = entries[Int(socket)].wanted
    var bits: Int32 = 0
    // What is gone is read to its end, and written to be told why.
    if wanted.contains(.reading), !how.isDisjoint(with: [.reading, .gone]) {
      bits |= Int32(CURL_CSELECT_IN)
    }
    if wanted.contains(.writing), !how.isDisjoint(with: [.writing, .gone]) {
      bits |= Int32(CURL_CSELECT_OUT)
    }
    return bits
  }
}

private func curlWantsSocket(
  _: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: Int32,
  _ context: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?
) -> Int32 {
  sockets(context)?.want(socket, what)
  return 0
}

private func curlWantsTime(
  _: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  sockets(context)?.wantTime(milliseconds: milliseconds)
  return 0
}

private func sockets(_ context: UnsafeMutableRawPointer?) -> LoopSockets? {
  context.map { Unmanaged<LoopSockets>.fromOpaque($0).takeUnretainedValue() }
}
