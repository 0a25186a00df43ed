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

  private struct Member {
    var name: String
    var bytes: [UInt8]
    var packed: [UInt8]?
  }

  /// A zip archive as the format's description has it, without what readers leave alone.
  private func zip(_ members: [Member], comment: String = "") -> [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(value >> (8 * $0) & 255) }
    }
    var (file, directory): ([UInt8], [UInt8]) = ([], [])
    for member in members {
      let content = member.packed ?? member.bytes
      let head =
        number(member.packed == nil ? 0 : 8, 2) + number(0, 8) + number(content.count, 4)
        + number(member.bytes.count, 4) + number(member.name.utf8.count, 2) + number(0, 2)
      directory += number(0x0201_4b50, 4) + number(20, 2) + number(20, 2) + number(0, 2) + head
      directory += number(0, 10) + number(file.count, 4) + Array(member.name.utf8)
      file += number(0x0403_4b50, 4) + number(20, 2) + number(0, 2) + head
      file += Array(member.name.utf8) + content
    }
    let start = file.count
    file += directory + number(0x0605_4b50, 4) + number(0, 4) + number(members.count, 2)
    return file + number(members.count, 2) + number(directory.count, 4) + number(start, 4)
      + number(comment.utf8.count, 2) + Array(comment.utf8)
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

  @Test("an archive opens, whatever its members are packed with and wherever the recording is")
  func zipped() throws {
    let packed = try deflated(plain)
    for (name, isPacked, comment) in [
      ("har.har", true, ""), ("a/b/x.har", false, "said by somebody"), ("X.HAR", true, "PK"),
    ] {
      let member = Member(name: name, bytes: plain, packed: isPacked ? packed : nil)
      let other = Member(name: "README", bytes: Array("no".utf8))
      let path = try folder.write("s.har.zip", zip([other, member], comment: comment))
      let session = try Session.open(path)
      #expect(session.count == 200 && session.name == "s" && session.notices == [], "\(name)")
      #expect(try Session.read(folder.bytes("s.har.zip")).count == 200)
      #expect(throws: SessionProblem.self) {
        try session.remark([0: Remark(isMarked: true)], in: path)
      }
    }
  }

  @Test("bodies stand beside the recording in the archive, and nowhere else")
  func bodies() throws {
    let entries = ["r/b.txt", "b.txt", "../b.txt", "none"].map {
      HARQuirk.entry(response: HARQuirk.response("{\"_file\":\"\($0)\"}"))
    }
    try folder.write("b.txt", Array("outside".utf8))
    let har = Array(HARQuirk.log(entries.joined(separator: ",")).utf8)
    let members = [
      Member(name: "har.har", bytes: har), Member(name: "b.txt", bytes: Array("inside".utf8)),
      Member(name: "r/b.txt", bytes: Array("below".utf8)),
    ]
    let session = try Session.open(try folder.write("s.zip", zip(members)))
    let texts = (0..<4).map { (try? session.exchange(at: $0))?.response?.body.text }
    #expect(texts == ["below", "inside", nil, nil])
    try session.seal(to: folder.path + "/sealed.har")
    #expect(
      try Session.open(folder.path + "/sealed.har").exchange(at: 1).response?.body.text == "inside")
  }

  @Test("an archive of several recordings says which one is opened; of none it is refused")
  func several() throws {
    let two = ["b.har", "aa/a.har"].map { Member(name: $0, bytes: plain) }
    let session = try Session.read(zip(two))
    #expect(
      session.count == 200 && session.notices.joined().contains("2 recordings in it: 'b.har'"))
    for bytes in [zip([]), zip([Member(name: "x.txt", bytes: [1])])] {
      #expect(throws: SessionProblem(.notASession("the archive holds no .har file"))) {
        try Session.read(bytes)
      }
    }
  }

  @Test("a member that does not hold what it says is refused, as a recording and as a body")
  func shortMembers() throws {
    let short = Member(name: "h.har", bytes: plain + [0x20], packed: try deflated(plain))
    #expect(throws: SessionProblem(.bodyFile("h.har", why: "it is damaged in the archive"))) {
      try Session.read(zip([short]))
    }
    let entry = HARQuirk.entry(response: HARQuirk.response("{\"_file\":\"b.txt\"}"))
    let har = Member(name: "h.har", bytes: Array(HARQuirk.log(entry).utf8))
    for (said, text) in [("inside", "inside"), ("inside and more", nil)] {
      let body = Member(
        name: "b.txt", bytes: Array(said.utf8), packed: try deflated(Array("inside".utf8)))
      let session = try Session.read(zip([har, body]))
      #expect((try? session.exchange(at: 0))?.response?.body.text == text)
    }
  }

  @Test("what is damaged never traps, and a lie about a size is no memory")
  func damaged() throws {
    let member = Member(name: "h.har", bytes: plain, packed: try deflated(plain))
    let good = zip([member, Member(name: "b", bytes: [1, 2, 3])])
    for length in stride(from: 4, to: good.count, by: 61) {
      _ = try? Session.read(Array(good[..<length]))
    }
    for place in stride(from: 0, to: good.count, by: 7) {
      var bytes = good
      bytes[place] = 0xff
      _ = try? Session.read(bytes)
    }
    var limits = SessionLimits()
    limits.bytes = 1_000
    #expect(throws: SessionProblem.self) { try Session.read(good, limits: limits) }
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
