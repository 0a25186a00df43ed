import Glibc
import LosslessJSON

/// Hands a request's body over piece by piece; files are read while they are sent.
///
/// Used by the loop's thread only.
package final class RequestBodyReader {
  /// Why a body cannot be read to its end.
  package struct Problem: Error {
    package var detail: String
  }

  private enum Piece {
    case bytes(Body)
    case file(FileSource)
  }

  private let pieces: [Piece]
  private var index = 0
  private var offset = 0
  private var descriptor: Int32 = -1

  package init(_ body: RequestBody) {
    switch body {
    case .none: pieces = []
    case .bytes(let body): pieces = [.bytes(body)]
    case .file(let file): pieces = [.file(file)]
    case .multipart(let parts):
      pieces = parts.segments.map { segment in
        switch segment {
        case .bytes(let body): .bytes(body)
        case .file(let file): .file(file)
        }
      }
    }
  }

  deinit { closeFile() }

  /// Starts over.
  package func rewind() {
    closeFile()
    (index, offset) = (0, 0)
  }

  /// Fills as much of the buffer as one piece gives; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, Problem> {
    while index < pieces.count {
      let result: Result<Int, Problem>
      switch pieces[index] {
      case .bytes(let body): result = .success(copy(body, into: buffer))
      case .file(let file): result = readFile(file, into: buffer)
      }
      guard case .success(0) = result else { return result }
      closeFile()
      (index, offset) = (index + 1, 0)
    }
    return .success(0)
  }

  private func copy(_ body: Body, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, body.count - offset)
    body.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    }
    offset += count
    return count
  }

  /// Exactly the announced size: a file that grew is cut, one that shrank is an error.
  private func readFile(
    _ file: FileSource, into buffer: UnsafeMutableRawBufferPointer
  ) -> Result<Int, Problem> {
    let wanted = min(buffer.count, file.count - offset)
    if wanted == 0 { return .success(0) }
    if descriptor < 0 { descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    var count = -1
    if descriptor >= 0 {
      repeat {
        count = Glibc.read(descriptor, buffer.baseAddress, wanted)
      } while count < 0
        && errno == EINTR
    }
    if count < 0 {
      return .failure(
        Problem(detail: "cannot read '\(file.path)': \(String(cString: strerror(errno)))"))
    }
    if count == 0 {
      return .failure(
        Problem(
          detail:
            "'\(file.path)' became shorter while it was sent: \(offset) of \(file.count) bytes"))
    }
    offset += count
    return .success(count)
  }

  private func closeFile() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
