import NetEngine
import TestSupport
import Testing

@Suite struct JSONParametersTests {
  static let texts: [(id: String, parameters: Parameters, text: String)] = [
    ("nothing", [:], "{}"),
    ("sorted at every level", ["b": ["d": 1, "c": 2], "a": 3], #"{"a":3,"b":{"c":2,"d":1}}"#),
    (
      "scalars", ["n": nil, "t": true, "f": false, "i": -1, "d": 0.5, "s": "x"],
      #"{"d":0.5,"f":false,"i":-1,"n":null,"s":"x","t":true}"#
    ),
    ("lists", ["a": [1, [2, "3"], []]], #"{"a":[1,[2,"3"],[]]}"#),
    ("whole fractions keep their point", ["a": 2.0], #"{"a":2.0}"#),
    (
      "large and small", ["a": 1e300, "b": .number(.leastNonzeroMagnitude), "c": .integer(.min)],
      #"{"a":1e+300,"b":5e-324,"c":-9223372036854775808}"#
    ),
    ("quotes and backslashes", ["a\"\\": "\"\\/"], #"{"a\"\\":"\"\\/"}"#),
    (
      "control characters", ["a": "\0\u{1}\t\n\r\u{1f}\u{7f}"],
      "{\"a\":\"\\u0000\\u0001\\t\\n\\r\\u001f\u{7f}\"}"
    ),
    ("CR LF is two bytes", ["a": "\r\n"], #"{"a":"\r\n"}"#),
    ("not ASCII", ["é": "日🎉"], #"{"é":"日🎉"}"#),
  ]

  @Test("parameters as JSON", arguments: texts.indices)
  func written(index: Int) throws {
    let (id, parameters, text) = Self.texts[index]
    let target = TestTarget(
      method: .get, task: .requestParameters(parameters, encoding: .json))
    let request = try Endpoint(target).build()
    #expect(request.bodyText == text, "\(id)")
    #expect(request.url == "https://example.test/", "\(id)")
    #expect(request.headerLines == ["Content-Type: application/json"], "\(id)")
  }

  static let unencodable: [(id: String, parameters: Parameters, path: String, value: String)] = [
    ("infinity", ["a": .number(.infinity)], "a", "inf"),
    ("minus infinity", ["a": .number(-.infinity)], "a", "-inf"),
    ("NaN deep inside", ["a": ["b": [0, ["c": .number(.nan)]]]], "a.b.1.c", "nan"),
    ("the first one in order", ["b": .number(.nan), "a": [1, .number(.infinity)]], "a.1", "inf"),
  ]

  @Test("what JSON cannot say is named by its path", arguments: unencodable.indices)
  func refused(index: Int) {
    let (id, parameters, path, value) = Self.unencodable[index]
    let target = TestTarget(method: .post, task: .requestParameters(parameters, encoding: .json))
    let error = #expect(throws: NetError.self, "\(id)") { try Endpoint(target).build() }
    let problem = error?.underlying as? ParameterProblem
    #expect(problem?.path == path, "\(id)")
    #expect(problem?.value == value, "\(id)")
    #expect(
      error?.message
        == "the parameter '\(path)' cannot be encoded: \(value) has no JSON form", "\(id)")
    #expect(error?.kind == .setup)
  }
}
