import InspectorScreens
import NetEngine
import RequestFiles
import Testing

extension Stage {
  /// The last change of the configuration that was ordered.
  var lastChange: ConfigurationChange? {
    effects.compactMap { if case .configure(let change) = $0 { change } else { nil } }.last
  }

  /// Opens the editor over an answer nobody has a profile for.
  mutating func editProfile() {
    show("/escape", .success(Sample.unknownEnvelope))
    press("Ctrl-p")
  }
}

extension Story {
  static let profiles: [Story] = [
    Story(.editProfile, "a profile is made of a response of a recording too, and reads it") {
      stage in
      stage.openRecording()
      stage.press("j")
      stage.readAlong()
      stage.press("Ctrl-p")
      #expect(stage.app.screenName == "profile")
      #expect(stage.shows("GET \(Sample.base)/users/42"))
      stage.press("Enter Ctrl-u")
      stage.type("mine")
      var change: ConfigurationChange?
      for case .configure(let kept) in stage.press("Enter") { change = kept }
      #expect(change?.profile.name == "mine")
      #expect(change?.places == [Sample.base])
      stage.readAlong()
      #expect(stage.app.screenName == "session")
      stage.press("1")
      stage.readAlong()
      #expect(stage.shows("mine"))
    },
    Story(.editProfile, "a row of a recording without a document says so") { stage in
      stage.openRecording()
      stage.press("G k k")
      stage.readAlong()
      stage.press("Ctrl-p")
      #expect(stage.app.screenName == "session")
      #expect(stage.footer.contains("there is no response to pick keys in"))
    },
    Story(
      .editProfile, "Ctrl-p opens the response with the likely keys picked; Esc leaves no trace"
    ) {
      stage in
      stage.press("Ctrl-p")
      #expect(stage.footer.contains("there is no response to pick keys in"))
      stage.editProfile()
      #expect(stage.shows("Profile · GET /escape · from the detected one"))
      #expect(stage.shows("◂ code"))
      #expect(stage.shows("verdict   ✗ rejected"))
      #expect(stage.shows("code      errno  4004"))
      stage.press("Esc")
      #expect(stage.shows(" Inspector"))
      #expect(stage.lastChange == nil)
      #expect(stage.app.currentPipeline.profile == nil)
    },
    Story(.editProfile, "the list of profiles ends in it; a body that is no JSON has no keys") {
      stage in
      stage.show("/escape", .success(Sample.unknownEnvelope))
      stage.press("p G Enter")
      #expect(stage.shows("Profile · GET /escape"))
      stage.press("q")
      stage.show("/unicode", .success(Sample.unicode))
      stage.press("Ctrl-p")
      #expect(stage.footer.contains("this body is none"))
    },
    Story(.editProfile, "from a value of the JSON tree it starts at that value") { stage in
      stage.showTree(Sample.unknownEnvelope)
      stage.press("j j j j Ctrl-p m")
      #expect(stage.shows("message   data.id  7"))
    },
    Story(.takeCode, "c takes the value at the cursor, and its codes; again takes it away") {
      stage in
      stage.show("/users", .success(Sample.created))
      stage.editProfile()
      stage.press("g j j j j c")
      #expect(stage.shows("code      data.id  7"))
      #expect(stage.shows(" 1 7 "))
      stage.press("c")
      #expect(stage.shows("verdict   – no code picked yet"))
      stage.press("Enter")
      #expect(stage.footer.contains("pick the code first"))
      stage.press("g j j j c")
      #expect(stage.footer == " data holds no code: a response is good when nothing stands there")
      #expect(stage.shows("good is   when nothing stands there"))
      stage.press("g c")
      #expect(stage.footer.contains("the whole body is no code"))
    },
    Story(.takeMessage, "m takes the message, again takes it away") { stage in
      stage.editProfile()
      stage.press("g j j m")
      #expect(stage.shows("message   –"))
      stage.press("m")
      #expect(stage.shows("message   errmsg  \"查无此人\""))
      stage.press("g m")
      #expect(stage.footer.contains("the whole body is no message"))
    },
    Story(.takeData, "d takes the data, again it is the whole body") { stage in
      stage.editProfile()
      #expect(stage.shows("data      data  object, 2 keys"))
      stage.press("g j j j d")
      #expect(stage.shows("data      the whole body"))
    },
    Story(.turnCode, "a digit changes what a code means, and the verdict with it") { stage in
      stage.editProfile()
      #expect(stage.shows(" 1 4004  ✗ rejected"))
      stage.press("1")
      #expect(stage.shows(" 1 4004  ✓ ok"))
      #expect(stage.shows("verdict   ✓ success"))
      stage.press("1")
      #expect(stage.shows("verdict   ✗ expired"))
      stage.press("1 9")
      #expect(stage.shows("verdict   ✗ rejected"))
      #expect(stage.footer == " there is no code 9")
    },
    Story(.editSuccess, "s types the codes that mean success") { stage in
      stage.editProfile()
      stage.press("s")
      #expect(stage.typed.hasPrefix(" success 0, 200"))
      stage.press("Ctrl-u")
      stage.type("4004, '1'")
      #expect(stage.footer.contains("'4004' or '1'"))
      stage.press("Enter")
      #expect(stage.shows("verdict   ✓ success"))
      #expect(stage.shows(" 2 1     ✓ ok        not seen"))
    },
    Story(.editSession, "i types the codes that mean: log in again") { stage in
      stage.editProfile()
      stage.press("i")
      stage.type("4004")
      stage.press("Enter")
      #expect(stage.shows("verdict   ✗ expired"))
      stage.press("i Ctrl-u Esc")
      #expect(stage.shows("verdict   ✗ expired"))
    },
    Story(.changeRule, "r goes through what decides") { stage in
      stage.editProfile()
      stage.press("r")
      #expect(stage.shows("good is   when nothing stands there"))
      stage.press("r")
      #expect(stage.shows("code      the HTTP status  200"))
      #expect(stage.shows("verdict   ✓ success"))
      stage.press("r")
      #expect(stage.shows("good is   a success code"))
    },
    Story(.changeMissing, "o says what a response without a code is") { stage in
      stage.editProfile()
      stage.press("o")
      #expect(stage.shows("good is   a success code, or none at all"))
    },
    Story(.saveProfile, "Enter asks for a name; then it is in force, in the list and in the file") {
      stage in
      stage.editProfile()
      stage.press("1 Enter")
      #expect(stage.typed.hasPrefix(" profile 127.0.0.1"))
      #expect(stage.footer.contains("kept as 127.0.0.1 in inspector.json"))
      stage.press("Ctrl-u")
      stage.type("shop")
      stage.press("Enter")
      #expect(stage.shows(" Inspector"))
      #expect(stage.app.currentPipeline.profile?.name == "shop")
      #expect(stage.lastChange?.profile.successValues.contains("4004") == true)
      #expect(stage.lastChange?.places == [Sample.base])
      if let change = stage.lastChange {
        stage.send(.configured(.kept(change, file: "inspector.json")))
      }
      #expect(stage.footer == " shop reads the responses of \(Sample.base) · in inspector.json")
      stage.press("p")
      #expect(stage.shows("the target's own: shop"))
      stage.press("Esc Ctrl-p 1 Enter Enter")
      #expect(stage.lastChange?.profile.name == "shop")
      #expect(stage.lastChange?.profile.invalidSessionValues.contains("4004") == true)
      #expect(stage.app.currentPipeline.profile?.invalidSessionValues == ["4004"])
    },
    Story(.saveProfile, "over a request's own profile it counts for all; a failed write is said") {
      stage in
      stage.show("/users/42", .success(Sample.user))
      stage.press("Ctrl-p Enter Ctrl-u")
      stage.type("mine")
      stage.press("Enter")
      #expect(stage.lastChange?.places == [])
      #expect(stage.app.currentPipeline.profile?.name == "mine")
      stage.send(.configured(.failed("inspector.json: permission denied")))
      #expect(
        stage.footer
          == " not kept in a file: inspector.json: permission denied; it counts until you quit")
    },
  ]
}
