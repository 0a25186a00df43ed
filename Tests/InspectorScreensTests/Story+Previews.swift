import InspectorScreens
import NetEngine
import RequestFiles
import Testing

extension Story {
  /// Requests as they will be sent, before they are.
  static let previews: [Story] = [
    Story(.preview, "i shows what will be sent, with the source of each value, and sends nothing") {
      stage in
      #expect(stage.press("i") == [.preview(target: 0)])
      stage.send(.previewed(0, .success(Sample.preview)))
      #expect(stage.shows("━ /users · will be sent"))
      #expect(stage.shows("POST http://127.0.0.1:8791/users"))
      #expect(stage.shows("id     42   users.http:3"))
      #expect(stage.shows("token  •••  dev in http-client.private.env.json:4"))
      // Not beside its own bullets either.
      #expect(!stage.text.contains("t0k3n") && stage.shows("Bearer •••"))
      stage.press("q")
      #expect(stage.shows("Targets 14"))
    },
    Story(.preview, "i says why a request cannot be built") { stage in
      stage.press("i")
      stage.send(.previewed(0, .failure(.cancelled)))
      #expect(stage.footer.hasPrefix(" cancelled"))
      #expect(stage.shows("Targets 14"))
    },
    Story(.firePreviewed, "Enter fires what is shown") { stage in
      stage.press("j i")
      stage.send(.previewed(1, .success(Sample.preview)))
      #expect(stage.press("Enter") == [.send(target: 1)])
      #expect(stage.shows("building the request"))
    },
    Story(.firePreviewed, "the pane of an unsent request shows it; Enter sends it from there") {
      stage in
      #expect(stage.shows("not sent yet"))
      #expect(stage.app.takeUnsentOrder() == 0 && stage.app.takeUnsentOrder() == nil)
      #expect(stage.send(.previewed(0, .success(Sample.preview))).isEmpty)
      #expect(stage.shows("POST http://127.0.0.1:8791/users") && stage.shows("Targets 14"))
      #expect(!stage.text.contains("t0k3n") && stage.shows("Bearer •••"))
      #expect(!stage.shows("2 JSON") && !stage.shows("not sent yet"))
      stage.press("Tab")
      #expect(stage.press("Enter") == [.send(target: 0)])
      stage.fire(0, .success(Sample.users))
      #expect(stage.shows("2 JSON") && !stage.shows("Bearer •••"))
      stage.press("Shift-Tab g j j")
      #expect(stage.app.takeUnsentOrder() == 1)
      stage.send(.previewed(0, .success(Sample.preview)))
      #expect(stage.shows("not sent yet"))
    },
    Story(.firePreviewed, "what an unsent request lacks shows above it, and in its place") {
      stage in
      var listing = TargetListing(title: "api", baseURL: "", items: [], order: [0])
      let text = "GET {{host}}/users\nX-Key: {{key}}\n"
      guard let entry = RequestFile(text, name: "api.http").requests.first else { return }
      var item = TargetItem(name: "users", method: "GET", path: "/users", isSafe: true)
      item.origin = .file(entry)
      listing.items = [item]
      stage.send(.listed(listing))
      #expect(stage.app.takeUnsentOrder() == 0)
      stage.send(.previewed(0, .failure(.cancelled)))
      #expect(stage.shows("✗ cancelled") && stage.shows("X-Key: {{key}}"))
      #expect(stage.look(of: "{{host}}") == .warning && stage.look(of: "{{key}}") == .warning)
      stage.send(.listed(listing))
      #expect(stage.app.takeUnsentOrder() == 0)
    },
    Story(.copyCurl, "y c of a request that was never fired builds it first") { stage in
      #expect(stage.press("y c") == [.preview(target: 0)])
      let effects = stage.send(.previewed(0, .success(Sample.preview)))
      guard case .copy(let clip) = effects.first else {
        Issue.record("nothing copied: \(effects)")
        return
      }
      #expect(clip.body.text?.contains("t0k3n") == false)
      #expect(clip.redacted == 1)
    },
  ]
}
