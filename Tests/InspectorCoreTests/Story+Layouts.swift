import InspectorCore
import NetEngine
import Testing

extension Story {
  static let layouts: [Story] = [
    Story(.layOut, "t shows JSON pretty in Raw and says so in the title, t again as it came") {
      stage in
      stage.show("/large", .success(Sample.response("/users", body: #"{"a":[1.0e2,"\u0041"]}"#)))
      #expect(stage.shows(#"{"a":[1.0e2,"\u0041"]}"#))
      stage.press("Tab t")
      #expect(stage.shows("Raw pretty"))
      #expect(stage.shows(#"  "a": ["#))
      #expect(stage.shows("    1.0e2,"))
      #expect(stage.shows(#"    "\u0041""#))
      stage.press("t")
      #expect(!stage.shows("pretty"))
      #expect(stage.shows(#"{"a":[1.0e2,"\u0041"]}"#))
    },
    Story(.layOut, "t in Request shows a form as it was sent, t again as a table") { stage in
      stage.show("/large", .success(Sample.form("a=1+2&b=%2B")))
      stage.press("Tab 6")
      #expect(stage.shows("2 fields"))
      #expect(stage.shows("a  1 2"))
      stage.press("t")
      #expect(stage.shows("a=1+2&b=%2B"))
      stage.press("t")
      #expect(stage.shows("b  +"))
    },
    Story(.layOut, "elsewhere it says where bodies are laid out") { stage in
      stage.show("/large", .success(Sample.users))
      stage.press("Tab 4 t")
      #expect(stage.footer == " bodies are laid out in Raw (1) and Request (6)")
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

  /// The same with a text, a file and a value that nobody can decode.
  static let parts = form(
    [
      "--cut", "Content-Disposition: form-data; name=\"title\"", "", "two\r\nlines", "--cut",
      "Content-Disposition: form-data; name=\"photo\"; filename=\"cat.png\"",
      "Content-Type: image/png", "", "\u{89}PNG", "--cut",
      "Content-Disposition: form-data; name=\"note\"", "Content-Transfer-Encoding: base64", "",
      "YQ==", "--cut--", "",
    ].joined(separator: "\r\n"), type: "multipart/form-data; boundary=cut")

  /// An answer whose body is of a type.
  static func answer(_ body: String, type: String) -> Response {
    var answer = response("/login", .post, body: body)
    answer.hops[0].headers["Content-Type"] = type
    return answer
  }
}

extension Scene {
  static let layouts: [Scene] = [
    Scene(name: "raw-pretty") { stage in
      stage.show(
        "/large", .success(Sample.response("/large", body: #"{"id":7,"tags":["a",null]}"#)))
      stage.press("Tab t")
    },
    Scene(name: "request-form") { stage in
      stage.show("/large", .success(Sample.parts))
      stage.press("Tab 6")
    },
  ]
}
