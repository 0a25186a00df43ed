import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles
import Testing

/// One rule: a stored response is judged by its own profile, else by the one kept for its own URL.
@Suite("The profile of a stored response") struct StoredProfileTests {
  private static let bases = ["http://one.test", "http://two.test"]
  private static let kept = [
    bases[0]: Sample.standard, bases[1] + "/users": Sample.numeric,
  ]

  private func listing(_ base: Int, path: String = "/users") -> TargetListing {
    let base = Self.bases[base]
    let item = TargetItem(
      name: "users", method: "GET", path: path, url: base + path, isSafe: true, base: base)
    return TargetListing(title: "t", baseURL: base, items: [item])
  }

  private func response(_ base: Int, path: String = "/users") -> Response {
    var response = Sample.response(
      path, body: #"{"status":"no","code":"401","msg":"over \#(base)","data":null}"#)
    response.request = HTTPRequest(url: Self.bases[base] + path)
    return response
  }

  private func stage(_ listing: TargetListing, recording: Bool = true) -> Stage {
    var stage = Stage()
    stage.app = App(listing, keptProfiles: Self.kept)
    if recording { stage.app.recording = RecordingState(name: "scratch") }
    stage.resize(120, 36)
    return stage
  }

  private func recall(_ response: Response, in stage: inout Stage) {
    let order = LookBackOrder(target: 0, skipping: 0)
    // The runner may have read it by what counted before, or not at all.
    let recalled = RecalledAnswer(
      clock: "Nov 23", run: "Nov 23 17:20", request: response.request, result: .success(response),
      reading: Reading(.success(response), Pipeline()))
    stage.send(.recalled(order, recalled))
  }

  @Test("the response of an earlier run is judged by the profile that is kept for its URL")
  func recalled() {
    for (base, profile) in [(0, Sample.standard), (1, Sample.numeric)] {
      var stage = stage(listing(0))
      recall(response(base), in: &stage)
      #expect(stage.app.currentPipeline.profile == profile)
      #expect(!stage.shows("200 expired?"), "\(stage.text)")
    }
    var own = response(0)
    own.profile = Sample.numeric
    var stage = stage(listing(0))
    recall(own, in: &stage)
    #expect(stage.app.currentPipeline.profile == Sample.numeric)
    #expect(stage.shows("✗ expired"), "\(stage.text)")
  }

  @Test("another environment judges no old response anew")
  func environment() {
    var stage = stage(listing(0))
    stage.fire(0, .success(response(0)))
    #expect(stage.app.currentPipeline.profile == Sample.standard)
    stage.send(.listed(listing(1)))
    #expect(stage.app.currentPipeline.profile == Sample.standard)
    stage.fire(0, .success(response(1)))
    #expect(stage.app.currentPipeline.profile == Sample.numeric)
    stage.press("D")
    #expect(stage.shows("rejected 'no' → expired '401'"), "\(stage.text)")
  }

  @Test("the same response under two profiles differs by its verdict")
  func verdictsAlone() {
    var stage = stage(listing(0))
    stage.fire(0, .success(response(0)))
    stage.send(.listed(listing(1)))
    var same = response(0)
    same.request = HTTPRequest(url: Self.bases[1] + "/users")
    stage.fire(0, .success(same))
    stage.press("D")
    #expect(stage.shows("the same response, which two profiles read differently"), "\(stage.text)")
    #expect(!stage.shows("nothing differs") && !stage.shows("both say the same"))
  }

  @Test("a profile is kept for the URL of the response that shows, up to a value made for a firing")
  func place() {
    for (path, sent, place) in [
      ("/users", "/users", "/users"), ("/users/{{$uuid}}", "/users/7", "/users"),
    ] {
      for base in 0...1 {
        var stage = Stage()
        stage.app = App(listing(0, path: path))
        stage.resize(120, 36)
        var response = Sample.unknownEnvelope
        response.request = HTTPRequest(url: Self.bases[0] + sent)
        stage.fire(0, .success(response))
        // The list may have gone on to another environment.
        stage.send(.listed(listing(base, path: path)))
        stage.press("P")
        let isThere = base == 0 || path == sent
        #expect(stage.lastChange?.places == [Self.bases[0] + (isThere ? place : sent)])
        #expect(stage.app.currentPipeline.profile != nil)
      }
    }
  }

  @Test("responses of earlier runs stand in the order in which they were sent, each with its run")
  func order() {
    for width in [120, 160, 200] {
      var stage = Stage(width, 36)
      stage.app.recording = RecordingState(name: "scratch")
      stage.fire(0, .success(Sample.users))
      for (target, day, sent) in [(0, "Nov 21", 21), (1, "Nov 23", 23), (0, "Nov 20", 20)] {
        let skipping = day == "Nov 20" ? 1 : 0
        stage.send(
          .recalled(
            LookBackOrder(target: target, skipping: skipping),
            .stored(day, sent: sent, .success(Sample.users))))
      }
      stage.press("Shift-Tab")
      let rows = ["12:03:01", "Nov 23", "Nov 21", "Nov 20"].map { stage.row(of: "\($0) ") }
      #expect(rows == rows.sorted() && rows.first ?? -1 >= 0, "\(stage.text)")
      for day in ["Nov 23", "Nov 21", "Nov 20"] {
        let line = stage.rows(of: "\(day)   GET").first ?? ""
        let row = line.split(separator: "│").first ?? ""
        #expect(row.contains("/users") && row.contains(" 17:20 "), "\(stage.text)")
        #expect(row.split(separator: ":").count == 2, "it has one time: \(row)")
      }
    }
  }
}
