import NetEngine
import TestSupport

/// What HAR 1.2 demands and what browsers' importers insist on, as complaints about a document.
struct HARCheck {
  private(set) var complaints: [String] = []

  init(_ json: JSON) {
    let log = json["log"]
    text(log, "version", at: "log")
    text(log["creator"], "name", at: "creator")
    text(log["creator"], "version", at: "creator")
    list(log, "entries", at: "log")
    for (index, entry) in log["entries"].arrayValue.enumerated() {
      check(entry, at: "entry \(index + 1)")
    }
  }

  private mutating func check(_ entry: JSON, at place: String) {
    date(entry, "startedDateTime", at: place)
    number(entry, "time", least: 0, at: place)
    if entry["cache"].kind != .object { complain("cache", place) }
    check(request: entry["request"], at: place + " request")
    check(response: entry["response"], at: place + " response")
    let timings = entry["timings"]
    for name in ["send", "wait", "receive"] { number(timings, name, least: 0, at: place) }
    for name in ["blocked", "dns", "connect", "ssl"] {
      number(timings, name, least: -1, at: place)
    }
    let phases = ["blocked", "dns", "connect", "send", "wait", "receive"]
    let sum = phases.reduce(0) { $0 + max(0, timings[$1].double ?? 0) }
    if abs(sum - (entry["time"].double ?? -1)) > 0.0005 { complain("time is not the sum", place) }
    for name in ["serverIPAddress", "connection"] where entry[name].exists {
      text(entry, name, at: place)
    }
  }

  private mutating func check(request: JSON, at place: String) {
    for name in ["method", "url", "httpVersion"] { text(request, name, at: place) }
    if request["url"].stringValue.utf8.contains(UInt8(ascii: "#")) { complain("fragment", place) }
    pairs(request, "queryString", at: place)
    message(request, at: place)
    guard request["postData"].exists else { return }
    text(request["postData"], "mimeType", at: place)
    text(request["postData"], "text", at: place)
  }

  private mutating func check(response: JSON, at place: String) {
    number(response, "status", least: 0, at: place)
    for name in ["statusText", "httpVersion", "redirectURL"] { text(response, name, at: place) }
    message(response, at: place)
    let content = response["content"]
    number(content, "size", least: 0, at: place)
    text(content, "mimeType", at: place)
    if content["mimeType"].stringValue.isEmpty { complain("mimeType is empty", place) }
    if content["text"].exists { text(content, "text", at: place) }
    if content["encoding"].exists, content["encoding"].string != "base64" {
      complain("encoding", place)
    }
  }

  private mutating func message(_ json: JSON, at place: String) {
    pairs(json, "headers", at: place)
    pairs(json, "cookies", at: place)
    for cookie in json["cookies"].arrayValue where cookie["expires"].exists {
      date(cookie, "expires", at: place)
    }
    number(json, "headersSize", least: -1, at: place)
    number(json, "bodySize", least: -1, at: place)
  }

  // MARK: Values

  private mutating func pairs(_ json: JSON, _ name: String, at place: String) {
    list(json, name, at: place)
    for pair in json[name].arrayValue {
      text(pair, "name", at: "\(place) \(name)")
      text(pair, "value", at: "\(place) \(name)")
    }
  }

  private mutating func list(_ json: JSON, _ name: String, at place: String) {
    if json[name].kind != .array { complain(name, place) }
  }

  private mutating func text(_ json: JSON, _ name: String, at place: String) {
    if json[name].kind != .string { complain(name, place) }
  }

  private mutating func number(_ json: JSON, _ name: String, least: Double, at place: String) {
    guard let value = json[name].double, value.isFinite, value >= least else {
      return complain(name, place)
    }
  }

  /// `2026-11-20T17:17:32.123456Z`, byte for byte of that shape.
  private mutating func date(_ json: JSON, _ name: String, at place: String) {
    let shape = json[name].stringValue.utf8.map { byte -> UInt8 in
      byte &- 0x30 < 10 ? UInt8(ascii: "0") : byte
    }
    if String(decoding: shape, as: UTF8.self) != "0000-00-00T00:00:00.000000Z" {
      complain(name, place)
    }
  }

  private mutating func complain(_ what: String, _ place: String) {
    complaints.append("\(place): \(what)")
  }
}
