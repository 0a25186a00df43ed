import InspectorScreens
import NetEngine
import Testing

/// The pictures of the documents are the screens as they are: drawn of them, and kept like them.
@Suite("Pictures")
struct PictureTests {
  /// The stills: a scene of the screens, and what it shows.
  static let stills: [(scene: String, title: String)] = [
    ("start", "The list of requests, before anything was sent"),
    ("envelope", "A 200 OK that is no success: each step, and the one that failed"),
    ("tree", "An answer as a tree"),
    ("filtered", "The list, filtered"),
    ("profile-editor", "A profile made by picking keys in an answer"),
    ("compose-taken", "A request changed before it is sent again"),
    ("recorded", "The footer says what is recorded"),
    ("diff", "Two responses compared, place by place"),
    ("from-recording", "A recording that answers in place of the network"),
  ]

  @Test("stills are what the scenes look like; RECORD=1 draws them", arguments: stills)
  func still(name: String, title: String) throws {
    var stage = Stage(100, 28)
    try #require((Scene.all + Scene.recording).first { $0.name == name }).play(&stage)
    var picture = Picture()
    picture.add(stage.frame)
    Self.expect(picture.svg(title: title), name)
  }

  @Test("the moving picture is a walk through the screens; RECORD=1 draws it")
  func tour() {
    var stage = Stage(100, 28)
    var picture = Picture()
    picture.add(stage.frame, milliseconds: 1_500)
    stage.run(.waiting)
    picture.add(stage.frame, milliseconds: 700)
    stage.finish(stage.inFlight[0].id, .success(Sample.users))
    picture.add(stage.frame)
    stage.show("/users/42", .success(Sample.user))
    stage.showEnvelope()
    picture.add(stage.frame, milliseconds: 3_000)
    stage.press("2")
    picture.add(stage.frame)
    stage.press("1 c")
    stage.type("?page=2")
    picture.add(stage.frame)
    stage.press("Esc")
    stage.openRecording()
    picture.add(stage.frame)
    Self.replay(&stage)
    picture.add(stage.frame)
    stage.press("D")
    picture.add(stage.frame, milliseconds: 3_000)
    let title = "Requests fired, judged and changed; a recording fired again"
    Self.expect(picture.svg(title: title), "tour")
  }

  @Test("a recording fired again is such a screen; RECORD=1 draws it")
  func replayed() {
    var stage = Stage(100, 28)
    stage.openRecording()
    Self.replay(&stage)
    var picture = Picture()
    picture.add(stage.frame)
    Self.expect(picture.svg(title: "A recording sent again: what has changed"), "replay")
  }

  /// Fires half of the recording that is open again.
  private static func replay(_ stage: inout Stage) {
    stage.press("R")
    stage.replayed(1, .success(Sample.usersLater))
    stage.replayed(2, .success(Sample.user))
    stage.replayed(3, .success(Sample.unavailable))
    stage.send(.session(.replayEnded(nil)))
    stage.readAlong()
    stage.press("g")
  }

  private static func expect(
    _ svg: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(svg.utf8.count <= 150_000, "\(name)", sourceLocation: sourceLocation)
    let path = Golden.package + "/docs/pictures/\(name).svg"
    if Golden.isRecording {
      Golden.write(svg, to: path)
      Issue.record("drew \(name)", sourceLocation: sourceLocation)
    } else if Golden.read(path) != svg {
      Issue.record(
        "docs/pictures/\(name).svg is not what the screen looks like: RECORD=1 draws it",
        sourceLocation: sourceLocation)
    }
  }
}
