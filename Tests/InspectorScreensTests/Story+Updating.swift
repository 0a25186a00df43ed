import InspectorScreens
import NetEngine
import NetRecordings
import Testing

extension Stage {
  /// Opens the recording with the first, the third and the fourth exchange fired again.
  fileprivate mutating func openReplayed() {
    openRecording()
    press("R")
    send(.session(.replayStarted(Rules(), name: nil)))
    replayed(1, .success(Sample.usersLater))
    replayed(3, .success(Sample.user))
    replayed(4, .failure(Sample.refused))
    send(.session(.replayEnded(nil)))
    readAlong()
  }

  /// The order to keep answers that a key led to.
  fileprivate mutating func update(_ keys: String) -> SessionUpdate? {
    guard case .session(.update(let order)) = press(keys).first else { return nil }
    return order
  }

  /// Answers it as the file would, with these answers in it.
  fileprivate mutating func updated(_ order: SessionUpdate, _ answers: [Int: Response]) {
    var exchanges = (0..<Sample.recording.count).compactMap {
      try? Sample.recording.exchange(at: $0)
    }
    var new: [Int: Exchange] = [:]
    for (row, answer) in answers {
      exchanges[row].result = .success(answer)
      new[row] = exchanges[row]
    }
    send(.session(.updated(order, Session(exchanges, name: "login"), new)))
    readAlong()
  }
}

extension Story {
  static let updating: [Story] = [
    Story(.update, "U keeps the new response of the selected exchange, and says so") {
      stage in
      stage.openRecording()
      // What is marked would go first.
      stage.press("j Space g")
      #expect(stage.press("U") == [])
      #expect(stage.footer == " it was not sent again yet: R does")
      stage.press("R")
      stage.replayed(1, .success(Sample.usersLater))
      #expect(stage.press("U") == [])
      #expect(stage.footer.contains("it is being sent again: U keeps responses once it has ended"))
      stage.send(.session(.replayEnded(nil)))
      stage.press("g")
      #expect(stage.footer.contains("U update"))
      guard let order = stage.update("U") else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(order.rows == [0] && order.path == "sessions/login.har")
      stage.updated(order, [0: Sample.usersLater])
      #expect(stage.footer == " 1 new response kept: sessions/login.har")
      #expect(stage.shows("✓ kept"))
      stage.press("g")
      #expect(!stage.footer.contains("U update"))
      #expect(stage.press("U") == [])
      #expect(stage.footer == " nothing has changed: the recording stays")
      #expect(stage.shows("\"x\""), "the response below is the new one")
      stage.press("R")
      #expect(!stage.shows("✓ kept"))
    },
    Story(.update, "what is marked goes first; :update all keeps all that has changed") {
      stage in
      stage.openReplayed()
      stage.press("j j Space g")
      #expect(stage.update("U")?.rows == [2])
      stage.replayed(2, .failure(Sample.refused))
      stage.press(":")
      stage.type("update all")
      guard case .session(.update(let all)) = stage.press("Enter").first else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(all.rows == [0, 2], "what failed is not kept")
      stage.send(.session(.notUpdated("it is packed")))
      #expect(stage.footer == " nothing was kept: it is packed")
      stage.press(":")
      stage.type("update some")
      #expect(stage.press("Enter") == [])
      #expect(stage.footer.contains("update all everything that has changed"))
    },
    Story(.update, "a failure is not kept; outside of a session there is nothing to keep") {
      stage in
      stage.press(":")
      stage.type("update")
      #expect(stage.press("Enter") == [])
      #expect(stage.footer == " that is for a session: O opens one")
      stage.openReplayed()
      stage.press("j Space g")
      stage.replayed(1, .failure(Sample.refused))
      stage.press("U")
      #expect(stage.footer == " no response came: there is nothing to keep")
    },
    Story(.update, "U on the screen of a difference keeps that one, whatever is marked") {
      stage in
      stage.openReplayed()
      stage.press("j j Space g D")
      #expect(stage.footer.contains("U update"))
      guard let order = stage.update("U") else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(order.rows == [0])
      stage.updated(order, [0: Sample.usersLater])
      #expect(stage.shows(" Diff  GET ") && stage.shows("✓ both say the same"))
    },
    Story(.forgive, "F makes a rule of the difference under the cursor; all is compared again") {
      stage in
      stage.openReplayed()
      stage.press("D")
      #expect(stage.footer.contains("F forgive"))
      stage.press("F")
      #expect(stage.typed.contains("rule GET /users body /data ignore"), "\(stage.typed)")
      #expect(stage.shows("it counts from now on; it is written into the session's own rules"))
      stage.type("d")
      #expect(stage.shows("'ignored'; expected"))
      #expect(stage.press("Enter") == [])
      stage.press("Ctrl-u")
      stage.type("* /** body /** ignore")
      guard case .session(.addRule(let order)) = stage.press("Enter").first else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(order.line == "* /** body /** ignore" && order.file == nil)
      #expect(order.path == "sessions/login.har")
      let rules = try? Rules(order.line)
      stage.send(.session(.ruled(rules ?? Rules(), name: "sessions/login.rules")))
      #expect(stage.footer == " the rule stands in sessions/login.rules")
      stage.readAlong()
      #expect(stage.shows("✓ nothing differs that counts"))
      stage.press("F")
      #expect(stage.footer == " no difference stands here: n goes to the next one")
      stage.press("q")
      #expect(stage.shows("rules sessions/login.rules"))
    },
    Story(.forgive, "a status has no rule; responses of the history have none either") { stage in
      stage.showTwoAnswers()
      stage.press("D")
      #expect(!stage.footer.contains("F forgive"))
      stage.press("F")
      #expect(stage.footer.contains("rules are a session's"))
      stage.press("q")
      stage.openReplayed()
      stage.press("j j D g F")
      #expect(stage.footer == " no rule forgives status: U keeps the new response")
      stage.send(.session(.notRuled("a.rules: Permission denied")))
      #expect(stage.footer == " the rule is not saved: a.rules: Permission denied")
    },
  ]
}
