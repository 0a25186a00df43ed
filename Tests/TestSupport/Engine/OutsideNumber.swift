import NetEngine

/// Numbers that a file or a server may say and that no arithmetic is ready for.
package enum OutsideNumber {
  /// Envelopes whose code is `N`.
  package static let envelopes = [
    #"{"code":N,"message":"ok"}"#, #"{"status":N,"msg":"ok","data":{}}"#,
    #"{"errno":N,"errmsg":""}"#, #"{"success":N,"error":{"code":N,"message":"no"}}"#,
    #"{"errors":[{"status":N,"code":N}]}"#, #"{"error":N}"#, #"{"type":"t","status":N}"#,
  ]

  package static let all = [
    "-9223372036854775808", "9223372036854775807", "-9223372036854775807", "18446744073709551615",
    "-1", "0", "-0", "1e15", "999999999999999", "1e308", "-1e308", "1e-308", "4294967295",
    "2147483648", "\(String(repeating: "9", count: 400))", "1.7976931348623157e309",
    "9223372036854775.807",
  ]

  /// The document with each of its numbers in turn, and with all of them, replaced.
  package static func variants(of json: [UInt8], by number: String) -> [[UInt8]] {
    let places = places(in: json)
    let each = places.map { replacing([$0], in: json, by: number) }
    return each + [replacing(places, in: json, by: number)]
  }

  private static func replacing(
    _ places: [Range<Int>], in json: [UInt8], by number: String
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var next = 0
    for place in places {
      bytes += json[next..<place.lowerBound] + Array(number.utf8)
      next = place.upperBound
    }
    return bytes + json[next...]
  }

  /// Where numbers stand outside of texts.
  private static func places(in json: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var at = 0
    var isText = false
    while at < json.count {
      if json[at] == 0x5c, isText {
        at += 1
      } else if json[at] == 0x22 {
        isText.toggle()
      } else if !isText, json[at] == 0x2d || json[at] &- 0x30 < 10 {
        let end = json[at...].firstIndex { !"+-.eE0123456789".utf8.contains($0) } ?? json.count
        places.append(at..<end)
        at = end - 1
      }
      at += 1
    }
    return places
  }
}
