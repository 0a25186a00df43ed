import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Whoever answers, or wrote a file, may say any number: none of them ends the program.
@Suite("Numbers from outside") struct OutsideNumberTests {
  @Test("an envelope with any code is guessed at or not", arguments: OutsideNumber.all)
  func envelopes(number: String) {
    for envelope in OutsideNumber.envelopes {
      let body = envelope.replacing("N", with: number)
      for status in [200, 404] {
        let answer = Response.answer(body, status: status, type: "application/json")
        _ = EnvelopeDetector.detect(answer)
        #expect(!Classifier.classify(.success(answer), Pipeline()).steps.isEmpty)
      }
    }
  }

  @Test("a code beyond a thousand million is none", arguments: ["-9223372036854775808", "1e308"])
  func noCode(number: String) {
    let answer = Response.answer(
      #"{"code":\#(number),"message":"ok"}"#, type: "application/json")
    #expect(EnvelopeDetector.detect(answer) == nil)
  }

  /// An own entry with everything in it that has a number.
  private static var entry: Exchange {
    var exchange = Exchange.sample()
    var response = Response.answer(#"{"ok":true}"#, type: "application/json")
    let timings = Timings(dns: 1, connect: 2, tls: 3, send: 4, wait: 5, receive: 6)
    response.hops = [302, 200].map { status in
      var hop = Hop(url: "http://h.test/a", method: .get)
      (hop.statusCode, hop.timings, hop.sentBodyBytes) = (status, timings, 7)
      hop.interimResponses = 1
      return hop
    }
    exchange.request.timeout = .seconds(3)
    var error = TransportError(.timeout, phase: .waiting, response: response)
    error.elapsed = 9
    exchange.result = .failure(.transport(error))
    exchange.truncatedFrom = 12
    exchange.order = 3
    return exchange
  }

  @Test("a recording of ours with any number in any place opens", arguments: OutsideNumber.all)
  func ourRecording(number: String) {
    let document = HARWriter().document([Self.entry, Exchange.sample()])
    for bytes in OutsideNumber.variants(of: document, by: number) { SessionWorkout.run(bytes) }
  }

  @Test("another tool's with any number in any place opens", arguments: OutsideNumber.all)
  func foreignRecording(number: String) {
    let document = Array(HARQuirk.log(HARQuirk.entry() + "," + HARQuirk.entry()).utf8)
    for bytes in OutsideNumber.variants(of: document, by: number) { SessionWorkout.run(bytes) }
  }

  @Test("times that no sum holds add up to the largest")
  func sums() {
    let timings = Timings(dns: .max, connect: .max, receive: 1)
    #expect(timings.total == .max)
    var response = Response.answer("")
    response.hops = [1, 2].map { _ in
      var hop = Hop(url: "http://h.test/", method: .get)
      hop.timings = timings
      return hop
    }
    #expect(response.totalTime == .max)
  }

  static let sumRows: [(Int, Int, sum: Int, product: Int)] = [
    (1, 2, 3, 2), (.max, 1, .max, .max), (.min, -1, .min, .max), (.min, 1, .min + 1, .min),
    (.max, .max, .max, .max), (.min, .min, .min, .max), (.max, .min, -1, .min), (0, .min, .min, 0),
    (.min, 0, .min, 0), (-2, .max, .max - 2, .min),
  ]

  @Test("saturating sums and products end where the range does", arguments: sumRows)
  func arithmetic(_ row: (Int, Int, sum: Int, product: Int)) {
    #expect(row.0.saturatingSum(row.1) == row.sum)
    #expect(row.0.saturatingProduct(row.1) == row.product)
  }

  static let doubleRows: [(Double, Int)] = [
    (0, 0), (-0.9, 0), (1.9, 1), (1e300, .max), (-1e300, .min), (.infinity, .max), (.nan, 0),
    (-.infinity, .min), (0x1p63, .max), (-0x1p63, .min), (0x1p63.nextDown, .max - 1023),
  ]

  @Test("a floating-point number becomes the nearest whole one there is", arguments: doubleRows)
  func conversion(_ value: Double, _ expected: Int) {
    #expect(Int(saturating: value) == expected)
  }
}
