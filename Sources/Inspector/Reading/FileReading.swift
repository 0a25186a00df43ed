internal import CPlatform
import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine

/// Reads a file or a pipe to its end and shows what has come so far.
///
/// Into memory of our own: a file that is mapped instead may shrink or change under its map, which
/// ends a program that looks at it, or shows what never stood in it.
package nonisolated struct FileReading: ~Copyable {
  private let descriptor: Int32
  /// How much there will be; nil for a pipe.
  private let total: Int?
  private var builder: BodyBuilder
  private var told = 0
  private var lastTold = StartClock.now
  private var start = DocumentStart()

  enum End: Equatable {
    case whole, cancelled
    case failed(String)
  }

  /// The first piece fills a screen; the first frame is not to wait for more.
  private static let firstPiece = 16 << 10
  private static let piece = 256 << 10
  /// How long something that can be shown is kept back while more keeps coming, in microseconds.
  private static let patience: Int64 = 30_000

  /// Takes the descriptor over and closes it in the end.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    total = isFile && status.st_size > 0 ? Int(status.st_size) : nil
    builder = BodyBuilder(expected: total ?? 0)
  }

  consuming func run(
    unless isCancelled: () -> Bool, tell: (Body, Int?, JSONForest?) -> Void
  ) -> (Body, End) {
    let descriptor = descriptor
    defer { close(descriptor) }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
    defer { room.deallocate() }
    var reading = self
    while true {
      if isCancelled() { return reading.end(.cancelled) }
      if reading.isToBeTold { reading.tell(tell) }
      guard reading.hasMore(within: 100) else { continue }
      let size = reading.builder.count == 0 ? Self.firstPiece : Self.piece
      let count = Glibc.read(descriptor, room.baseAddress, size)
      if count == 0 { return reading.end(.whole) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return reading.end(.failed(Output.reason(errno))) }
      guard reading.builder.count + count <= TextFile.bodyLimit else {
        return reading.end(.failed("longer than \(TextFile.bodyLimit >> 30) GiB"))
      }
      do throws(BodyError) {
        try reading.builder.append(UnsafeRawBufferPointer(rebasing: room[..<count]))
      } catch {
        return reading.end(.failed("\(error)"))
      }
    }
  }

  /// The first piece, where the system has it in memory; nil where it would have to be waited for.
  package consuming func glimpse() -> (body: Body, total: Int?, start: JSONForest?)? {
    defer { close(descriptor) }
    guard total != nil else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.firstPiece) { room, count in
      count = max(0, read_without_waiting(descriptor, room.baseAddress, room.count))
    }
    guard !bytes.isEmpty else { return nil }
    let body = Body(bytes)
    return (body, total, start.forest(of: body))
  }

  private consuming func end(_ end: End) -> (Body, End) { (builder.finish(), end) }

  /// The first piece at once, then what has come in a while, and all of it before a long wait.
  private var isToBeTold: Bool {
    guard builder.count > told else { return false }
    return told == 0 || StartClock.now.microseconds - lastTold.microseconds > Self.patience
      || !hasMore(within: 0)
  }

  private func hasMore(within milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&ready, 1, milliseconds)
    return count > 0 || count < 0 && errno != EINTR
  }

  private mutating func tell(_ tell: (Body, Int?, JSONForest?) -> Void) {
    let body = builder.snapshot()
    tell(body, total, start.forest(of: body))
    told = body.count
    lastTold = StartClock.now
  }
}
