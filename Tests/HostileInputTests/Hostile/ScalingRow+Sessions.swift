import NetEngine
import NetRecordings
import TestSupport

extension ScalingRow {
  /// A request with headers and bodies of its own.
  static func exchange(_ number: Int, token: String, body: String) -> Exchange {
    var exchange = Exchange.sample(
      number, url: "http://h.test/a/\(number)?access_token=\(token)q", body: body)
    exchange.request.headers["Authorization"] = "Bearer \(token)"
    return exchange
  }

  /// Tokens that are all alike in their beginning, one a request.
  static func tokens(_ count: Int) -> [Exchange] {
    (1...count).map { number in
      exchange(
        number, token: "token_of_the_same_beginning_\(number * 7_919)_x",
        body: "{\"access_token\":\"token_of_the_same_beginning_\(number * 7_919)_b\"}")
    }
  }

  static let sessions =
    SessionExport.Form.allCases.map { form in
      ScalingRow("export as \(form.rawValue), each request its token", 400) { n in
        let session = Session(tokens(n), name: "s")
        return { try SessionExport(session, as: form).bytes.count }
      }
    } + [
      ScalingRow("a session of tokens, learnt", 1_000) { n in
        let exchanges = tokens(n)
        return {
          var known = KnownSecrets()
          for exchange in exchanges { Redactor().learn(from: exchange, into: &known) }
          return known.count
        }
      },
      ScalingRow("tokens that differ in their last byte or length only", 2_000) { n in
        let text = (0..<n).map { "token-\(String(repeating: "a", count: $0 % 40))\($0)" }
        let secrets = text.map { NamedSecret(name: "t", value: $0) }
        return {
          let redactor = Redactor().knowing(secrets)
          return redactor.redact(text.joined(separator: " ")).utf8.count
        }
      },
      ScalingRow("a block of secret headers", 1_000) { n in
        var exchange = Exchange.sample()
        for number in 0..<n {
          exchange.request.headers.append(
            HeaderField("X-Secret-\(number)", "value-\(number)-of-it", source: .target))
        }
        return { Redactor().redact(exchange).redacted.count }
      },
      ScalingRow("secrets in one JSON body", 1_000) { n in
        let body = "[" + repeated(n) { "{\"password\":\"p-\($0)-word-of-it\"}," } + "0]"
        let exchange = Exchange.sample(body: body)
        return { Redactor().redact(exchange).redacted.count }
      },
      ScalingRow("starts of base64 inside a run of it", 20_000) { n in
        let text = ["eyJ-", "eyJeyJ", "W3s_", "\\neyJ", "eyJ.eyJ-", "-eyJh%2B"].map {
          String(repeating: $0, count: n)
        }
        return { text.reduce(0) { $0 + $1.withMaskedSecrets.utf8.count } }
      },
      ScalingRow("groups under names of secrets that never end", 20_000) { n in
        let text = ["token:{", "token:[", "token:\n ", "<token>", "token:['", "\"\\\"a=:"].map {
          String(repeating: $0, count: n)
        }
        return { text.reduce(0) { $0 + Redactor().redact($1).utf8.count } }
      },
      ScalingRow("CDATA sections of keys and secrets that never end", 20_000) { n in
        let pieces = [
          "<key><![CDATA[", "<password><![CDATA[", "<key>", "<key> ", "{default=",
          "machine a login ", "setx ",
        ]
        let text = pieces.map { String(repeating: $0, count: n) }
        return { text.reduce(0) { $0 + Redactor().redact($1).utf8.count } }
      },
      ScalingRow("options of commands without a password", 20_000) { n in
        let text = ["curl -u x ", "docker login -p ", "-p x "].map {
          String(repeating: $0, count: n)
        }
        return { text.reduce(0) { $0 + $1.withMaskedSecrets.utf8.count } }
      },
      ScalingRow("parts that never end", 20_000) { n in
        let type = "multipart/form-data; boundary=" + String(repeating: "-", count: 70)
        let exchange = Exchange.sample(body: String(repeating: "-", count: n), type: type)
        return { Redactor().redact(exchange).redacted.count }
      },
      ScalingRow("parts told apart by a boundary as long as a header may be", 20_000) { n in
        var request = HTTPRequest(
          method: .post, url: "http://h.test/",
          body: .bytes(Body(String(repeating: "-", count: n).utf8)))
        request.headers["Content-Type"] =
          "multipart/form-data; boundary=" + String(repeating: "-", count: n / 2) + "x"
        return { MatchKey(request).method.utf8.count }
      },
      ScalingRow("marks in a body, matched", 2_000) { n in
        let body = repeated(n) { "‹redacted:t#\($0)› " }
        let request = HTTPRequest(
          method: .post, url: "http://h.test/", body: .bytes(Body(body.utf8)))
        return { MatchKey(request).method.utf8.count }
      },
      ScalingRow("sessions of nothing in common", 1_000) { n in
        let left = tokens(n)
        let right = (1...n).map { Exchange.sample($0, url: "http://h.test/b/\($0)") }
        return { SessionDiff(from: left, to: right).rows.count }
      },
      ScalingRow("another tool's session, sealed", 1_000) { n in
        let bytes = Array(
          HARQuirk.log(Array(repeating: HARQuirk.entry(), count: n).joined(separator: ",")).utf8)
        let folder = try TestFolder()
        return {
          var options = SealOptions()
          options.overwrites = true
          return try Session.read(bytes).seal(to: "\(folder.path)/s.har", options).count
        }
      },
      ScalingRow("text of quotes", 20_000) { n in
        let exchange = Exchange.sample(body: String(repeating: "\"", count: n), type: "text/plain")
        return { Redactor().redact(exchange).redacted.count }
      },
      ScalingRow("another tool's session, opened", 2_000) { n in
        let bytes = Array(
          HARQuirk.log(Array(repeating: HARQuirk.entry(), count: n).joined(separator: ",")).utf8)
        return {
          let session = try Session.read(bytes)
          return session.exchanges.reduce(0) { $0 + $1.sequence } + session.row(at: 0).sequence
        }
      },
      ScalingRow("a session of open brackets", 40_000) { n in
        let bytes = Array(
          ("{\"log\":{\"entries\":[" + String(repeating: "{\"a\":[", count: n)).utf8)
        return { (try? Session.read(bytes))?.count ?? 0 }
      },
      ScalingRow("a session of entries that never end", 10_000) { n in
        let entry = "{\"startedDateTime\":\"x\","
        let bytes = Array(("{\"log\":{\"entries\":[" + String(repeating: entry, count: n)).utf8)
        return { (try? Session.read(bytes))?.count ?? 0 }
      },
      ScalingRow("a session of broken entries without a moment", 10_000) { n in
        let entry = "{\"a\":\u{3},\"b\":1},"
        let bytes = Array(("{\"log\":{\"entries\":[" + String(repeating: entry, count: n)).utf8)
        return { (try? Session.read(bytes))?.count ?? 0 }
      },
      ScalingRow("our session, written", 2_000) { n in
        let exchanges = (1...n).map { Exchange.sample($0) }
        return { HARWriter().document(exchanges).count }
      },
      ScalingRow("two sessions of one request, compared", 2_000) { n in
        let exchanges = (1...n).map { Exchange.sample($0) }
        return { SessionDiff(from: exchanges, to: exchanges).rows.count }
      },
      ScalingRow("two texts without a line in common", 1_000) { n in
        let left = Response.answer(repeated(n) { "a\($0)\n" }, type: "text/plain")
        let right = Response.answer(repeated(n) { "b\($0)\n" }, type: "text/plain")
        return {
          Comparison().change(
            of: left.request, from: .success(left), to: .success(right)
          ).differences.count
        }
      },
    ]
}
