import InspectorProxy
import InspectorScreens
import NetEngine
import NetRecordings

/// What is held as a text for an editor: a first line, fields, an empty line, the body.
///
/// A request becomes an answer where its first line is made one: `HTTP/1.1 401`.
package nonisolated enum HeldText {
  /// What cannot be sent, in words.
  package struct Mistake: Error {
    package let words: String
  }

  package static func bytes(of held: HoldDesk.Held) -> [UInt8] {
    var text: [UInt8]
    let (headers, body): (Headers, Body)
    if let answer = held.answer {
      text = Array("HTTP/1.1 \(answer.status)\n".utf8)
      (headers, body) = (answer.headers, answer.body)
    } else {
      text = Array("\(held.request.method.rawValue) \(held.request.url)\n".utf8)
      headers = held.request.headers
      if case .bytes(let bytes) = held.request.body { body = bytes } else { body = .empty }
    }
    for field in headers { text += "\(field.name): \(field.value)\n".utf8 }
    return text + [0x0a] + body.bytes
  }

  /// What the edited text says.
  package static func decision(
    _ bytes: [UInt8], of held: HoldDesk.Held
  ) throws(Mistake) -> HoldDesk.Decision {
    var rest = bytes[...]
    func line() throws(Mistake) -> String? {
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: 0x0a) ?? rest.endIndex
      var line = rest[..<end]
      if line.last == 0x0d { line.removeLast() }
      rest = rest[min(end + 1, rest.endIndex)...]
      guard let text = String(validating: line, as: UTF8.self) else {
        throw Mistake(words: "'\(String(shown: Array(line)).shortened(to: 60))' is no UTF-8")
      }
      return text
    }
    guard let first = try line(), !first.isEmpty else {
      throw Mistake(words: "the first line is empty; it says METHOD URL, or HTTP/1.1 STATUS")
    }
    var headers = Headers()
    while let text = try line(), !text.isEmpty { headers.append(try field(text)) }
    let body = rest.isEmpty ? Body.empty : Body(Array(rest))
    let words = first.split(separator: " ")
    if first.hasPrefix("HTTP/") {
      guard words.count > 1, let status = Int(words[1]), 200...999 ~= status else {
        throw Mistake(words: "'\(first.shortened(to: 60))' is no line such as HTTP/1.1 401")
      }
      return .answer(HoldDesk.HeldAnswer(status: status, headers: headers, body: body))
    }
    guard held.side == .request else {
      throw Mistake(words: "the first line of a response says HTTP/1.1 STATUS")
    }
    guard words.count == 2, words[0].utf8.allSatisfy(\.isTokenByte),
      (try? URLText(String(words[1]))) != nil
    else { throw Mistake(words: "'\(first.shortened(to: 60))' is no line such as POST URL") }
    var request = held.request
    request.method = HTTPMethod(rawValue: String(words[0]))
    request.url = String(words[1])
    headers.remove("Content-Length")
    request.headers = headers
    request.body = body.isEmpty ? .none : .bytes(body)
    return .request(request)
  }

  private static func field(_ text: String) throws(Mistake) -> HeaderField {
    guard let colon = text.firstIndex(of: ":") else {
      throw Mistake(words: "'\(text.shortened(to: 60))' is no field: there is no colon in it")
    }
    let name = String(text[..<colon])
    guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte) else {
      throw Mistake(words: "'\(name.shortened(to: 60))' is no name of a field")
    }
    let value = String(decoding: text[colon...].utf8.dropFirst().trimmingBlanks, as: UTF8.self)
    guard !value.holdsOddControl else {
      throw Mistake(words: "the value of '\(name)' has a control character in it; take it out")
    }
    return HeaderField(name, value)
  }
}
