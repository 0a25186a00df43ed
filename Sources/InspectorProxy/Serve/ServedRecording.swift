import LosslessJSON
import NetEngine
import NetRecordings

/// A recording as it is sent to a client: unpacked, framed anew, fit for loopback, marks filled in.
package struct ServedRecording: Sendable {
  let sequence: Int
  let status: Int
  let reason: String
  let fields: [HeaderField]
  let body: Body
  /// A validator a client may ask by; nil where the answer has none.
  let etag: String?
  let ending: ClientAnswer.Ending
  /// As long as it took, in microseconds.
  let time: Int
  /// The whole of it.
  let answer: ClientAnswer

  /// What is wrong with a recording, so that it answers nothing; nil where it does.
  package static func flaw(of exchange: Exchange) -> String? {
    guard exchange.canReplay else { return "recording #\(exchange.sequence) holds no response" }
    if let total = exchange.truncatedFrom {
      return "recording #\(exchange.sequence) holds only the beginning of its \(total) bytes"
    }
    if exchange.failure?.isCancelled == true {
      return "recording #\(exchange.sequence) was cancelled before its response"
    }
    if exchange.failure?.replayedFailure?.kind == .timeout { return nil }
    let status = exchange.response?.statusCode ?? 0
    if status == 101 { return "recording #\(exchange.sequence) is a WebSocket" }
    if exchange.response != nil, !(200...999 ~= status) {
      return "recording #\(exchange.sequence) holds no whole response"
    }
    return nil
  }

  /// Makes what is sent of an exchange of one hop; links to `origins` lead to this server.
  ///
  /// Whose pages may ask is said by the recording, unless this server says it.
  init(_ exchange: Exchange, origins: [String], keepsCORS: Bool) {
    sequence = exchange.sequence
    time = exchange.replayedTime
    let isLate = exchange.failure?.replayedFailure?.kind == .timeout
    guard let response = exchange.response, !isLate else {
      (status, reason, fields, body, etag) = (0, "", [], .empty, nil)
      // One that took its time never ends, every other one breaks the connection.
      ending = isLate ? .hang : .reset(after: nil)
      answer = Self.answer(ClientAnswer(status: 0, head: []), ending)
      return
    }
    status = response.statusCode
    reason = response.hops.last?.reason ?? ""
    // What an app unpacks itself goes out as it came, where that was kept.
    body = FilledMarks.body(response.packed.isEmpty ? response.body : response.packed)
    // A client has to see that something is missing: by the length, else by a broken connection.
    let length = Self.length(of: response, exchange.request.method)
    let isCut = !response.isComplete || exchange.failure?.replayedFailure != nil
    ending =
      !isCut
      ? .whole : (length ?? 0) > body.count ? .cut(after: body.count) : .reset(after: body.count)
    let named = response.headers.listed("Connection")
    let kept = response.headers.filter { field in
      let isCORS = field.name.lowercasedASCII.utf8.starts(with: "access-control-allow-".utf8)
      return !Self.isOfOneHop(field.name) && !named.names(field) && (keepsCORS || !isCORS)
    }
    etag = kept.last { $0.name.isSameHeaderName(as: "ETag") }?.value
    var fields = kept.compactMap { LoopbackFields.field(FilledMarks.field($0), origins: origins) }
    let saysLength = isCut || exchange.request.method == .head
    if saysLength, let length { fields.append(HeaderField("Content-Length", "\(length)")) }
    self.fields = fields
    answer = Self.answer(
      ClientAnswer(
        status: status, reason: reason, fields: fields, body: body, saysLength: !saysLength), ending
    )
  }

  /// How long the body was said to be; of packed bytes that says nothing about the unpacked ones.
  private static func length(of response: Response, _ method: HTTPMethod) -> Int? {
    guard method == .head || !response.headers.contains("Content-Encoding") else { return nil }
    return response.headers["Content-Length"].flatMap { Int(digits: $0.utf8) }
  }

  /// Fields that the bytes as they were packed and framed had; they are framed anew.
  private static func isOfOneHop(_ name: String) -> Bool {
    ConnectionFields.contain(name) || name.isSameHeaderName(as: "Content-Encoding")
  }

  private static func answer(
    _ answer: ClientAnswer, _ ending: ClientAnswer.Ending
  ) -> ClientAnswer {
    var answer = answer
    answer.ending = ending
    return answer
  }
}

extension Exchange {
  fileprivate var failure: NetError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// Without the bytes of its responses, which a large recording reads again when they are served.
  package var withoutResponseBodies: Exchange {
    func stripped(_ result: Result<Response, NetError>?) -> Result<Response, NetError>? {
      result?.map { $0.withoutBodies }.mapError { $0.mapResponse { $0.withoutBodies } }
    }
    var exchange = self
    (exchange.result, exchange.toApp) = (stripped(result), stripped(toApp))
    return exchange
  }

  /// Each hop as an exchange of its own: a client follows redirects by itself.
  package var perHop: [Exchange] {
    guard let response, response.hops.count > 1 else { return [self] }
    let last = response.hops.count - 1
    return response.hops.enumerated().map { number, hop in
      var step = self
      step.request.url = hop.url
      step.request.method = hop.method
      // RFC 9110 §15.4: a redirect that changes the method takes the body away.
      if hop.method != request.method {
        step.request.body = .none
        step.request.keptPartOf = nil
      }
      if number < last {
        step.truncatedFrom = nil
        step.result = .success(Response(request: step.request, hops: [hop], body: hop.body))
      } else {
        var end = response
        end.hops = [hop]
        step.result = result.map { $0.map { _ in end } }
      }
      return step
    }
  }
}

extension Response {
  fileprivate var withoutBodies: Response {
    var copy = self
    (copy.body, copy.wire, copy.ownStep) = (.empty, .empty, nil)
    for index in copy.hops.indices { copy.hops[index].body = .empty }
    return copy
  }
}

/// Values that stand for secrets which a recording does not have any more.
enum FilledMarks {
  static func body(_ body: Body) -> Body {
    guard body.withUnsafeBytes({ RedactedText.mayOccur(in: $0) }) else { return body }
    return Body(RedactedText.replacing(body.bytes, value))
  }

  static func field(_ field: HeaderField) -> HeaderField {
    guard RedactedText.mayOccur(in: field.value.utf8) else { return field }
    let bytes = RedactedText.replacing(Array(field.value.utf8), value)
    return HeaderField(field.name, String(decoding: bytes, as: UTF8.self), source: field.source)
  }

  /// The same for the same secret, in every run: a client may send it back, and keep it.
  private static func value(name: String, hash: String) -> String {
    let digits = hash.isEmpty ? "0" : hash
    // A program that looks into its token finds one that says nothing.
    if name == "jwt" { return "eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZWRhY3RlZCJ9.\(digits)" }
    let safe = name.utf8.map { $0.isTokenByte ? $0 : UInt8(ascii: "-") }
    return String(decoding: safe, as: UTF8.self) + "-" + digits
  }
}
