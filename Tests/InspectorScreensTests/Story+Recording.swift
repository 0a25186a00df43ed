import InspectorScreens
import NetEngine
import NetRecordings
import Testing

extension Stage {
  /// Two answers, and a recording that has them.
  mutating func record(problem: SessionProblem? = nil) {
    app.recording = RecordingState(name: "scratch")
    fire(Sample.target("/users"), .success(Sample.users))
    fire(Sample.target("/status/404"), .success(Sample.notFound))
    guard let problem else { return }
    send(
      .recording(.state(RecordingState(name: "scratch", Shortfall(problem: problem, inMemory: 1)))))
  }

  static let full = SessionProblem(.unwritable("No space left on device"), path: "scratch.jsonl")
}

extension Scene {
  static let recording: [Scene] = [
    Scene(name: "recorded") { $0.record() },
    Scene(name: "recorded-nowhere") { $0.record(problem: Stage.full) },
    Scene(name: "save-typing") { stage in
      stage.record()
      stage.press("w")
      stage.type("login")
    },
    Scene(name: "save-replace") { stage in
      stage.record()
      stage.send(.recording(.exists(name: "login", place: "sessions/login.har")))
    },
  ]
}

extension Story {
  static let recording: [Story] = [
    Story(.save, "w asks for a name, saves, and says how many secrets went and where it is") {
      stage in
      stage.record()
      #expect(stage.frame.text(ofRow: 0).contains("● recording scratch"))
      stage.press("w")
      #expect(stage.shows("its secrets taken out"))
      stage.type("login")
      #expect(stage.shows("sessions/login.har"))
      #expect(stage.press("Enter") == [.save(SaveOrder(name: "login"))])
      var report = SealReport(path: "sessions/login.har")
      report.count = 2
      report.redacted = ["Authorization": 3]
      stage.send(.recording(.saved(report)))
      #expect(stage.footer == " 2 exchanges, 3 secrets taken out: sessions/login.har")
      stage.send(.recording(.saved(report, gone: 1)))
      #expect(stage.footer.contains("taken out, 1 older one had to make room before: sessions/"))
      stage.send(.recording(.empty))
      #expect(stage.footer == " nothing was sent yet: send a request first")
    },
    Story(.save, "a file that is there is replaced after a yes only") { stage in
      stage.record()
      stage.press(":")
      stage.type("save login.har")
      #expect(stage.press("Enter") == [.save(SaveOrder(name: "login"))])
      stage.send(.recording(.exists(name: "login", place: "sessions/login.har")))
      #expect(stage.footer.contains("sessions/login.har is there already: replace it?"))
      #expect(stage.press("n") == [])
      #expect(stage.footer.contains("sessions/login.har is as it was"))
      stage.send(.recording(.exists(name: "login", place: "sessions/login.har")))
      #expect(stage.press("y") == [.save(SaveOrder(name: "login", replaces: true))])
      #expect(stage.press("y") == [])
    },
    Story(.save, "the profile responses are read by goes along") { stage in
      stage.record()
      stage.command("profile status/msg/data")
      for send in [Event.recording(.exists(name: "login", place: "sessions/login.har")), nil] {
        var effects: [Effect] = []
        if let send {
          stage.send(send)
          effects = stage.press("y")
        } else {
          effects = stage.command("save login")
        }
        guard case .save(let order) = effects.last else {
          Issue.record("nothing was ordered")
          continue
        }
        #expect(order.profile?.statusCodeKey == "status")
      }
    },
    Story(.save, "a name that cannot be one is marked and stays to be mended") { stage in
      stage.record()
      for (name, words) in [
        ("a/", "a name is needed"), (".x", "does not start with a dot"), ("a/..", "with a dot"),
      ] {
        stage.press("w")
        stage.type(name)
        #expect(stage.press("Enter") == [])
        #expect(stage.shows(words))
        stage.press("Esc")
      }
      stage.press(":")
      stage.type("save ../.x")
      #expect(stage.press("Enter") == [])
      #expect(stage.typed.contains("save as ../.x"))
    },
    Story(.save, "a path is where it is kept") { stage in
      stage.record()
      stage.press("w")
      stage.type("../day.har")
      #expect(stage.shows("../day.har, its secrets taken out"))
      #expect(!stage.shows("sessions/"))
      #expect(stage.press("Enter") == [.save(SaveOrder(name: "../day"))])
    },
    Story(.save, "without a recording, or without a response, there is nothing to save") { stage in
      stage.press("w")
      #expect(stage.footer == " nothing is recorded here")
      stage.app.recording = RecordingState(name: "scratch")
      stage.press("w")
      #expect(stage.footer == " there is nothing to save yet: send a request first")
    },
    Story(.save, "what cannot be kept is said at once and stays in the first row") { stage in
      stage.record(problem: Stage.full)
      #expect(stage.footer.contains("in memory only: 'scratch.jsonl'"))
      stage.press("Esc")
      #expect(stage.frame.text(ofRow: 0).contains("✗ not saved"))
      stage.send(.recording(.state(RecordingState(name: "scratch-2"))))
      #expect(stage.footer.contains("on the disk again"))
      #expect(stage.frame.text(ofRow: 0).contains("● recording scratch-2"))
      stage.send(.recording(.failed("'x' — choose another place")))
      #expect(stage.footer == " not saved: 'x' — choose another place")
    },
    Story(.back, "q says that exchanges are in memory only before it quits") { stage in
      stage.record(problem: Stage.full)
      #expect(stage.press("q") == [])
      #expect(stage.footer == " 1 exchange is in memory only, w saves it: q again quits")
      #expect(stage.press("q") == [.quit])
    },
    Story(.back, "q names the responses that came after the last save") { stage in
      stage.record()
      let running = stage.begin(Sample.target("/users"))
      stage.command("save login")
      stage.send(.recording(.saved(SealReport(path: "sessions/login.har"))))
      #expect(stage.press("q") == [])
      #expect(stage.footer == " 1 request is running: q again quits")
      stage.finish(running, .success(Sample.users))
      #expect(stage.press("q") == [])
      #expect(stage.footer == " 1 response came after the last save, w saves it: q again quits")
      stage.command("save login-2")
      stage.send(.recording(.failed("the disk is full")))
      #expect(stage.press("q") == [])
      stage.command("save login-2")
      stage.send(.recording(.saved(SealReport(path: "sessions/login-2.har"))))
      #expect(stage.press("q") == [.quit])
    },
    Story(.save, "the count of responses that the full history has cut is up to date") { stage in
      stage.record()
      for count in 1...2 {
        var shortfall = Shortfall()
        shortfall.cut = count
        stage.send(.recording(.state(RecordingState(name: "scratch", shortfall))))
      }
      #expect(stage.footer.contains("history is full: the body of 2 older exchanges was cut"))
      stage.send(.recording(.saved(SealReport(path: "sessions/login.har"))))
      var shortfall = Shortfall()
      shortfall.cut = 4
      stage.send(.recording(.state(RecordingState(name: "scratch", shortfall))))
      #expect(stage.footer.contains("history is full: the body of 4 older exchanges was cut"))
      shortfall.capped = 1
      stage.send(.recording(.state(RecordingState(name: "scratch", shortfall))))
      #expect(stage.footer.contains("the recording keeps 32 MiB of a body: 1 response had more"))
    },
    Story(.save, "what a crash has left is told, and how to get it") { stage in
      stage.send(.recording(.recoverable(3)))
      #expect(
        stage.footer == " 3 exchanges can be recovered: O opens them, inspector seal keeps them")
    },
  ]
}
