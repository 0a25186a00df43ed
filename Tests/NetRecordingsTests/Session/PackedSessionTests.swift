import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Packed sessions", .timeLimit(.minutes(10)))
struct PackedSessionTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private var plain: [UInt8] {
    let entries = Array(repeating: HARQuirk.entry(), count: 200).joined(separator: ",")
    return Array(HARQuirk.log(entries).utf8)
  }

  /// Deflate without a wrapper: what gzip writes between its ten bytes and its last eight.
  private func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
    try folder.write("plain", bytes)
    #expect(try Shell.run("gzip -nc plain > packed", in: folder.path).status == 0)
    return Array(folder.bytes("packed").dropFirst(10).dropLast(8))
  }

  private func zlib(_ bytes: [UInt8]) throws -> [UInt8] {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let sum = high << 16 | low
    return [0x78, 0xda] + (try deflated(bytes)) + (0..<4).map { UInt8(sum >> (24 - 8 * $0) & 255) }
  }

  @Test("zlib opens as mitmproxy writes it, a cut one up to the cut")
  func zlibbed() throws {
    let bytes = try zlib(plain)
    let session = try Session.open(try folder.write("s.zhar", bytes))
    #expect(session.count == 200 && session.name == "s" && session.notices == [])
    let cut = try Session.open(try folder.write("c.zhar", Array(bytes.dropLast(bytes.count / 3))))
    #expect(cut.count > 0 && cut.count < 200 && cut.notices.count == 1)
    #expect(try Session.read(bytes).count == 200)
  }

  @Test("a zip archive is named, and has to be unpacked first")
  func zipped() {
    #expect(throws: SessionProblem(.notASession("unpack the zip archive first"))) {
      try Session.read([0x50, 0x4b, 3, 4, 20, 0])
    }
  }

  @Test("what is unpacked stays within the limit")
  func bounded() throws {
    var limits = SessionLimits()
    limits.bytes = 1_000
    #expect(throws: SessionProblem.self) { try Session.read(try zlib(plain), limits: limits) }
  }

  @Test("what no server is asked for is left out of scripts and requests, and that is said")
  func innerSchemes() throws {
    let urls = ["blob:http://a.test/1", "data:text/plain,x", "http://a.test/", "DATA:,y"]
    let entries = urls.map {
      HARQuirk.entry(request: "\"method\":\"GET\",\"url\":\"\($0)\",\"headers\":[]")
    }
    let session = try Session.read(Array(HARQuirk.log(entries.joined(separator: ",")).utf8))
    for form in [SessionExport.Form.curl, .http, .swift] {
      let export = try SessionExport(session, as: form)
      let text = String(decoding: export.bytes, as: UTF8.self)
      #expect(!text.lowercased().contains("blob:") && !text.lowercased().contains("data:,"))
      #expect(text.contains("a.test"))
      #expect(
        export.notes.prefix(2) == [
          "#1 left out: no server is asked for blob: URLs",
          "#2, #4 left out: no server is asked for data: URLs",
        ])
    }
    let har = try SessionExport(session, as: .har)
    #expect(try Session.read(har.bytes).count == 4 && har.notes == [])
  }
}
