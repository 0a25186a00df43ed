import NetEngine
import TestSupport
import Testing

@Suite struct FilterTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let passes: [Int]
    let fails: [Int]
    let filter: @Sendable (Response) throws(NetError) -> Response

    var testDescription: String { id }
  }

  static let rows = [
    Row(id: "closed range", passes: [0, 9, 10], fails: [11, 200]) { response throws(NetError) in
      try response.filter(statusCodes: 0...10)
    },
    Row(id: "half-open range", passes: [0, 9], fails: [10, 11]) { response throws(NetError) in
      try response.filter(statusCodes: 0..<10)
    },
    Row(id: "open range", passes: [400, 599], fails: [399]) { response throws(NetError) in
      try response.filter(statusCodes: 400...)
    },
    Row(id: "one code", passes: [10], fails: [9, 11]) { response throws(NetError) in
      try response.filter(statusCode: 10)
    },
    Row(id: "2xx", passes: [200, 204, 299], fails: [199, 300, 404]) { response throws(NetError) in
      try response.filterSuccessfulStatusCodes()
    },
    Row(id: "2xx and 3xx", passes: [200, 299, 300, 399], fails: [199, 400]) {
      response throws(NetError) in
      try response.filterSuccessfulStatusAndRedirectCodes()
    },
    Row(id: "a filter", passes: [200, 304], fails: [201, 303, 305]) { response throws(NetError) in
      try response.filter(StatusFilter([200...200, 304...304]))
    },
  ]

  @Test("ranges have exact edges, and what is outside keeps its answer", arguments: rows)
  func edges(_ row: Row) throws {
    for code in row.passes {
      #expect(try row.filter(.answer("x", status: code)).body == "x", "\(code)")
    }
    for code in row.fails {
      let thrown = outcome { () throws(NetError) in
        try row.filter(.answer("the server's words", status: code))
      }.thrown
      #expect(thrown?.label == "statusCode(\(code))")
      #expect(thrown?.response?.body == "the server's words")
    }
  }
}
