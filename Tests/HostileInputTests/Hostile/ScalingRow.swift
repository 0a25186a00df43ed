import InspectorProxy
import NetEngine
import NetRecordings
import RequestFiles
import TestSupport
import Testing

/// A reader or writer with the worst input that is known for it, of any size.
struct ScalingRow: Sendable, CustomTestStringConvertible {
  let name: String
  /// How large the input of an ordinary run is.
  ///
  /// Where the work grew with the square of it, it took minutes.
  let size: Int
  /// Makes the input of a size, and gives what reads it.
  let make: @Sendable (Int) throws -> () throws -> Int

  var testDescription: String { name }

  init(_ name: String, _ size: Int, _ make: @escaping @Sendable (Int) throws -> () throws -> Int) {
    (self.name, self.size, self.make) = (name, size, make)
  }

  /// A text made of so many pieces.
  static func repeated(_ count: Int, _ piece: (Int) -> String) -> String {
    (0..<count).map(piece).joined()
  }

  static let all = json + requests + imports + readers + sessions + transport

  // MARK: JSON

  private static func document(_ text: String) -> JSONDocument { JSONDocument(Array(text.utf8)) }

  private static let json = [
    ScalingRow("JSON: open brackets", 40_000) { n in
      let bytes = [UInt8](repeating: 0x5b, count: n)
      return { JSONDocument(bytes).error == nil ? 0 : 1 }
    },
    ScalingRow("JSON: one string of escapes", 200_000) { n in
      let text = "\"" + String(repeating: "\\u00e9", count: n) + "\""
      return { document(text).json.stringValue.utf8.count }
    },
    ScalingRow("JSON: one key again and again", 20_000) { n in
      let text = "{" + repeated(n) { _ in "\"a\":1," } + "\"b\":2}"
      return { document(text).json["b"].intValue }
    },
    ScalingRow("JSON: printed", 20_000) { n in
      let json = document("[" + repeated(n) { "{\"k\($0)\":[\($0),null]}," } + "0]").json
      return { JSONPrinter.compact.bytes(json).count }
    },
    ScalingRow("JSON: the difference of two lists", 4_000) { n in
      let left = document("[" + repeated(n) { "{\"id\":\($0),\"v\":1}," } + "0]").json
      let right = document("[" + repeated(n) { "{\"id\":\($0),\"v\":2}," } + "0]").json
      return { JSONDiff(from: left, to: right).prefix(1 << 30).count }
    },
    ScalingRow("JSON: a path of many steps", 20_000) { n in
      let text = repeated(n) { "/k\($0)" }
      return { JSONPath(text).pointer.utf8.count }
    },
    ScalingRow("an envelope of many keys", 40_000) { n in
      let text = "{" + repeated(n) { "\"k\($0)\":\($0)," } + "\"code\":0,\"msg\":\"ok\"}"
      let answer = Response.answer(text, type: "application/json")
      return { EnvelopeDetector.detect(answer) == nil ? 0 : 1 }
    },
  ]

  // MARK: Request files

  private static func requestFile(_ text: String) -> () -> Int {
    { () -> Int in
      let file = RequestFile(text, name: "a.http")
      return file.requests.count + file.requests.flatMap(\.problems).count
    }
  }

