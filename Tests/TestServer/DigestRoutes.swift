import DemoServer
import LosslessJSON

/// Digest sign-in (RFC 7616): each way to ask for it, and answers checked to the letter.
struct DigestDoor: Sendable {
  var algorithm: String? = "MD5"
  var qop: String? = "auth"
  /// The nonces it takes, the older ones with the word that they are stale.
  var nonces = ["nonce-1"]

  static let doors: [String: DigestDoor] = [
    "md5": DigestDoor(),
    "md5-sess": DigestDoor(algorithm: "MD5-sess"),
    "sha-256": DigestDoor(algorithm: "SHA-256"),
    "no-qop": DigestDoor(algorithm: nil, qop: nil),
    "integrity": DigestDoor(qop: "auth-int"),
    "either": DigestDoor(qop: "auth-int, auth"),
    "stale": DigestDoor(nonces: ["nonce-1", "nonce-2"]),
    "unknown": DigestDoor(algorithm: "SHA-3"),
  ]

  /// What it answers somebody who has not said, or not well, who he is.
  func challenge(isStale: Bool = false, nonce: String? = nil) -> Field {
    var text = #"Digest realm="demo", nonce="\#(nonce ?? nonces[0])", opaque="opaque \"1\"""#
    if let qop { text += #", qop="\#(qop)""# }
    if let algorithm { text += ", algorithm=\(algorithm)" }
    if isStale { text += ", stale=true" }
    return Field("WWW-Authenticate", text)
  }

  /// Lets in, or responses with challenges, its own first.
  func reply(to request: Request, beside others: [DigestDoor] = []) -> Reply {
    let said = Self.parameters(request.header("Authorization") ?? "")
    let newest = nonces[nonces.count - 1]
    for door in [self] + others where door.accepts(said, request) {
      guard said["nonce"] != newest else {
        return .json(
          #"{"user":"ada","count":"\#(said["nc"] ?? "")","body":\#(request.body.count)}"#)
      }
      return Self.denied([challenge(isStale: true, nonce: newest)])
    }
    return Self.denied(([self] + others).map { $0.challenge() })
  }

  private static func denied(_ fields: [Field]) -> Reply {
    .json(#"{"error":"Unauthorized"}"#, status: 401, fields: fields)
  }

  private func accepts(_ said: [String: String], _ request: Request) -> Bool {
    let target = String(decoding: request.target, as: UTF8.self)
    guard said["username"] == "ada", said["realm"] == "demo", said["uri"] == target,
      said["opaque"] == "opaque \"1\"", said["algorithm"] == algorithm,
      let nonce = said["nonce"], nonces.contains(nonce), let response = said["response"]
    else { return false }
    let isSession = algorithm?.hasSuffix("-sess") == true
    func hash(_ text: String) -> String {
      let bytes = Array(text.utf8)
      return algorithm?.hasPrefix("SHA-256") == true
        ? SHA256.digest(of: bytes).hex : MD5.hex(of: bytes)
    }
    var first = hash("ada:demo:secret")
    if isSession { first = hash("\(first):\(nonce):\(said["cnonce"] ?? "")") }
    guard let chosen = said["qop"] else {
      return qop == nil
        && response == hash("\(first):\(nonce):\(hash("\(request.method):\(target)"))")
    }
    guard let qop, qop.split(separator: ",").map({ $0.drop { $0 == " " } }).contains(chosen[...]),
      let count = said["nc"], count.utf8.count == 8, let cnonce = said["cnonce"], !cnonce.isEmpty
    else { return false }
    var what = "\(request.method):\(target)"
    if chosen == "auth-int" {
      what += ":" + hash(String(decoding: request.body.kept, as: UTF8.self))
    }
    return response == hash("\(first):\(nonce):\(count):\(cnonce):\(chosen):\(hash(what))")
  }

  /// `name="a \"b\"", other=c` behind the scheme.
  private static func parameters(_ field: String) -> [String: String] {
    guard field.hasPrefix("Digest ") else { return [:] }
    var found: [String: String] = [:]
    var rest = field.dropFirst(7)
    while let sign = rest.firstIndex(of: "=") {
      let name = rest[..<sign].drop { $0 == "," || $0 == " " }
      rest = rest[sign...].dropFirst()
      var value = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while let next = rest.popFirst(), next != "\"" {
          value.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
      } else {
        value = String(rest.prefix { $0 != "," })
        rest = rest.dropFirst(value.count)
      }
      found[String(name)] = value
    }
    return found
  }
}

extension TestRoute {
  /// Digest, in all the ways servers ask for it.
  static let digest: [TestRoute] = [
    TestRoute(
      "*", "/auth/digest/{kind}", sample: "/auth/digest/md5", "digest", .authorization,
      "Wants user 'ada' and password 'secret' by Digest, asked for as the kind says."
    ) { request in
      DigestDoor.doors[request.parameters["kind"] ?? ""]?.reply(to: request)
        ?? .json(#"{"error":"Not found"}"#, status: 404)
    }.expecting(.client, 401),
    TestRoute(
      "*", "/auth/digest-twice", "two digests", .authorization,
      "Two challenges: one nobody knows, then SHA-256."
    ) { request in
      DigestDoor(algorithm: "SHA-3").reply(to: request, beside: [DigestDoor(algorithm: "SHA-256")])
    }.expecting(.client, 401),
  ]
}
