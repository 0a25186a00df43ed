import InspectorScreens
import NetEngine
import Testing

extension AnswerSource {
  fileprivate static let login = AnswerSource.session(path: "sessions/login.har")
}

extension NetError {
  fileprivate static let miss = NetError.transport(
    TransportError(
      .miss,
      detail: "GET /users is not in it; nearest: #2 GET /users/42 (the path is longer); "
        + "#3 GET /status/404 (the path has 'status' for 'users')"))
}

extension Stage {
  /// Answers what was asked of a source, or looked up in it, at once; nil is that it has nothing.
  mutating func answerAsked(_ results: [AnswerSource: Result<Response, NetError>?]) {
    for _ in 0..<4 {
      guard let order = effects.last(where: \.isAsk), asked < askCount else { return }
      switch order {
      case .ask(let source, let target), .lookUp(let source, let target):
        guard let result = results[source] else { return }
        answered()
        if let result {
          finish(begin(target, from: source), result)
        } else {
          send(.answering(.nothing(source, target: target)))
        }
      default: return
      }
    }
  }
}

extension Effect {
  /// Somebody else is to answer a request.
  var isAsk: Bool {
    switch self {
    case .ask, .lookUp: true
    default: false
    }
  }
}

extension Story {
  static let sources: [Story] = [
    Story(.answerFrom, "S goes from the servers to samples, to the recording opened last, and back")
    { stage in
      #expect(stage.press("S") == [.answer(from: .samples)])
      stage.send(.answering(.ready(.samples, count: 0)))
      #expect(stage.shows("◂ samples"))
      #expect(stage.press("S") == [.answer(from: .network)])
      stage.send(.answering(.ready(.network, count: 0)))
      #expect(!stage.shows("◂"))
      stage.openRecording()
      #expect(stage.press("S") == [.answer(from: .login)])
      #expect(stage.shows(" Inspector"))
      #expect(stage.footer == " opening login …")
      #expect(!stage.shows("◂"))
      stage.send(.answering(.ready(.login, count: 6)))
      #expect(stage.shows("◂ from login"))
      #expect(stage.footer == " the recording login answers, nothing is sent: 6 exchanges")
      stage.finish(stage.begin(0, from: .login), .success(Sample.users))
      #expect(stage.shows("ok · ◂ from login"))
      #expect(stage.shows("200 ok◂"))
      stage.press("f")
      stage.type("~replay")
      stage.press("Enter")
      #expect(stage.shows("Targets 1 of 14"))
      #expect(stage.press("S") == [.answer(from: .network)])
    },
    Story(
      .answerFrom, "a recording that cannot be opened changes nothing; a miss says what is near"
    ) { stage in
      stage.press(":")
      stage.type("stub sessions/login.har")
      #expect(stage.press("Enter") == [.answer(from: .login)])
      stage.send(.answering(.failed(.login, "login.har: no such file")))
      #expect(stage.footer == " the servers go on answering: login.har: no such file")
      stage.send(.answering(.ready(.login, count: 6)))
      #expect(!stage.shows("◂"))
      stage.finish(stage.begin(0, from: .login), .failure(.miss))
      #expect(stage.shows("✗ the session has no response: GET /users is not in it"))
      #expect(stage.shows("  #3 GET /status/404 (the path has 'status' for 'users')"))
    },
    Story(.answerFrom, "while nothing is sent nothing is asked before a change") { stage in
      stage.select("/users", "POST")
      stage.press("Space S")
      stage.send(.answering(.ready(.samples, count: 0)))
      let target = Sample.target("/users", "POST")
      #expect(stage.press("a") == [.send(target: target)])
    },
    Story(.replay, "R on the main screen fires again and shows what differs from before") { stage in
      stage.press("R")
      #expect(stage.footer.contains("nothing to compare with yet"))
      stage.show("/users", .success(Sample.usersBefore))
      let target = Sample.target("/users")
      #expect(stage.press("R") == [.ask(.network, target: target)])
      #expect(stage.shows(" build "))
      stage.answerAsked([.network: .success(Sample.usersLater)])
      #expect(stage.shows(" Diff  GET /users "))
      #expect(stage.shows("12:03:01 200 ok → "))
    },
    Story(.replay, "with a recording open it is fired over the network and compared with that") {
      stage in
      stage.openRecording()
      stage.press("q")
      stage.select("/users")
      let target = Sample.target("/users")
      #expect(stage.press("R") == [.ask(.network, target: target)])
      stage.answerAsked([
        .login: .success(Sample.usersBefore), .network: .success(Sample.usersLater),
      ])
      #expect(stage.effects.last(where: \.isAsk) == .lookUp(.login, target: target))
      #expect(stage.shows(" Diff  GET /users "))
      #expect(stage.shows("recorded in login"))
    },
    Story(.replay, "the row and the counts say how the request ended now, not as recorded") {
      stage in
      stage.openRecording()
      stage.press("q")
      stage.select("/users/42")
      for round in 1...2 {
        stage.press("R")
        let now = Sample.response("/users/42", status: 404, reason: "Not Found", body: "{}")
        stage.answerAsked([
          .login: .success(Sample.response("/users/42", body: "{}")), .network: .success(now),
        ])
        #expect(stage.shows(" Diff  GET /users/42 "))
        stage.press("q")
        #expect(
          stage.rows(of: "✗ GET  /users/42").contains { $0.contains("404 error") }, "\(stage.text)")
        #expect(stage.shows("1✗") && !stage.shows("1✓"), "\(stage.text)")
        // The recorded response stands behind the first one, and before the second one.
        stage.press(round == 1 ? "]" : "[")
        #expect(stage.shows("◂ from login"), "\(stage.text)")
        stage.press(round == 1 ? "[" : "]")
        #expect(stage.shows("GET /users/42 · 404 Not Found"), "\(stage.text)")
      }
    },
    Story(.replay, "what the recording lacks is fired too and compared with its response before") {
      stage in
      stage.openRecording()
      stage.press("q")
      stage.select("/status/404")
      let target = Sample.target("/status/404")
      let answers: [AnswerSource: Result<Response, NetError>?] = [
        .login: nil, .network: .success(Sample.notFound),
      ]
      #expect(stage.press("R") == [.ask(.network, target: target)])
      stage.answerAsked(answers)
      #expect(
        stage.footer.contains("login has no response to /status/404, and there is no other one"))
      #expect(!stage.shows("not recorded"))
      // Now there is one, and the recording is not asked again.
      #expect(stage.press("R") == [.ask(.network, target: target)])
      stage.answerAsked(answers)
      #expect(stage.effects.count { $0 == .lookUp(.login, target: target) } == 1)
      #expect(stage.shows(" Diff  GET /status/404 "))
      #expect(stage.shows("both say the same"))
      #expect(!stage.shows("recorded in"))
    },
    Story(.diff, "a token that was taken out of the recording is not compared, and that is said") {
      stage in
      stage.openRecording()
      stage.press("q")
      stage.select("/users")
      stage.press("R")
      stage.answerAsked([
        .login: .success(
          Sample.response("/users", body: #"{"access_token":"‹redacted:access_token#1›"}"#)),
        .network: .success(
          Sample.response("/users", body: #"{"access_token":"fresh-Zq81ksQ0pT"}"#)),
      ])
      #expect(stage.shows("/access_token  redacted, not compared"))
      #expect(!stage.shows("fresh-Zq81ksQ0pT"))
    },
    Story(.replay, "what is marked is fired together and counted; what may change data is asked") {
      stage in
      for path in ["/users", "/users/42"] { stage.show(path, .success(Sample.user)) }
      stage.select("/users", "POST")
      stage.fire(Sample.target("/users", "POST"), .success(Sample.created))
      stage.press("g Space")
      let asked = stage.press("R")
      #expect(asked.filter(\.isAsk).count == 2)
      #expect(stage.footer.contains("1 request may change data"))
      #expect(stage.press("y") == [.ask(.network, target: Sample.target("/users", "POST"))])
      for case .ask(let source, let target) in asked {
        #expect(source == .network)
        stage.finish(stage.begin(target, from: source), .success(Sample.user))
      }
      stage.finish(stage.begin(Sample.target("/users", "POST")), .success(Sample.users))
      #expect(stage.footer.hasPrefix(" sent again: 2 same, 1 "))
    },
    Story(.diff, "D looks the recording of a live answer up where one is open") { stage in
      stage.openRecording()
      stage.press("q")
      stage.show("/users", .success(Sample.usersLater))
      let target = Sample.target("/users")
      #expect(stage.press("D") == [.lookUp(.login, target: target)])
      stage.answerAsked([.login: .success(Sample.usersBefore)])
      #expect(stage.shows("recorded in login"))
      stage.press("q D")
      #expect(stage.shows("recorded in login"))
      stage.press("q")
      #expect(!stage.shows("◂ from login"))
      stage.show("/status/404", .success(Sample.notFound))
      stage.press("D")
      stage.answerAsked([.login: nil])
      #expect(stage.footer.contains("login has no response to /status/404"))
      #expect(!stage.shows("not recorded"))
    },
    Story(.diff, "a recorded answer has its own time, and the older one is on the left") { stage in
      stage.openRecording()
      stage.press("q")
      stage.show("/users", .success(Sample.usersLater), at: 5)
      stage.press("D")
      stage.answered()
      stage.finish(
        stage.begin(Sample.target("/users"), from: .login, recorded: (4, "Nov 23 17:20")),
        .success(Sample.usersBefore))
      let sides = "Nov 23 17:20 200 ok → 12:03:01 200 ok · left recorded in login"
      stage.resize(80, 24)
      #expect(stage.shows(sides), "\(stage.text)")
      stage.resize(120, 36)
      stage.press("q ]")
      #expect(stage.shows("◂ from login"))
      stage.press("D")
      #expect(stage.shows(sides), "\(stage.text)")
      stage.press("q Shift-Tab")
      #expect(stage.row(of: "12:03:01 GET") < stage.row(of: "12:03:02 GET"), "\(stage.text)")
    },
    Story(.diff, "a recording that goes on during this run may have the newer answer") { stage in
      stage.openRecording()
      stage.press("q")
      stage.show("/users", .success(Sample.usersBefore), at: 5)
      stage.press("D")
      stage.answered()
      stage.finish(
        stage.begin(Sample.target("/users"), from: .login, recorded: (6, "12:03:40")),
        .success(Sample.usersLater))
      #expect(stage.shows("12:03:01 200 ok → 12:03:40 200 ok · right recorded in login"))
    },
    Story(.sort, "o orders the answers where they are listed: slowest, largest, kind, status") {
      stage in
      stage.playSession()
      stage.press("Shift-Tab")
      #expect(stage.shows(" History 9 "))
      stage.press("o")
      #expect(stage.shows(" History 9 · slowest first "))
      stage.press("o")
      #expect(stage.shows("largest first"))
      stage.press("o")
      #expect(stage.shows("by kind"))
      #expect(stage.row(of: "12:03:09 GET  /hang") < stage.row(of: "12:03:05 GET  /refused"))
      stage.press("o g")
      #expect(stage.shows("by status"))
      stage.fire(Sample.target("/refused"), .failure(Sample.refused))
      #expect(stage.shows(" History 10 · by status "))
      stage.press(":")
      stage.type("sort newest")
      stage.press("Enter")
      #expect(stage.shows(" History 10 ━"))
    },
  ]
}