  private static let requests = [
    ScalingRow("a request file of open braces", 40_000) { n in
      requestFile("GET http://h/" + String(repeating: "{{", count: n))
    },
    ScalingRow("open braces, closed at the end", 40_000) { n in
      requestFile("GET http://h/" + String(repeating: "{{", count: n) + "}}")
    },
    ScalingRow("open braces with words", 20_000) { n in
      requestFile("GET http://h/" + String(repeating: "{{a b.c ", count: n) + "}}")
    },
    ScalingRow("open braces in a body, a line each", 20_000) { n in
      requestFile("POST http://h/\n\n" + String(repeating: "{{a\"\n", count: n))
    },
    ScalingRow("one line of dynamic values", 20_000) { n in
      requestFile("POST http://h/\n\n" + String(repeating: "{{$uuid}}", count: n))
    },
    ScalingRow("dynamic values, each another", 3_000) { n in
      try collection("POST http://h/\n\n" + String(repeating: "{{$random.uuid}}", count: n))
    },
    ScalingRow("variables set and used", 2_000) { n in
      try collection(
        repeated(n) { "@v\($0) = \($0)\n" } + "POST http://h/\n\n" + repeated(n) { "{{v\($0)}}" })
    },
    ScalingRow("variables nobody has set, among many that are", 1_000) { n in
      try collection(
        repeated(n) { "@v\($0) = \($0)\n" } + "POST http://h/\n\n" + repeated(n) { "{{w\($0)}}" })
    },
    ScalingRow("values a .env file lacks", 1_000) { n in
      let text = "POST http://h/\n\n" + repeated(n) { "{{$dotenv LACKS\($0)}}" }
      return try collection(text, dotenv: repeated(n) { "KEY\($0)=1\n" })
    },
    ScalingRow("needs that no request meets", 1_000) { n in
      try collection(
        repeated(n) { "### r\($0)\n# @name r\($0)\n# @depends q\($0)\nGET http://h/\($0)\n\n" })
    },
    ScalingRow("a circle", 2_000) { n in
      try collection(
        repeated(n) { number in
          "### r\(number)\n# @name r\(number)\n# @depends r\((number + 1) % n)\n"
            + "GET http://h/\(number)\n\n"
        })
    },
    ScalingRow("one name, given and asked for again and again", 4_000) { n in
      try collection(
        repeated(n) { "### r\n# @name r\n# @depends r\nGET http://h/\($0)\n\n" })
    },
    ScalingRow("a chain of dependencies", 2_000) { n in
      let text = repeated(n) { number in
        "### r\(number)\n# @name r\(number)\n"
          + (number > 0 ? "# @depends r\(number - 1)\n" : "") + "GET http://h/\(number)\n\n"
      }
      return try collection(text)
    },
    ScalingRow("a chain through values of responses", 1_000) { n in
      let text = repeated(n) { number in
        "### r\(number)\n# @name r\(number)\nGET http://h/\n"
          + (number > 0 ? "X: {{r\(number - 1).response.headers.X}}\n" : "") + "\n"
      }
      return try collection(text)
    },
    ScalingRow("a .env file", 5_000) { n in
      let sandbox = try TestFolder()
      try sandbox.write("files/.env", repeated(n) { "KEY\($0)=\"a\\n\($0)\" # no\n" })
      try sandbox.write("files/a.http", "GET http://h/{{$dotenv KEY1}}\n")
      return { try sandbox.collection("files").entries.count }
    },
    ScalingRow("curl: many headers", 5_000) { n in
      let text = "curl http://h/ " + repeated(n) { "-H 'X-\($0): \\'\\''a' " }
      return { try CurlImport(text).endpoint.headers.count }
    },
    ScalingRow("curl: quotes in quotes", 20_000) { n in
      let text = "curl http://h/ -d \"" + String(repeating: "\\\"", count: n) + "\""
      return { try CurlImport(text).endpoint.headers.count }
    },
    ScalingRow("a filter of many terms", 1_000) { n in
      let text = repeated(n) { "(status 20\($0 % 10) | !~/a\($0)/) " }
      return { (try? Filter(text)) == nil ? 0 : 1 }
    },
    ScalingRow("rules", 5_000) { n in
      let text = repeated(n) { "GET /a\($0)/* body /items/*/x\($0) ignore\n" }
      return { try Rules(text).all.count }
    },
  ]

  private static func collection(
    _ text: String, dotenv: String? = nil
  ) throws -> () throws -> Int {
    let sandbox = try TestFolder()
    try sandbox.write("files/a.http", text)
    if let dotenv { try sandbox.write("files/.env", dotenv) }
    return {
      let collection = try sandbox.collection("files")
      var context = RequestContext()
      context.system = .live
      var sum = (try? collection.order(collection.entries).count) ?? 0
      for entry in collection.entries {
        sum += collection.problems(of: entry, in: context).count
      }
      return sum
    }
  }

  // MARK: On the wire

  private static let transport = [
    ScalingRow("a head of many fields", 5_000) { n in
      var limits = Limits()
      (limits.headerBlock, limits.headerFields) = (.max, .max)
      let bytes = Array(("HTTP/1.1 200 OK\r\n" + repeated(n) { "X-\($0): a\r\n" } + "\r\n").utf8)
      return {
        var scanner = HeadScanner(limits: limits)
        return bytes.withUnsafeBytes { bytes in
          bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast().count { line in
            let end = UnsafeRawBufferPointer(rebasing: bytes[line.startIndex...line.endIndex])
            return scanner.take(end) == nil
          }
        }
      }
    },
    ScalingRow("chunks of one byte", 20_000) { n in
      let bytes = Array((String(repeating: "1;a=b\r\nx\r\n", count: n) + "0\r\n\r\n").utf8)
      return {
        var scanner = ChunkScanner(limits: Limits())
        return bytes.withUnsafeBytes { scanner.take($0).body.count }
      }
    },
    ScalingRow("requests of a client, one behind the other, in chunks", 5_000) { n in
      let one = "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
      let text = String(repeating: one + "1\r\nx\r\n1\r\ny\r\n0\r\n\r\n", count: n)
      let bytes = Array(text.utf8)
      return {
        var scanner = RequestScanner()
        var (start, count) = (0, 0)
        bytes.withUnsafeBytes { while scanner.next(in: $0, from: &start) != nil { count += 1 } }
        return count
      }
    },
    ScalingRow("one request again and again, all of it recorded", 4_000) { n in
      let request = HTTPRequest(url: "http://h/a")
      let exchanges = (1...n).map { number in
        Exchange(
          sequence: number, name: "", startedAt: 0, request: request,
          result: .success(Response(statusCode: 200, request: request)))
      }
      let answers = RecordedAnswers(exchanges, ReplayTransport.Options())
      return {
        let candidates = answers.candidates(for: request)
        return (0..<n).count { _ in
          if case .recording = answers.choose(candidates) { true } else { false }
        }
      }
    },
    ScalingRow("plain bytes that say they are deflated", 20_000) { n in
      let bytes = [UInt8](repeating: 0x78, count: n)
      return { Decoding(bytes, [.deflate], chunk: 7).output.count }
    },
    ScalingRow("a media type of many parameters", 5_000) { n in
      let text = "text/plain" + repeated(n) { ";p\($0)=\"\($0)\"" }
      return { MediaType(text)?.parameters.count ?? 0 }
    },
  ]
}
