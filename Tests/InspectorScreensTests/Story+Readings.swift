import InspectorScreens
import NetEngine
import RequestFiles
import Testing

extension Story {
  static let readings: [Story] =
    trees + pages + [
      Story(.nextStatusFilter, "s lets other statuses pass; kinds change at once, nothing is sent")
      {
        stage in
        stage.show("/status/404", .success(Sample.notFound))
        #expect(stage.shows("404 error"))
        #expect(stage.pressQuietly("s") == true)
        #expect(stage.shows("no envelope · status 2xx+3xx* · any body"))
        #expect(stage.shows("404 error"))
        #expect(stage.pressQuietly("s") == true)
        #expect(stage.shows("no envelope · any status* · any body"))
        #expect(stage.rows(of: "✓ GET  /status/404").contains { $0.contains("404 ok") })
        #expect(stage.rows(of: "GET  /status/404").contains { $0.contains("404 ok") })
        #expect(stage.shows("filter off"))
        #expect(
          stage.footer
            == " every status passes: 1 response judged again, none fails; was 2xx+3xx")
        stage.press("s")
        stage.type("40x")
        stage.press("Enter")
        #expect(stage.footer.contains("not a range"))
        stage.press("Backspace Backspace Backspace")
        stage.type("400-499")
        stage.press("Enter")
        #expect(stage.shows("no envelope · status 4xx* · any body"))
        #expect(stage.shows("404 ok"))
        stage.press("s")
        #expect(stage.shows("no envelope · status 2xx · any body"))
        #expect(stage.shows("404 error"))
      },
      Story(.chooseProfile, "p lists the profiles and what each makes of the response") { stage in
        stage.show("/escape", .success(Sample.unknownEnvelope))
        #expect(stage.shows("200 rejected?"))
        stage.press("p")
        #expect(stage.shows("• the target's own: none"))
        #expect(stage.shows("✗ business"))
        stage.press("Esc")
        #expect(!stage.shows("target's own"))
        stage.press("p")
        #expect(stage.rows(of: "target's own: none").count == 1)
        #expect(
          stage.row(of: "detected: ") < stage.row(of: "the target's own"), "what one is here for")
        stage.press("Enter")
        #expect(stage.shows("200 rejected"))
        #expect(stage.shows("errno*") || stage.shows("errno/errmsg/data*"))
        stage.press("p g j Enter")
        #expect(stage.shows("no envelope*"))
        #expect(stage.shows("200 rejected?"))
      },
      Story(.chooseMapping, "m says what the body must be") { stage in
        stage.show("/users", .success(Sample.users))
        stage.press("m")
        #expect(stage.shows("must be an image"))
        stage.press("j j j j Enter")
        #expect(stage.shows("envelope numeric · status 2xx · body image*"))
        #expect(stage.shows("200 unreadable"))
        #expect(stage.shows("✗ mapImage"))
      },
      Story(.chooseMapping, ":map, :status and :profile take a name; what cannot be read is said") {
        stage in
        stage.show("/users", .success(Sample.users))
        stage.press(":")
        stage.type("map object(data.0.name)")
        stage.press("Enter")
        #expect(stage.shows("object(data.0.name)*"))
        #expect(stage.shows("✓ mapObject(data.0.name)"))
        stage.press(":")
        stage.type("status 404")
        stage.press("Enter")
        #expect(stage.shows("✗ filter 404"))
        stage.press(":")
        stage.type("profile errno/errmsg/data")
        stage.press("Enter")
        #expect(stage.shows("errno/errmsg/data*"))
        stage.press(":")
        stage.type("profile GraphQl")
        stage.press("Enter")
        #expect(stage.footer.hasSuffix("did you mean 'GraphQL'?"))
      },
      Story(.choose, "Enter takes the selected row") { stage in
        stage.show("/users", .success(Sample.users))
        stage.press("m j Enter")
        #expect(stage.shows("envelope numeric · status 2xx · any body*"))
      },
      Story(.resetPipeline, "u reads everything as configured again") { stage in
        stage.show("/users", .success(Sample.users))
        stage.press("m j j j j Enter s")
        #expect(stage.shows("envelope numeric · status 2xx+3xx* · body image*"))
        #expect(stage.pressQuietly("u") == true)
        #expect(stage.shows("envelope numeric · status 2xx · any body"))
        #expect(stage.footer == " as configured: 1 response judged again, none fails")
      },
      Story(.keepProfile, "P keeps what was detected: for the request, then for its backend") {
        stage in
        stage.press("P")
        #expect(stage.footer.hasPrefix(" there is no response to detect"))
        stage.show("/unicode", .success(Sample.unknownEnvelope))
        stage.show("/escape", .success(Sample.unknownEnvelope))
        #expect(stage.shows("detected, not applied"))
        #expect(stage.rows(of: "? GET  /escape").contains { $0.contains("200 rejected?") })
        #expect(stage.pressQuietly("P") == true)
        #expect(stage.rows(of: "✗ GET  /escape").contains { $0.contains("200 rejected") })
        #expect(stage.rows(of: "? GET  /unicode").contains { $0.contains("200 rejected?") })
        #expect(stage.lastChange?.places == ["/escape"])
        stage.press("P")
        #expect(stage.lastChange?.places == [Sample.base])
        #expect(stage.lastChange?.profile.statusCodeKey == "errno")
        #expect(stage.rows(of: "✗ GET  /unicode").contains { $0.contains("200 rejected") })
        stage.press("P")
        #expect(stage.footer.hasSuffix("already"))
        stage.show("/users/42", .success(Sample.user))
        stage.press("P")
        #expect(
          stage.footer == " this response is read by default already: p chooses another profile")
      },
      Story(.showTab, "the Raw and the JSON tab say which part of a body is kept") { stage in
        stage.resize(80, 24)
        var part = Sample.response("/users", body: #"{"data":[1,2"#)
        part.keptPartOf = 5_000
        stage.show("/users", .success(part))
        let words = "first 12 of 5,000 bytes kept"
        #expect(stage.shows("! \(words)"), "\(stage.text)")
        #expect(stage.shows("body not checked") && stage.shows("200 unchecked"), "\(stage.text)")
        stage.press("2")
        #expect(stage.shows("the recording ends here: \(words)"), "\(stage.text)")
        #expect(!stage.shows("found the end"))
        part = Sample.unicode
        part.keptPartOf = 5_000
        stage.show("/unicode", .success(part))
        stage.press("2")
        #expect(
          stage.shows("the recording ends here: first 73 of 5,000 bytes kept"), "\(stage.text)")
      },
      Story(.keepProfile, "P keeps the codes that end a session too, and says so") { stage in
        func answer(_ status: String) -> Response {
          Sample.response("/escape", body: #"{"status":"\#(status)","msg":"no","data":null}"#)
        }
        stage.show("/escape", .success(answer("expired")))
        stage.press("P")
        #expect(stage.lastChange?.profile.invalidSessionValues == ["expired"])
        #expect(stage.footer.contains("kept for this request (log in again: expired); P again"))
        #expect(stage.rows(of: "✗ GET  /escape").contains { $0.contains("200 expired") })
        stage.show("/unicode", .success(answer("success")))
        stage.press("P")
        #expect(stage.lastChange?.profile.invalidSessionValues == ["expired"])
      },
      Story(.keepProfile, "P keeps the usual codes of an ended session where none was seen") {
        stage in
        let body = #"{"status":"success","msg":"","data":{"a":1}}"#
        stage.show("/escape", .success(Sample.response("/escape", body: body)))
        stage.press("P")
        #expect(stage.lastChange?.profile.invalidSessionValues.contains("session_expired") == true)
        #expect(stage.footer.contains("(log in again: invalid_session +3)"))
      },
    ]
}

extension Stage {
  /// Presses a key; false when anything goes over the network for it.
  fileprivate mutating func pressQuietly(_ name: String) -> Bool {
    for effect in press(name) {
      switch effect {
      case .look, .read, .configure: continue
      default: return false
      }
    }
    return true
  }
}
