import LosslessJSON
import NetEngine

extension HAREntryReader {
  /// The failure an entry tells of; nil when it tells of none.
  func failure(_ json: JSON, response: Response?, hops: [Hop]) -> NetError? {
    let answer = json["answered"].bool == true ? response : nil
    guard json.kind == .object else { return nil }
    guard let kind = json["kind"].string.flatMap(Kind.init(rawValue:)) else {
      return .underlying(RecordedFailure(json["message"].stringValue), response)
    }
    switch kind {
    case .cancelled:
      // That of a transfer says how far it was.
      guard answer != nil || json["phase"].exists else { return .cancelled }
      return transport(kind, json, answer: answer, hops: hops)
    case .setup: return setup(json)
    case .limit:
      guard let exceeded = limit(json) else { break }
      return .limit(exceeded, answer)
    case .client, .server, .status:
      if let answer { return .statusCode(answer) }
    case .mapping:
      if let answer { return .mapping(mapping(json), answer) }
    case .business, .invalidSession:
      guard let answer else { break }
      let (code, said) = (json["code"].stringValue, json["said"].stringValue)
      return kind == .business
        ? .business(code: code, message: said, answer)
        : .invalidSession(code: code, message: said, answer)
    case .sequence:
      guard let cause = failure(json["cause"], response: response, hops: hops) else { break }
      return .sequence(brokenAt: json["step"].intValue, cause: cause)
    case .plugin:
      let cause = RecordedFailure(json["cause"].string ?? json["message"].stringValue)
      if let name = json["plugin"].string { return .plugin(name: name, cause: cause) }
      return .underlying(cause, answer)
    case .dns, .connect, .tls, .timeout, .reset, .empty, .protocol, .truncated, .decode, .redirect,
      .miss, .storage:
      return transport(kind, json, answer: answer, hops: hops)
    case .ok, .expectation: break
    }
    return .underlying(RecordedFailure(json["message"].stringValue), answer)
  }

  private func transport(_ kind: Kind, _ json: JSON, answer: Response?, hops: [Hop]) -> NetError? {
    guard let kind = TransportError.Kind(kind) else { return nil }
    var error = TransportError(
      kind, phase: json["phase"].string.flatMap(TransportError.Phase.init(rawValue:)) ?? .waiting,
      curlCode: json["curlCode"].int, detail: json["detail"].stringValue,
      elapsed: json["elapsed"].int, response: answer)
    if json["sent"].bool == true { error.hops = hops }
    error.isDeclined = json["declined"].bool == true
    error.told = json["told"].string.flatMap(TransportError.Told.init(rawValue:))
    return .transport(error)
  }

  private func limit(_ json: JSON) -> LimitExceeded? {
    guard let name = json["limit"].string.flatMap(LimitExceeded.Limit.init(rawValue:)),
      let allowed = json["allowed"].int
    else { return nil }
    return LimitExceeded(name, allowed: allowed, found: json["found"].int)
  }

  private func mapping(_ json: JSON) -> MappingError {
    MappingError(
      json["target"].string.flatMap(MappingError.Target.init(rawValue:)) ?? .object,
      .decoding(RecordedFailure(json["message"].stringValue)),
      path: json["path"].string.map { JSONPath($0) })
  }

  private func setup(_ json: JSON) -> NetError {
    let setup = json["setup"]
    guard setup.exists,
      let part = SetupProblem.Part(
        storedWord: setup["part"].stringValue, header: setup["header"].stringValue),
      let reason = SetupProblem.Reason(stored: setup)
    else {
      let cause = json["cause"].string ?? json["message"].stringValue
      return .parameterEncoding(cause: RecordedFailure(cause))
    }
    return .requestMapping(SetupProblem(part, reason, text: setup["text"].stringValue))
  }
}

extension TransportError.Kind {
  /// The transfer's failure of that kind; nil for kinds that are no transfer's.
  fileprivate init?(_ kind: Kind) {
    let all: [Self] = [
      .dns, .connect, .tls, .timeout, .reset, .empty, .protocol, .truncated, .decode, .redirect,
      .cancelled, .miss, .storage,
    ]
    guard let own = all.first(where: { $0.kind == kind }) else { return nil }
    self = own
  }
}

extension SetupProblem.Reason {
  fileprivate init?(stored json: JSON) {
    let words = json["words"].stringValue
    switch json["reason"].stringValue {
    case "forbiddenByte":
      self = .forbiddenByte(UInt8(clamping: json["byte"].intValue), at: json["at"].intValue)
    case "forbiddenInHost":
      self = .forbiddenInHost(UInt8(clamping: json["byte"].intValue), at: json["at"].intValue)
    case "empty": self = .empty
    case "noScheme": self = .noScheme
    case "noSlashes": self = .noSlashes(at: json["at"].intValue)
    case "noHost": self = .noHost(at: json["at"].intValue)
    case "badAddress": self = .badAddress(words)
    case "unsupportedScheme": self = .unsupportedScheme(words)
    case "badPort": self = .badPort(words)
    case "tooLong": self = .tooLong(allowed: json["allowed"].intValue)
    case "combination": self = .combination(words)
    case "unreadable": self = .unreadable(words)
    default: return nil
    }
  }
}
