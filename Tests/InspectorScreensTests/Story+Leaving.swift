import InspectorScreens
import NetEngine
import Testing

extension Story {
  /// What leaves the program: copies and pipes.
  static let leaving: [Story] = copying + piping

  private static let copying: [Story] = [
    Story(.copy, "y waits for a second key and shows which there are") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("y")
      #expect(
        stage.footer.hasPrefix(
          " y line   v value   k key   p path   c cURL   h headers   s Swift   b body"))
      #expect(stage.press("z") == [])
      #expect(stage.footer == " nothing copied")
      stage.press("y Esc")
      #expect(stage.footer == " nothing copied")
    },
    Story(.copy, ":copy takes the kind as a word") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press(":")
      stage.type("copy body")
      #expect(stage.press("Enter") == [.copy(clip(.body, Sample.users.body, redacted: 0))])
      stage.press(":")
      stage.type("copy bodi")
      #expect(stage.press("Enter") == [])
      #expect(stage.footer == " 'bodi' cannot be copied; did you mean 'body'?")
    },
    Story(.copyExact, "Y copies with all secrets") { stage in
      stage.show("/users", .success(Sample.users))
      #expect(stage.copied("Y c").contains("-H 'Authorization: Bearer t0k3n'"))
      #expect(stage.copied("Y h").contains("Set-Cookie: sid=3f9c; Path=/; HttpOnly\n"))
    },
    Story(.copyLine, "y y copies the line at the cursor, or the request") { stage in
      stage.show("/users", .success(Sample.users))
      #expect(stage.copied("y y") == "GET http://127.0.0.1:8791/users")
      stage.press("Tab")
      #expect(stage.copied("y y") == "HTTP/1.1 200 OK")
    },
    Story(.copyExact, "a copy without its secrets says which keys copy them too") { stage in
      stage.show("/users", .success(Sample.response("/users", body: #"{"token":"abcdefgh12345"}"#)))
      stage.press("Tab 2 j")
      guard case .copy(let clip) = stage.press("y v").last else {
        Issue.record("nothing was copied")
        return
      }
      #expect(clip.words == "value, 20 B, 1 secret left out: Y v copies it too", "\(clip.words)")
      #expect(stage.copied("Y v") == "abcdefgh12345")
    },
    Story(.copyValue, "y v copies the value of a header") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("Tab j")
      #expect(stage.copied("y v") == "application/json; charset=utf-8")
      stage.press("4 j j j j j")
      #expect(stage.copied("y v") == "theme=‹redacted:theme›; Path=/")
      #expect(stage.copied("Y v") == "theme=dark; Path=/")
    },
    Story(.copyKey, "y k copies its name") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("Tab j")
      #expect(stage.copied("y k") == "Content-Type")
    },
    Story(.copyPath, "y p says where there are paths") { stage in
      stage.show("/users", .success(Sample.users))
      #expect(stage.press("y p") == [])
      #expect(stage.footer.contains("there is no path here"))
    },
    Story(.copyPath, "in the JSON tree y copies what the cursor stands on") { stage in
      stage.show(
        "/users",
        .success(Sample.response("/users", body: #"{"data":[{"token":"s3cr3t","n":"a\"b"}]}"#)))
      stage.press("2 Tab j j j")
      #expect(stage.copied("y p") == "data.0.token")
      #expect(stage.copied("y k") == "token")
      #expect(stage.copied("y v") == "‹redacted:token›")
      #expect(stage.copied("Y v") == "s3cr3t")
      #expect(stage.copied("Y y") == #""token": "s3cr3t""#)
      stage.press("j")
      #expect(stage.copied("y v") == #"a"b"#)
    },
    Story(.copyCurl, "y c copies the request as a command with variables for its secrets") {
      stage in
      stage.show("/users", .success(Sample.users))
      let command = stage.copied("y c")
      #expect(command.hasPrefix("curl http") || command.hasPrefix("curl 'http"))
      #expect(command.contains("-H 'Authorization: Bearer '\"$"))
      #expect(!command.contains("t0k3n"))
      stage.select("/hang")
      #expect(stage.press("y h") == [])
      #expect(stage.footer == " there is no response yet: send the request first")
    },
    Story(.copyHeaders, "y h copies the response's headers without their secrets") { stage in
      stage.show("/users", .success(Sample.users))
      let headers = stage.copied("y h")
      #expect(headers.hasPrefix("Content-Type: application/json; charset=utf-8\n"))
      #expect(headers.contains("Set-Cookie: sid=‹redacted:sid›; Path=/; HttpOnly\n"))
      #expect(!headers.contains("3f9c"))
    },
    Story(.copySwift, "y s copies the pipeline as Swift code") { stage in
      stage.show("/users", .success(Sample.users))
      #expect(stage.copied("y s").contains("let value = try await provider.request(target)"))
    },
    Story(.copyReport, "y m copies the exchange for a ticket, without its secrets") { stage in
      stage.show("/users/42", .success(Sample.user))
      let report = stage.copied("y m")
      #expect(report.hasPrefix("### GET http"))
      #expect(
        report.contains("| envelope | ✗ |") && report.contains("invalid_session"), "\(report)")
      #expect(report.contains("**Again**\n\n```sh\ncurl "))
      stage.show("/users", .success(Sample.users))
      let secret = stage.copied("y m")
      #expect(!secret.contains("t0k3n") && !secret.contains("3f9c") && secret.contains("```json"))
      stage.show("/hang", .failure(.transport(TransportError(.connect, detail: "refused"))))
      #expect(stage.copied("y m").contains("connect"))
    },
    Story(.copyBody, "y b copies the body as it came") { stage in
      stage.show("/escape", .success(Sample.hostile))
      #expect(
        stage.press("y b") == [.copy(clip(.body, Sample.hostile.body, redacted: 0))])
      stage.send(.done("copied body, 78 B"))
      #expect(stage.footer == " copied body, 78 B")
    },
    Story(.copyBody, "a body that is kept in part is copied as far, and called a part") { stage in
      var part = Sample.hostile
      part.keptPartOf = 2_000
      stage.show("/escape", .success(part))
      var expected = clip(.body, Sample.hostile.body, redacted: 0)
      expected.partOf = 2_000
      #expect(stage.press("y b") == [.copy(expected)])
      #expect(expected.words.hasPrefix("the first 69 B of "))
      #expect(expected.words.hasSuffix(" of the exact body"))
    },
    Story(.copyRequest, "a request body that is kept in part is named in each copy") { stage in
      var sent = Sample.user
      sent.request.body = .bytes(Body("abc"))
      sent.request.keptPartOf = 50
      stage.show("/users/42", .success(sent))
      for keys in ["y r", "y a", "y m", "y c"] {
        #expect(stage.copied(keys).contains("its request body was kept in part (3 of 50 B)"))
      }
    },
  ]

  private static func clip(_ kind: Clip.Kind, _ body: Body, redacted: Int?) -> Clip {
    Clip(kind: kind, body: body, redacted: redacted)
  }

  private static let piping: [Story] = [
    Story(.pipe, "| gives the body to a shell command and shows what it says, harmlessly") {
      stage in
      stage.show("/users", .success(Sample.users))
      stage.press("|")
      stage.type("wc -c")
      let order = PipeOrder(id: 1, command: "wc -c", input: Sample.users.body)
      #expect(stage.press("Enter") == [.pipe(order)])
      #expect(stage.shows("| wc -c · running"))
      stage.send(.pipe(1, .output(Array("102\u{1B}[2J\n".utf8))))
      stage.send(.pipe(1, .ended(.exited(0))))
      #expect(stage.shows("102^[[2J"))
      #expect(stage.shows("| wc -c · done · 8 B"))
      #expect(stage.press("q") == [])
      #expect(stage.shows("Targets"))
    },
    Story(.pipe, "Ctrl-c stops the command, leaving its screen does too") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("|")
      stage.type("sleep 9")
      stage.press("Enter")
      #expect(stage.press("Ctrl-c") == [.stopPipe(1)])
      stage.send(.pipe(1, .ended(.cancelled)))
      #expect(stage.shows("sleep 9 · cancelled"))
      #expect(stage.press("Esc") == [])
      stage.press("| Up")
      #expect(stage.press("Enter").count == 1)
      #expect(stage.press("Esc") == [.stopPipe(2)])
      stage.send(.pipe(2, .output([0x41])))
      #expect(stage.shows("Targets"))
    },
    Story(.pipe, "| says when there is no body") { stage in
      #expect(stage.press("|") == [])
      #expect(stage.footer == " there is no body here to give to a command")
    },
  ]
}

extension Stage {
  /// The text that these keys copy.
  mutating func copied(_ keys: String) -> String {
    for case .copy(let clip) in press(keys) { return clip.body.text ?? "" }
    return ""
  }
}
