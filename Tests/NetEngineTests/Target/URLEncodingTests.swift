import NetEngine
import TestSupport
import Testing

@Suite struct URLEncodingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var parameters: Parameters
    var encoding: URLEncoding
    var text: String

    init(
      _ id: String, _ parameters: Parameters, _ text: String, _ encoding: URLEncoding = .default
    ) {
      (self.id, self.parameters, self.text, self.encoding) = (id, parameters, text, encoding)
    }

    var testDescription: String { id }
  }

  static let literal = URLEncoding(bools: .literal)
  static let plain = URLEncoding(arrays: .plain)
  static let indexed = URLEncoding(arrays: .indexed)

  static let rows = [
    Row("nothing", [:], ""),
    Row("one", ["a": 1], "a=1"),
    Row(
      "sorted by bytes", ["b": 1, "a": 2, "B": 3, "é": 4, "a2": 5, "": 6],
      "=6&B=3&a=2&a2=5&b=1&%C3%A9=4"),
    Row("empty text", ["a": ""], "a="),
    Row("null", ["a": nil], "a=null"),
    Row("negative", ["a": -7], "a=-7"),
    Row("largest", ["a": .integer(.max)], "a=9223372036854775807"),
    Row("fraction", ["a": 1.5, "b": 2.0], "a=1.5&b=2.0"),
    Row("exponent", ["a": 1e21], "a=1e%2B21"),
    Row("bools as numbers", ["a": true, "b": false], "a=1&b=0"),
    Row("bools as words", ["a": true, "b": false], "a=true&b=false", literal),
    Row("list, brackets", ["a": [2, 1]], "a%5B%5D=2&a%5B%5D=1"),
    Row("list, plain", ["a": [2, 1]], "a=2&a=1", plain),
    Row("list, indexed", ["a": [2, 1]], "a%5B0%5D=2&a%5B1%5D=1", indexed),
    Row("bools in a list", ["a": [true]], "a%5B%5D=true", literal),
    Row("list in a list", ["a": [[1], [2]]], "a%5B%5D%5B%5D=1&a%5B%5D%5B%5D=2"),
    Row(
      "list in a list, indexed", ["a": [[1], [2, 3]]],
      "a%5B0%5D%5B0%5D=1&a%5B1%5D%5B0%5D=2&a%5B1%5D%5B1%5D=3", indexed),
    Row("empty list", ["a": []], ""),
    Row(
      "nested", ["a": ["c": 1, "b": ["z": 2, "y": 3]]],
      "a%5Bb%5D%5By%5D=3&a%5Bb%5D%5Bz%5D=2&a%5Bc%5D=1"),
    Row("empty object", ["a": [:]], ""),
    Row("objects in a list", ["a": [["y": 1, "x": 2]]], "a%5B%5D%5Bx%5D=2&a%5B%5D%5By%5D=1"),
    Row("list in an object, plain", ["a": ["b": [1, 2]]], "a%5Bb%5D=1&a%5Bb%5D=2", plain),
    Row("brackets in a name", ["a[b]": 1], "a%5Bb%5D=1"),
    Row("names are escaped", ["a b&=": "c d&="], "a%20b%26%3D=c%20d%26%3D"),
    Row("names inside are escaped", ["a": ["é &": 1]], "a%5B%C3%A9%20%26%5D=1"),
    Row("percent is escaped again", ["a": "%20"], "a=%2520"),
    Row("CR LF is data here", ["a": "\r\n"], "a=%0D%0A"),
    Row("emoji", ["a": "🎉"], "a=%F0%9F%8E%89"),
  ]

  @Test("parameters are spelled as the encoding says", arguments: rows)
  func spelling(row: Row) {
    #expect(row.encoding.encode(row.parameters) == row.text)
  }

  @Test("every ASCII byte is either plain or escaped in capitals", arguments: 0..<128)
  func everyByte(value: Int) {
    let byte = UInt8(value)
    let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~?/"
    let digits = Array("0123456789ABCDEF")
    let text = String(decoding: [byte], as: UTF8.self)
    let spelled = plain.utf8.contains(byte) ? text : "%\(digits[value >> 4])\(digits[value & 15])"
    #expect(URLEncoding.default.encode(["k": .string(text)]) == "k=" + spelled)
    #expect(URLEncoding.default.encode([text: 1]) == spelled + "=1")
  }

  @Test("the destination depends on the method, unless the encoding says otherwise")
  func destination() throws {
    let methods: [(HTTPMethod, usesQuery: Bool)] = [
      (.get, true), (.head, true), (.delete, true), (.post, false), (.put, false), (.patch, false),
      (.options, false), (.trace, false), ("PURGE", false),
    ]
    func sent(_ method: HTTPMethod, _ encoding: URLEncoding) throws -> [String] {
      let target = TestTarget(
        method: method, task: .requestParameters(["a": "b c"], encoding: .url(encoding)))
      let request = try Endpoint(target).build()
      return [request.url, request.bodyText, request.headers["Content-Type"] ?? "none"]
    }
    let asQuery = ["https://example.test/?a=b%20c", "", "none"]
    let asBody = [
      "https://example.test/", "a=b%20c", "application/x-www-form-urlencoded; charset=utf-8",
    ]
    for (method, usesQuery) in methods {
      let name = Comment(rawValue: method.rawValue)
      #expect(try sent(method, .default) == (usesQuery ? asQuery : asBody), name)
      #expect(try sent(method, .queryString) == asQuery, name)
      #expect(try sent(method, .httpBody) == asBody, name)
    }
  }
}
