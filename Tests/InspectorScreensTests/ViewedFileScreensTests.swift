import InspectorScreens
import NetEngine
import Testing

/// What the screens say of files, which no server has sent.
struct ViewedFileScreensTests {
  private func item(_ path: String) -> TargetItem {
    var item = TargetItem(
      name: path, method: "FILE", path: path, isSafe: true, pipeline: Pipeline(filter: .none))
    item.isViewed = true
    return item
  }

  private func stage(_ files: [(path: String, body: String)], width: Int = 120) -> Stage {
    var stage = Stage(width, 36, targets: files.map { item($0.path) })
    for (place, file) in files.enumerated() {
      let method = HTTPMethod(rawValue: "FILE")
      stage.fire(
        place,
        .success(
          Response(
            request: HTTPRequest(method: method, url: file.path),
            hops: [Hop(url: file.path, method: method)], body: Body(Array(file.body.utf8)))))
    }
    return stage
  }

  @Test("a file that stops being JSON is marked in the list, others stay", arguments: [80, 120])
  func broken(width: Int) {
    let stage = stage(
      [
        ("bad.json", #"{"a": 1, "b" 2}"#), ("good.json", #"{"a": 1}"#), ("a.ndjson", "{}\n{}\n"),
        ("a.log", "[up] 12:01\n"), ("a.txt", "up\n"),
      ], width: width)
    func row(_ path: String, _ sign: String) -> String {
      stage.rows(of: "\(sign) FILE \(path)").first ?? "no such row"
    }
    let bad = row("bad.json", "✗")
    #expect(bad.contains("broken") && !bad.contains(" ok"), "\(bad)")
    for path in ["good.json", "a.ndjson", "a.log", "a.txt"] {
      let other = row(path, "✓")
      #expect(other.contains(" ok") && !other.contains("broken"), "\(path): \(other)")
    }
    #expect(stage.shows("4✓ 1✗"))
  }

  @Test("its title says where it breaks, and not that all is well")
  func title() {
    let stage = stage([("bad.json", #"{"a": 1, "b" 2}"#)])
    #expect(stage.shows("15 B · JSON broken at 1:14"))
  }

  @Test("what a server has sent keeps the verdict of its pipeline")
  func answer() {
    var stage = Stage()
    var hop = Hop(url: "/escape", method: .get)
    hop.statusCode = 200
    let body = Body(Array(#"{"a": 1, "b" 2}"#.utf8))
    stage.show(
      "/escape",
      .success(Response(request: HTTPRequest(url: "/escape"), hops: [hop], body: body)))
    #expect(stage.shows("JSON broken at 1:"))
    #expect(stage.rows(of: "✓ GET  /escape").first?.contains("200 ok") == true)
  }

  @Test("a file has no status: the filter's step says so in place of a number")
  func filter() {
    let stage = stage([("good.json", #"{"a": 1}"#)])
    #expect(stage.shows("filter off"))
    #expect(stage.rows(of: "filter off").allSatisfy { $0.contains("no status") })
  }

  @Test("the footer reads files and fires none")
  func footer() {
    var stage = stage([("a.json", "{}"), ("b.json", "{}")])
    #expect(stage.footer.contains("⏎ read again"), "\(stage.footer)")
    #expect(!stage.footer.contains("fire"), "\(stage.footer)")
    stage.press("Space")
    #expect(stage.footer.contains("read marked") && !stage.footer.contains("fire"))
    let fresh = Stage(120, 36, targets: [item("c.json")])
    #expect(fresh.footer.contains("⏎ read ") && !fresh.footer.contains("read again"))
  }
}
