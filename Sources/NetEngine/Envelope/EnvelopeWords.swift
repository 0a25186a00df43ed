import LosslessJSON

/// The words envelopes are made of, in the form they are compared in: `err_code` is `errcode`.
enum EnvelopeWords {
  /// Small letters, without the strokes between words.
  package static func word(_ key: String) -> String {
    var word: [UInt8] = []
    for byte in key.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      word.append(byte.lowercasedASCII)
    }
    return String(decoding: word, as: UTF8.self)
  }

  /// How much each key says that a code stands there.
  static let codes: [String: Double] = {
    var weights: [String: Double] = [:]
    let strong = [
      "code", "errno", "errcode", "errorcode", "errorno", "errorid", "ret", "retcode", "resultcode",
      "rescode", "rspcode", "respcode", "responsecode", "returncode", "statuscode", "bizcode",
      "retstatus", "resultstatus", "returnstatus",
    ]
    for word in strong { weights[word] = 0.4 }
    for word in flags { weights[word] = 0.4 }
    for word in ["stat", "ok", "success", "succeeded", "issuccess"] { weights[word] = 0.45 }
    for word in ["status", "state", "result", "rc"] { weights[word] = 0.25 }
    return weights
  }()

  /// Keys whose true means trouble.
  static let troubleFlags: Set<String> = ["error", "iserror", "haserror", "err", "failed"]
  /// Keys whose true means success.
  static let goodFlags: Set<String> = [
    "success", "ok", "succeeded", "issuccess", "succ", "successful", "issuccessful",
  ]
  private static let flags = troubleFlags.union(goodFlags)

  /// Keys that name a state of many a thing: only known words count there.
  static let vagueCodes: Set<String> = ["status", "state", "result", "stat", "rc"]

  /// Where the message stands, the likeliest first.
  static let messages = [
    "msg", "message", "errmsg", "errormsg", "errormessage", "errmessage", "retmsg", "resultmsg",
    "returnmsg", "respmsg", "rspmsg", "responsemessage", "statusmsg", "statusmessage",
    "resultmessage", "errordescription", "errordetail", "errorinfo", "tip", "tips", "reason",
    "info", "desc", "description", "detail", "error", "err",
  ]

  /// Where the data stands, the likeliest first.
  static let data = [
    "data", "datas", "result", "results", "payload", "items", "retbody", "body", "content",
    "response", "returndata", "resultdata", "list", "rows", "records", "obj", "object", "value",
    "model", "entity", "info",
  ]

  /// Objects that hold the code, when it does not stand at the top.
  static let containers: Set<String> = [
    "meta", "head", "header", "result", "status", "response", "ret", "responsestatus", "error",
  ]

  /// What stands beside an envelope's parts and is none of them.
  static let company: Set<String> = [
    "timestamp", "time", "ts", "servertime", "requestid", "traceid", "reqid", "logid", "version",
    "total", "totalcount", "count", "page", "pages", "pagesize", "pagination", "paging", "size",
    "limit", "offset", "hasmore", "next", "nextcursor", "cursor", "extra", "ext", "sign", "path",
    "infocode", "errors", "error", "errorcode", "code", "status", "success", "subcode", "submsg",
    "duration", "elapsed", "cost", "host", "server", "warnings", "support", "documentation",
  ]

  /// Keys of things rather than of envelopes.
  static let things: Set<String> = [
    "id", "uuid", "guid", "name", "title", "type", "createdat", "updatedat", "url", "email", "sha",
    "slug", "price", "currency", "symbol", "lat", "lon", "latitude", "longitude",
  ]

  static let yes: Set<String> = [
    "ok", "success", "succeed", "succeeded", "successful", "true", "0", "200", "00", "000", "0000",
    "00000", "000000", "y", "yes", "done",
  ]
  static let no: Set<String> = session.union([
    "error", "fail", "failed", "failure", "err", "ng", "false", "exception", "denied", "n",
    "forbidden", "badrequest", "notfound", "timeout", "invalid",
  ])
  static let session: Set<String> = [
    "invalidsession", "sessionexpired", "sessioninvalid", "unauthorized", "unauthenticated",
    "notlogin", "notloggedin", "needlogin", "loginrequired", "tokenexpired", "invalidtoken",
    "tokeninvalid",
  ]

  /// Codes that mean the same as those of `session` but do not make a key a status by themselves:
  /// a coupon expires too.
  static let ended: Set<String> = [
    "expired", "loginexpired", "sessiontimeout", "notauthenticated", "nologin", "relogin",
  ]

  /// Parts of words that only a refusal has.
  private static let refusals = [
    "error", "fail", "denied", "invalid", "unauthor", "forbidden", "notfound", "exceeded",
    "exception", "expired", "overquery", "wrong", "incorrect", "mismatch", "illegal", "notexist",
    "notallowed", "insufficient", "toomany", "ratelimit",
  ]

  static func isYes(_ word: String) -> Bool { yes.contains(word) || word.hasPrefix("suc") }

  static func isNo(_ word: String) -> Bool { no.contains(word) }

  /// Whether a word that is not known by itself sounds like a refusal.
  static func isRefusal(_ word: String) -> Bool {
    refusals.contains { word.utf8.firstPlace(of: $0.utf8) != nil }
  }

  /// Whether a message says that all is well.
  static func isGoodMessage(_ message: String) -> Bool {
    let word = word(message)
    if ["ok", "done"].contains(word) || word.hasPrefix("succe") { return true }
    let text = message.utf8
    return ["不成功", "未成功"].allSatisfy { text.firstPlace(of: $0.utf8) == nil }
      && text.firstPlace(of: "成功".utf8) != nil
  }

  /// Words for what a thing is rather than for what went wrong.
  static let vagueMessages: Set<String> = ["desc", "description", "info", "detail", "reason"]

  static let geometry: Set<String> = [
    "Feature", "FeatureCollection", "Point", "LineString", "Polygon", "MultiPoint",
    "MultiLineString", "MultiPolygon", "GeometryCollection", "Topology",
  ]
}
