import InspectorScreens
import NetEngine
import RequestFiles
import Testing

/// Numbers no arithmetic is ready for, on the screens.
struct OutsideNumberScreensTests {
  @Test(
    "a code that no absolute value exists of is shown in every view",
    arguments: ["-9223372036854775808", "9223372036854775807", "-1e400"])
  func code(number: String) {
    let body = #"{"code":\#(number),"message":"ok"}"#
    var stage = Stage()
    stage.show("/users", .success(Sample.response("/users", body: body)))
    for view in 1...9 {
      stage.press("\(view)")
      #expect(stage.shows("200"))
    }
  }

  @Test("phases of any length are drawn", arguments: [Int.min, -1, 0, 1, 1 << 53, .max])
  func timing(length: Int) {
    var answer = Sample.users
    for number in [Int.min, 0, 1, .max] {
      answer.hops[0].timings = Timings(
        dns: length, connect: number, tls: length, send: number, wait: length, receive: 1)
      var stage = Stage()
      stage.show("/users", .success(answer))
      stage.press("5")
      #expect(stage.shows("receive"))
    }
  }

  @Test("a time limit of any length is read and told")
  func limits() {
    let reader = ConfigurationReader(
      Array(#"{"limits": {"timeout": "9223372036854775807ms"}}"#.utf8), file: "inspector.json")
    var limits = Limits()
    limits.take(reader.configuration.limits)
    #expect(!Configuration.Limit.timeout.text(in: limits).isEmpty)
  }
}
