import CurlTransport
import DemoServer
import NetEngine
import TestServer
import TestSupport
import Testing

/// A download is the whole file or nothing, and never takes the place of what it may not replace.
@Suite(.timeLimit(.minutes(10))) struct DownloadTests {
  let server: DemoServer
  let folder: TestFolder
  let provider = Provider(transport: LibcurlTransport(environment: [:]))

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
  }

  func download(
    _ path: String, to name: String, overwrites: Bool = false,
    _ change: (inout TestTarget) -> Void = { _ in }
  ) async -> Result<Response, NetError> {
    let destination = DownloadDestination(path: folder.path + "/" + name, overwrites: overwrites)
    var target = TestTarget(
      baseURL: server.baseURL, path: path, task: .downloadDestination(destination))
    change(&target)
    return await provider.request(target).result
  }

  @Test("the file has every byte, and nothing else is left in the folder")
  func whole() async {
    let response = await download("/bytes/300000", to: "file").response
    #expect(response?.body.count == 300_000)
    #expect(folder.bytes("file") == response?.body.bytes)
    #expect(folder.names == ["file"])
  }

  @Test("an empty answer is an empty file")
  func empty() async {
    #expect(await download("/empty", to: "file").word == "200")
    #expect(folder.names == ["file"] && folder.bytes("file") == [])
  }

  @Test("a file that exists stays, and the answer is not lost")
  func exists() async throws {
    _ = try folder.write("file", "mine")
    let error = await download("/bytes/1024", to: "file").error
    #expect(error?.kind == .storage)
    #expect(error?.exitCode == 5)
    #expect(error?.message.contains("'\(folder.path)/file' is already there") == true)
    #expect(error?.response?.body.count == 1_024)
    #expect(folder.text("file") == "mine")
    #expect(folder.names == ["file"])
  }

  @Test("a file that may be replaced is")
  func overwrites() async throws {
    _ = try folder.write("file", "mine")
    #expect(await download("/bytes/3", to: "file", overwrites: true).word == "200")
    #expect(folder.bytes("file") == [0, 1, 2])
    #expect(folder.names == ["file"])
  }

  @Test(
    "a response that breaks off or is refused leaves what was there",
    arguments: [
      ("/broken/length/too-long", "truncated"), ("/status/404", "client"), ("/nowhere", "client"),
    ])
  func nothing(path: String, word: String) async throws {
    _ = try folder.write("old", "mine")
    for name in ["old", "new"] {
      let result = await download(path, to: name, overwrites: true) {
        $0.validationType = .successCodes
      }
      #expect(result.word == word)
    }
    #expect(folder.names == ["old"])
    #expect(folder.text("old") == "mine")
  }

  @Test(
    "a place that cannot be written is named",
    arguments: [
      ("no/such/folder", "No such file or directory"), ("", "Not a directory"),
      ("a\0b", "not a file name"),
    ])
  func unwritable(name: String, words: String) async {
    let error = await download("/bytes/3", to: name, overwrites: true).error
    #expect(error?.kind == .storage)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.response?.body.count == 3)
    #expect(folder.names == [])
  }

  @Test("a stub's sample is written too")
  func stub() async {
    let destination = DownloadDestination(path: folder.path + "/file")
    let target = TestTarget(task: .downloadDestination(destination), sampleData: "sample")
    #expect(await provider.request(target, stub: .immediate).result.word == "200")
    #expect(folder.text("file") == "sample")
  }

  @Test("a body that is read as a stream is not written")
  func streamed() async throws {
    let destination = DownloadDestination(path: folder.path + "/file")
    let target = TestTarget(
      baseURL: server.baseURL, path: "/bytes/100", task: .downloadDestination(destination))
    var count = 0
    for try await piece in provider.request(target).bytes { count += piece.count }
    #expect(count == 100)
    #expect(folder.names == [])
  }
}
