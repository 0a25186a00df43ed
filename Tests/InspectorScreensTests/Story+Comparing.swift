import InspectorScreens
import NetEngine
import Testing

extension Sample {
  /// The same list, one name changed, its elements in another order.
  static let usersLater = response(
    "/users", body: #"{"code":0,"msg":"","data":[{"id":2,"name":"b"},{"id":1,"name":"x"}]}"#)

  static let usersBefore = response(
    "/users", body: #"{"code":0,"msg":"","data":[{"id":1,"name":"a"},{"id":2,"name":"b"}]}"#)

  /// Another verdict.
  static let usersRefused = response(
    "/users", body: #"{"code":7,"msg":"","data":[{"id":1,"name":"a"},{"id":2,"name":"b"}]}"#)
}

extension Stage {
  /// Two answers of one request that differ in a name and in their order.
  mutating func showTwoAnswers() {
    select("/users")
    fire(Sample.target("/users"), .success(Sample.usersBefore))
    fire(Sample.target("/users"), .success(Sample.usersLater))
  }
}

extension Story {
  static let comparing: [Story] = [
    Story(.diff, "the sides have the verdicts of the list, doubtful ones too") { stage in
      stage.select("/escape")
      stage.fire(Sample.target("/escape"), .success(Sample.unknownEnvelope))
      stage.fire(Sample.target("/escape"), .success(Sample.unknownEnvelope))
      stage.press("D")
      #expect(stage.shows("12:03:01 200 rejected? → 12:03:02 200 rejected?"))
    },
    Story(.diff, "D compares the shown response with the one before, place by place") { stage in
      stage.press("D")
      #expect(stage.footer == " there is no response to compare: send the request first")
      stage.select("/users")
      stage.fire(Sample.target("/users"), .success(Sample.usersBefore))
      stage.press("D")
      #expect(
        stage.footer == " nothing to compare with: r sends the request again, O opens a recording")
      stage.fire(Sample.target("/users"), .success(Sample.usersLater))
      stage.press("D")
      #expect(stage.shows(" Diff  GET /users "))
      #expect(stage.shows("body (value) · 1 of 2 differences · 12:03:01 200 ok"))
      #expect(stage.row(of: "↕ /data  another order") >= 0)
      #expect(stage.row(of: "~ /data/0/name") >= 0)
      #expect(stage.row(of: "- \"a\"") + 1 == stage.row(of: "+ \"x\""))
      stage.press("q")
      #expect(stage.shows(" Inspector"))
    },
    Story(.diff, "the same answer twice says the same; a header of the moment is forgiven") {
      stage in
      stage.select("/users")
      stage.fire(Sample.target("/users"), .success(Sample.users))
      stage.fire(Sample.target("/users"), .success(Sample.users))
      stage.press("D")
      #expect(stage.shows("✓ both say the same, to the last value"))
    },
    Story(.diff, "what was never sent is not compared; what failed twice does not say the same") {
      stage in
      stage.select("/users")
      let target = Sample.target("/users")
      let setup = NetError.requestMapping(SetupProblem(.url, .noScheme, text: "/users"))
      stage.fire(target, .failure(setup))
      stage.fire(target, .failure(setup))
      stage.press("D")
      #expect(stage.shows(" Inspector"))
      #expect(stage.footer == " it was never sent: there is nothing to compare")
      stage.fire(target, .success(Sample.users))
      stage.press("D")
      #expect(
        stage.footer == " nothing to compare with: r sends the request again, O opens a recording")
      stage.select("/refused")
      stage.fire(Sample.target("/refused"), .failure(Sample.refused))
      stage.fire(Sample.target("/refused"), .failure(Sample.refused))
      stage.press("D")
      #expect(stage.shows("✗ both failed in the same way, there is no response to compare"))
      #expect(!stage.shows("both say the same"))
    },
    Story(.diff, "another verdict is said in words") { stage in
      stage.select("/users")
      stage.fire(Sample.target("/users"), .success(Sample.usersBefore))
      stage.fire(Sample.target("/users"), .success(Sample.usersRefused))
      stage.press("D")
      #expect(stage.shows("envelope  success '0' → rejected '7'"))
      #expect(stage.shows(" envelope · "))
    },
    Story(.diff, "large responses are compared apart from the screen") { stage in
      let rows = (0..<40_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
      stage.select("/large")
      let target = Sample.target("/large")
      let (first, second) = ("[\(rows)]", "[\(rows),{\"id\":-1}]")
      stage.fire(target, .success(Sample.response("/large", body: first)))
      stage.fire(target, .success(Sample.response("/large", body: second)))
      let effects = stage.press("D")
      guard case .compare(let order) = effects.last else {
        Issue.record("nothing was ordered: \(effects)")
        return
      }
      #expect(stage.shows("comparing"))
      let change = order.run()
      stage.send(.compared(.toApp(row: 0), change))
      #expect(stage.shows("comparing"))
      stage.send(.compared(order.subject, change))
      #expect(stage.shows("+ /40000  added"))
      stage.press("q")
      stage.send(.compared(order.subject, change))
      #expect(stage.shows(" Inspector"))
    },
    Story(.nextChange, "n goes to the next difference, and says when there is none") { stage in
      stage.showTwoAnswers()
      stage.press("D n")
      #expect(stage.shows("2 of 2 differences"))
      stage.press("n")
      #expect(stage.footer == " this is the last difference")
    },
    Story(.previousChange, "N goes back to the one before") { stage in
      stage.showTwoAnswers()
      stage.press("D n N")
      #expect(stage.shows("1 of 2 differences"))
      stage.press("N")
      #expect(stage.footer == " this is the first difference")
    },
    Story(.olderAnswer, "[ compares with an older response, ] comes back") { stage in
      stage.showTwoAnswers()
      stage.fire(Sample.target("/users"), .success(Sample.usersLater))
      stage.press("D")
      #expect(stage.shows("✓ both say the same"))
      stage.press("[")
      #expect(stage.shows("12:03:01 "))
      #expect(stage.shows("body (value)"))
      stage.press("[")
      #expect(stage.footer == " there is no older response")
    },
    Story(.olderAnswer, "[ goes on to the responses of earlier runs, past those that are none") {
      stage in
      stage.app.recording = RecordingState(name: "scratch")
      stage.showTwoAnswers()
      stage.press("D")
      var order = LookBackOrder(target: Sample.target("/users"), skipping: 0, beside: 2)
      #expect(stage.press("[") == [.lookBack(order)])
      let next = stage.send(
        .recalled(order, .stored("Nov 23", .failure(.cancelled))))
      order.skipping = 1
      #expect(next == [.lookBack(order)])
      stage.send(.recalled(order, .stored("Nov 22", .success(Sample.usersLater))))
      #expect(stage.shows("Nov 22 ") && stage.shows("✓ both say the same"))
      order.skipping = 2
      #expect(stage.press("[") == [.lookBack(order)])
      stage.send(.recalled(order, nil))
      #expect(stage.footer == " there is no older response: earlier runs kept none of this request")
      order.otherOrigin = "https://staging.test"
      stage.send(.recalled(order, nil))
      #expect(stage.footer.hasPrefix(" no older response from here: q, then O opens the runs"))
      stage.press("]")
      #expect(stage.shows("12:03:01 "))
      stage.press("q")
      #expect(stage.shows(" Inspector"), "one difference was open, and no other behind it")
    },
    Story(.diff, "what is under way, or came to nothing, is not said to be fired first") { stage in
      let id = stage.begin(Sample.target("/users"))
      stage.select("/users")
      stage.press("D")
      #expect(stage.footer == " it is still under way: D compares once its response is here")
      stage.finish(id, .failure(.cancelled))
      stage.press("R")
      #expect(stage.footer.contains("no response came, r sends it again"))
    },
    Story(.newerAnswer, "] compares with a newer one, up to the shown one") { stage in
      stage.showTwoAnswers()
      stage.fire(Sample.target("/users"), .success(Sample.usersLater))
      stage.press("D [ ]")
      #expect(stage.shows("12:03:02 "))
      stage.press("]")
      #expect(stage.footer == " there is no response between these two")
    },
  ]
}

extension RecalledAnswer {
  /// A response of an earlier run of a day.
  static func stored(
    _ day: String, sent: Int = 0, _ result: Result<Response, NetError>
  ) -> RecalledAnswer {
    RecalledAnswer(
      clock: day, run: "\(day) 17:20", startedAt: sent, request: Sample.request("/users"),
      result: result, reading: nil)
  }
}
