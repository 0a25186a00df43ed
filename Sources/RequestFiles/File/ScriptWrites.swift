import LosslessJSON

/// What a script in front of a request would do to it, which is not run here: variables it sets, and
/// what of the request it changes.
///
/// It is read for names alone, as ``ScriptChecks`` reads it: a request that is sent without what its
/// script does is another request.
struct ScriptWrites {
  /// Variables it sets, as far as their names are written out.
  private(set) var names: Set<String> = []
  /// The first that changes the request, as it is written: `request.setHeader`.
  private(set) var change: String?
  /// Whether it changes the requests behind it as well.
  private(set) var changesLater = false
  /// The call that does.
  static let laterChange = "client.global.headers.set"
  private var bracket = ForwardSearch(UInt8(ascii: "]"))

  init(_ script: String) {
    let bytes = Array(script.utf8)
    var at = 0
    while at < bytes.count {
      if let end = ScriptChecks.behindAside(bytes, at) {
        at = end
      } else if bytes[at].isScriptName {
        let start = at
        while at < bytes.count, bytes[at].isScriptName || bytes[at] == 0x2e { at += 1 }
        take(String(decoding: bytes[start..<at], as: UTF8.self), bytes, at)
      } else {
        at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
      }
    }
  }

  /// Takes a dotted name with what follows it.
  private mutating func take(_ name: String, _ bytes: [UInt8], _ end: Int) {
    var rest = bytes[end...].drop(while: \.isBlank)
    if rest.first == UInt8(ascii: "(") {
      if Self.changes.contains(name) { change = change ?? name }
      if name == Self.laterChange { changesLater = true }
      guard Self.setters.contains(name) else { return }
      rest = rest.dropFirst().drop { $0.isBlank || $0 == 0x0a || $0 == 0x0d }
      guard let quote = rest.first, "'\"`".utf8.contains(quote),
        let end = rest.dropFirst().firstIndex(of: quote)
      else { return }
      names.insert(String(decoding: rest[..<end].dropFirst(), as: UTF8.self))
      return
    }
    // `request.headers["X"] = …`
    if rest.first == UInt8(ascii: "["), let end = bracket.place(in: bytes, from: rest.startIndex) {
      rest = rest[(end + 1)...].drop(while: \.isBlank)
    }
    guard rest.first == UInt8(ascii: "="), let next = rest.dropFirst().first,
      next != UInt8(ascii: "="), next != UInt8(ascii: ">")
    else { return }
    for owner in Self.owners where name.utf8.starts(with: owner.utf8) {
      let member = name.utf8.dropFirst(owner.utf8.count).prefix { $0 != UInt8(ascii: ".") }
      names.insert(String(Substring(member)))
    }
    let isPart = Self.parts.contains { name == $0 || name.utf8.starts(with: "\($0).".utf8) }
    if isPart { change = change ?? name }
  }

  /// Calls whose first argument is the name of a variable.
  private static let setters: Set<String> = [
    "request.variables.set", "request.environment.set", "client.global.set", "client.variables.set",
    "client.variables.global.set", "variables.set", "vars.set", "vars.global.set", "bru.setVar",
    "pm.variables.set", "pm.environment.set", "pm.globals.set", "pm.collectionVariables.set",
  ]
  /// What a variable is a member of where it is set by a sign.
  private static let owners = ["exports.", "request.variables.", "request.environment."]
  /// Calls that change the request, or whether it is sent.
  private static let changes: Set<String> = [
    "request.setHeader", "request.addHeader", "request.removeHeader", "request.setBody",
    "request.setUrl", "request.setURL", "request.setMethod", "request.setQueryParam",
    "request.headers.set", "request.headers.add", "request.headers.append",
    "request.headers.remove", laterChange, "request.skip",
  ]
  /// Parts of a request that may be set by a sign.
  private static let parts = [
    "request.url", "request.url_raw", "request.method", "request.headers", "request.body",
    "request.body_raw",
  ]
}
