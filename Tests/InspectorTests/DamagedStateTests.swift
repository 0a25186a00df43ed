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
    func write(_ text: String) throws {
      _ = try state.write(replacing: "environments.json", Body(text))
    }
    try write(#"{"a":"1"}"#)
    try write(#"{"a":"2"}"#)
    #expect(folder.read("state/environments.json.damaged") == nil)
    for (number, damaged) in [#"{"a":"#, "[1]", "\u{0}"].enumerated() {
      try folder.write("state/environments.json", damaged)
      try write(#"{"a":"3"}"#)
      let name = "state/environments.json.damaged" + (number == 0 ? "" : "-\(number + 1)")
      #expect(folder.read(name) == damaged)
      #expect(folder.read("state/environments.json") == #"{"a":"3"}"#)
    }
  }

  @Test("a draft that another program has typed is moved aside before it is replaced")
  func drafts() throws {
    let folder = try TestFolder()
    func draft(_ url: String) -> Draft { Draft(WrittenRequest(method: "GET", target: url)) }
    let (first, second) = (
      DraftFile(folder: StateFolder(path: folder.path)),
      DraftFile(folder: StateFolder(path: folder.path))
    )
    _ = (first.read(), second.read())
    #expect(try first.change(["a": draft("http://h.test/1")]) == nil)
    #expect(try first.change(["a": draft("http://h.test/12")]) == nil, "its own one goes")
    #expect(try second.change(["b": draft("http://h.test/b")]) == nil, "of another request")
    let place = try second.change(["a": draft("http://h.test/2")])
    #expect(place == folder.path + "/drafts-replaced.jsonl")
    #expect(folder.read("drafts-replaced.jsonl")?.contains("http://h.test/12\"") == true)
    #expect(second.read()["a"]?.url == "http://h.test/2")
    #expect(try first.change(["a": nil]) == place, "a draft that is sent replaces it too")
    #expect(folder.read("drafts-replaced.jsonl")?.contains("http://h.test/2\"") == true)
    #expect(second.read()["a"] == nil && second.read()["b"] != nil)
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
