import Glibc
import Inspector
import TestSupport
import Testing

@Suite("What ncurses writes while a frame is drawn")
@MainActor struct FrameSheetTests {
  private let ends: (from: Int32, to: Int32)

  init() throws {
    var pair: [Int32] = [-1, -1]
    try #require(pipe(&pair) == 0)
    ends = (pair[0], pair[1])
  }

  private func write(_ text: String) {
    #expect(Glibc.write(ends.to, text, text.utf8.count) == text.utf8.count)
  }

  /// What one read finds; nil where nothing has come.
  private func read() -> String? {
    var waiting = pollfd(fd: ends.from, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) == 1 else { return nil }
    var room = [UInt8](repeating: 0, count: 4_096)
    return String(
      decoding: room[..<max(0, Glibc.read(ends.from, &room, room.count))], as: UTF8.self)
  }

  @Test("goes out when it is drawn, in one piece; what is sent between frames goes at once")
  func onePiece() throws {
    let sheet = try #require(FrameSheet(output: ends.to))
    for frame in ["a long first frame", "the second"] {
      sheet.gather {
        for character in frame { write(String(character)) }
        #expect(read() == nil)
      }
      #expect(read() == frame)
      write("bell")
      #expect(read() == "bell")
    }
    sheet.gather {}
    #expect(read() == nil)
    close(ends.from)
    close(ends.to)
  }
}
