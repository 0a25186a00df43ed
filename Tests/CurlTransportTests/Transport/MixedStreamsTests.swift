import CurlTransport
import NetEngine
import TestSupport
import Testing

/// Streams of HTTP/2 mixed on one connection: every answer belongs to who asked for it.
///
/// Over TLS they are mixed. In cleartext libcurl before 8.0.0 loses itself at the second request on a
/// connection: there each has a connection of its own, see `LibcurlVersion`.
@Suite(
  "Mixed streams", .serialized, .timeLimit(.minutes(10)),
  .enabled(
    if: ProcessTable.isDeep && HTTP2Server.isAvailable && Certificates.areAvailable,
    "INSPECTOR_DEEP=1, and the tools nghttpd and openssl"))
struct MixedStreamsTests {
  private static let files = 250
  let folder: TestFolder
  let transport = LibcurlTransport(environment: [:])

  init() throws {
    folder = try TestFolder()
    for number in 0..<Self.files { _ = try folder.write("\(number).bin", Self.body(number)) }
  }

  /// Some fit in a frame, some need many; each is told from every other.
  private static func body(_ number: Int) -> [UInt8] {
    let word = Array("\(number);".utf8)
    var body: [UInt8] = []
    for _ in 0...(number * number % 4_001) { body += word }
    return body
  }

  /// The hop of an answer, and how often the server had ended the connection before it came.
  private func fire(_ url: String, _ number: Int) async throws -> (hop: Hop, cuts: Int) {
    var cuts = 0
    while true {
      let result = await transport.fire("\(url)/\(number % Self.files).bin") { target in
        var options = RequestOptions()
        (options.version, options.verifiesTLS) = (.http2, false)
        target.options = options
      }
      // Nothing of it has come, or its head alone.
      if let kind = result.error?.kind, [.reset, .empty, .truncated].contains(kind), cuts < 20 {
        cuts += 1
        continue
      }
      let response = try result.get()
      #expect(response.body == Body(Self.body(number % Self.files)), "request \(number)")
      return (response.hops[0], cuts)
    }
  }

  /// So many requests by fifty who ask one after the other.
  private func crowd(_ count: Int, _ url: String) async throws -> [(hop: Hop, cuts: Int)] {
    try await withThrowingTaskGroup(of: [(hop: Hop, cuts: Int)].self) { group in
      for person in 0..<50 {
        group.addTask {
          var hops: [(hop: Hop, cuts: Int)] = []
          for number in stride(from: person, to: count, by: 50) {
            hops.append(try await fire(url, number))
          }
          return hops
        }
      }
      var all: [(hop: Hop, cuts: Int)] = []
      for try await some in group { all += some }
      return all
    }
  }

  @Test("10,000 over TLS share few connections, and none gets another's answer")
  func overTLS() async throws {
    let server = try await HTTP2Server(folder, tls: Certificates.made.get().own, isSilent: true)
    let all = try await crowd(10_000, server.url)
    #expect(all.count == 10_000 && all.allSatisfy { $0.hop.httpVersion == "2" })
    let connections = Set(all.map(\.hop.connection.local)).count
    let cuts = all.map(\.cuts).reduce(0, +)
    print("mixed streams over TLS: 10000 requests, \(connections) connections, \(cuts) cut off")
    // libcurl 7.88 resets every stream that it reads to its end, though it is over; a server that
    // guards itself against floods of resets ends such a connection after a thousand. What is cut
    // off then is told as that.
    #expect(connections <= 200 && cuts <= 500)
  }

  @Test(
    "in cleartext each has its own where libcurl cannot mix them, and none gets another's answer")
  func inCleartext() async throws {
    let server = try await HTTP2Server(folder, isSilent: true)
    let all = try await crowd(2_000, server.url)
    #expect(all.count == 2_000 && all.allSatisfy { $0.hop.httpVersion == "2" && $0.cuts == 0 })
    let reused = all.count { $0.hop.connection.isReused }
    print("streams in cleartext: 2000 requests, \(reused) on a connection in use")
    #expect(LibcurlVersion.keepsCleartextHTTP2 || reused == 0)
  }
}
