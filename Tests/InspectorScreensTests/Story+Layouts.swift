import InspectorScreens
import NetEngine
import Testing

extension Story {
  static let layouts: [Story] = [
    Story(.layOut, "JSON is laid out in Raw; t shows its exact bytes and says so in the title") {
      stage in
      stage.show("/large", .success(Sample.response("/users", body: #"{"a":[1.0e2,"\u0041"]}"#)))
      #expect(!stage.shows("exact"))
      #expect(stage.shows(#"  "a": ["#))
      #expect(stage.shows("    1.0e2,"))
      #expect(stage.shows(#"    "\u0041""#))
      stage.press("Tab t")
      #expect(stage.shows("Raw exact"))
      #expect(stage.shows(#"{"a":[1.0e2,"\u0041"]}"#))
    },
    Story(.turnEnvelope, "the envelope beside Raw can be hidden, and is hidden in the next run") {
      stage in
      stage.show("/users", .success(Sample.users))
      #expect(stage.shows("Raw+Envelope"))
      stage.command("turn-envelope")
      #expect(!stage.shows("Raw+Envelope") && stage.shows("[1 Raw]"))
      #expect(Split(stage.app.split.bytes) == stage.app.split)
      stage.press("Tab 1")
      #expect(stage.shows("[Envelope]"))
      stage.command("turn-envelope")
      #expect(stage.shows("Raw+Envelope"))
    },
    Story(.layOut, "Request decodes the fields of a form and of a query below what was sent") {
      stage in
      var answer = Sample.form("a=1+2&b=%2B&password=hunter2+x&c")
      answer.request.url += "?q=a%2Fb"
      stage.show("/large", .success(answer))
      stage.press("Tab 6")
      #expect(stage.shows("a=1+2&b=%2B&password=hunter2+x&c"))
      #expect(stage.shows("the body, decoded") && stage.shows("the query, decoded"))
      #expect(stage.shows("a: 1 2") && stage.shows("b: +") && stage.shows("q: a/b"))
      for _ in 0..<30 where !stage.shows("▌password: ") { stage.press("j") }
      #expect(stage.copied("y y") == "password: ‹redacted:password›")
    },
    Story(.layOut, "elsewhere it says where bodies are laid out") { stage in
      stage.show("/large", .success(Sample.users))
      stage.press("Tab 4 t")
      #expect(stage.footer == " bodies are laid out in the Raw tab: press 1, then t")
    },
  ]
}

extension Sample {
  /// An answer to a request whose body is of a type.
  static func form(
    _ sent: String, type: String = "application/x-www-form-urlencoded"
  ) -> Response {
    form(Body(sent), type: type)
  }

  static func form(_ sent: Body, type: String) -> Response {
    var answer = response("/login", .post, sent: "x", body: "{}")
    answer.request.body = .bytes(sent)
    answer.request.headers["Content-Type"] = type
    answer.hops[0].sentBodyBytes = sent.count
    return answer
  }

  /// A response with a body of a type.
  static func answer(_ body: String, type: String) -> Response {
    var answer = response("/login", .post, body: body)
    answer.hops[0].headers["Content-Type"] = type
    return answer
  }
}

extension Scene {
  static let layouts: [Scene] = [
    Scene(name: "raw-exact") { stage in
      stage.show(
        "/large", .success(Sample.response("/large", body: #"{"id":7,"tags":["a",null]}"#)))
      stage.press("Tab t")
    },
    Scene(name: "request-form") { stage in
      stage.show("/large", .success(Sample.form("name=J%C3%BCrgen+M&city=Bonn")))
      stage.press("Tab 6")
    },
  ]
}
