import LosslessJSON
import NetEngine

/// What a client gets that has a part of an answer already, or wants only one.
enum PartialAnswer {
  /// Whether a recorded answer makes sense to a client that asked like this.
  ///
  /// A browser's recording holds the 304 to a question its cache asked; who has no copy cannot use it.
  static func fits(_ exchange: Exchange, _ head: ClientHead) -> Bool {
    switch exchange.response?.statusCode {
    case 304, 412:
      ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]
        .contains(where: head.headers.contains)
    case 206, 416:
      head.headers["Range"].map { $0 == exchange.request.headers["Range"] } ?? false
    default: true
    }
  }

  /// The answer as it is asked for; the whole one where nothing less is.
  static func of(_ recording: ServedRecording, for head: ClientHead) -> ClientAnswer {
    guard recording.status == 200, recording.ending == .whole,
      head.method == "GET" || head.method == "HEAD"
    else { return recording.answer }
    if let etag = recording.etag, let asked = head.headers["If-None-Match"], names(etag, in: asked)
    {
      let fields = recording.fields.filter { field in
        !field.name.isSameHeaderName(as: "Content-Type")
      }
      return ClientAnswer(status: 304, fields: fields, body: .empty)
    }
    guard head.method == "GET", let asked = head.headers["Range"],
      // Only a strong tag says that two parts are of one whole.
      head.headers["If-Range"].map({ $0 == recording.etag && $0.utf8.first == 0x22 }) ?? true
    else { return recording.answer }
    switch range(asked, of: recording.body.count) {
    case .whole: return recording.answer
    case .part(let range):
      let said = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(recording.body.count)"
      return ClientAnswer(
        status: 206, fields: recording.fields + [HeaderField("Content-Range", said)],
        body: Body(recording.body[range]))
    case .none:
      return ClientAnswer(
        status: 416, fields: [HeaderField("Content-Range", "bytes */\(recording.body.count)")],
        body: .empty)
    }
  }

  /// RFC 9110 §13.1.2: weakly compared.
  private static func names(_ etag: String, in asked: String) -> Bool {
    if asked == "*" { return true }
    let own = strong(etag.utf8[...])
    return asked.utf8.split(separator: UInt8(ascii: ",")).contains {
      strong($0.trimmingBlanks).elementsEqual(own)
    }
  }

  private static func strong(_ tag: Substring.UTF8View) -> Substring.UTF8View {
    tag.starts(with: "W/".utf8) ? tag.dropFirst(2) : tag
  }

  private enum Cut {
    case whole
    case part(Range<Int>)
    case none
  }

  /// RFC 9110 §14.1.2, one range; several are answered by the whole, as a server may.
  private static func range(_ text: String, of count: Int) -> Cut {
    let bytes = Array(text.utf8)
    guard bytes.starts(with: "bytes=".utf8) else { return .whole }
    let parts = bytes.dropFirst(6).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .whole }
    let (first, last) = (parts[0].trimmingBlanks, parts[1].trimmingBlanks)
    switch (Int(digits: first), Int(digits: last)) {
    case (let start?, _) where last.isEmpty:
      return start < count ? .part(start..<count) : .none
    case (let start?, let end?) where end >= start:
      return start < count ? .part(start..<min(end, count - 1) + 1) : .none
    case (nil, let length?) where first.isEmpty:
      return length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .none
    default: return .whole
    }
  }
}
