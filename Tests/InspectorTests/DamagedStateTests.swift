import Dispatch
import Inspector
import InspectorCommands
import InspectorScreens
import NetEngine
import RequestFiles
import TestSupport
import Testing

/// Files of the state folder that hold one JSON object.
@Suite struct DamagedStateTests {
  @Test("a damaged file is kept under another name before a new one takes its place")
  func kept() throws {
    let folder = try TestFolder()
    let state = StateFolder(path: folder.path + "/state")
    func write(_ value: String) throws {
      try state.changeObject("environments.json") { _ in JSON(members: [("a", JSON(value))]) }
    }
    try write("1")
    try write("2")
    #expect(folder.read("state/environments.json.damaged") == nil)
    for (number, damaged) in [#"{"a":"#, "[1]", "\u{0}"].enumerated() {
      try folder.write("state/environments.json", damaged)
      try write("3")
      let name = "state/environments.json.damaged" + (number == 0 ? "" : "-\(number + 1)")
      #expect(folder.read(name) == damaged)
      #expect(folder.read("state/environments.json") == #"{"a":"3"}"# + "\n")
    }
  }

  @Test("two programs keep a draft of the same request each, and remove their own alone")
  func drafts() throws {
    let folder = try TestFolder()
    func draft(_ url: String) -> Draft { Draft(WrittenRequest(method: "GET", target: url)) }
    func file() -> DraftFile { DraftFile(folder: StateFolder(path: folder.path)) }
    let (first, second) = (file(), file())
    _ = (first.read(), second.read())
    try first.change(["a": draft("http://h.test/1")])
    try first.change(["a": draft("http://h.test/12")])
    #expect(file().read().all.map(\.draft.url) == ["http://h.test/12"], "its own one goes")
    try second.change(["b": draft("http://h.test/b")])
    try second.change(["a": draft("http://h.test/2")])
    #expect(file().read()["a"]?.url == "http://h.test/2")
    try second.change(["a": nil])
    #expect(file().read()["a"]?.url == "http://h.test/12", "the first program's stays")
    try second.change(["a": draft("http://h.test/3")])
    try first.change(["a": nil])
    #expect(file().read()["a"]?.url == "http://h.test/3", "the second program's stays")
    #expect(file().read()["b"] != nil)
  }

  @Test("changes of many writers at once are all kept")
  func writers() throws {
    let folder = try TestFolder()
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      let state = StateFolder(path: folder.path)
      for number in 0..<20 {
        try? state.change("lines") { $0 + Array("\(writer)-\(number)\n".utf8) }
      }
    }
    let lines = try #require(folder.read("lines")).split(separator: "\n")
    #expect(Set(lines).count == 160)
  }

  @Test("a yes is kept beside a damaged file of them, and said on stderr")
  func access() throws {
    let folder = try TestFolder()
    try folder.write("t.http", "GET http://127.0.0.1:1/{{$processEnv SECRET_X}}\n")
    try folder.write("state/inspector/environment-access.json", "{")
    let run = try PTY(
      Spawn.inspector, ["run", folder.path + "/t.http"], width: 200, height: 40,
      environment: ["SECRET_X": "abcd", "XDG_STATE_HOME": folder.path + "/state"])
    try run.wait(for: "Send? [y/N]")
    try run.type("y\r")
    #expect(try run.waitForEnd() == .exited(3))
    #expect(run.screen.contains("environment-access.json is damaged: it is kept as"))
    #expect(folder.read("state/inspector/environment-access.json.damaged") == "{")
    let kept = try #require(folder.read("state/inspector/environment-access.json"))
    #expect(kept.contains(#"[["SECRET_X","http://127.0.0.1:1"]]"#), "\(kept)")
  }
}
