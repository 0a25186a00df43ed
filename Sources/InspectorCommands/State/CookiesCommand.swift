import NetEngine

/// `config cookies`: what is kept for a folder of requests, and taking it away.
package enum CookiesCommand {
  package static let options = [
    Subcommand.Option(name: "--env", value: "NAME", summary: "cookies: of one environment only"),
    Subcommand.Option(name: "--delete", value: "NAME", summary: "cookies: removes those of a name"),
    Subcommand.Option(name: "--clear", summary: "cookies: removes all of them"),
  ]

  /// For commands that fire.
  package static let none = Subcommand.Option(
    name: "--no-cookies", summary: "sends no kept cookies and keeps none")

  /// The store of a folder and an environment; nil where the line asks for none.
  static func store(
    _ arguments: Arguments, folder: String, environment: String? = nil
  ) -> KeptCookies? {
    guard arguments["--no-cookies"] == nil else { return nil }
    return KeptCookies(KeptCookies.Place(folder: folder, environment: environment))
  }

  /// Writes what has come to a store; what is wrong is said and fails nothing.
  static func save(_ kept: KeptCookies?) {
    if let problem = kept?.save() { Output.talk("warning: \(problem)") }
  }

  package static func run(_ arguments: Arguments, path: String) throws -> Int32 {
    _ = try TextFile.kind(of: path)
    let folder = SavedFile.isFolder(path) ? path : SavedFile.folder(of: path)
    let all = KeptCookies.all(of: folder).filter { kept in
      arguments["--env"].map { $0 == kept.place?.environment } ?? true
    }
    if arguments["--clear"] != nil || arguments["--delete"] != nil {
      return remove(arguments["--delete"], from: all)
    }
    for kept in all { try list(kept, isJSON: arguments["--json"] != nil) }
    if all.isEmpty { Output.talk("no cookies are kept for \(path)") }
    return 0
  }

  /// All, or those of a name; 1 where there is none.
  private static func remove(_ name: String?, from all: [KeptCookies]) -> Int32 {
    var count = 0
    for kept in all {
      for cookie in kept.store.cookies where name.map({ $0 == cookie.name }) ?? true {
        kept.store.remove(cookie)
        count += 1
      }
      save(kept)
    }
    guard let name, count == 0 else {
      Output.talk("\(Units.count(count, "cookie")) taken away")
      return 0
    }
    let names = all.flatMap { $0.store.cookies.map(\.name) }
    let near = NearestWord.question(name, in: names).map { ": " + $0 } ?? ""
    Output.talk("no cookie is called '\(name)'\(near)")
    return 1
  }

  /// Values are not shown: a list is looked at over shoulders and kept in logs.
  private static func list(_ kept: KeptCookies, isJSON: Bool) throws {
    let environment = kept.place?.environment ?? ""
    for cookie in kept.store.cookies {
      if isJSON {
        try Output.data(MachineLine.text(members(of: cookie, environment)))
      } else {
        let front = environment.isEmpty ? "" : "\(environment)  "
        try Output.data("\(front)\(cookie.summary)")
      }
    }
  }

  private static func members(
    of cookie: Cookie, _ environment: String
  ) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("environment", JSON(environment)), ("name", JSON(cookie.name)),
      ("domain", JSON(cookie.domain)), ("path", JSON(cookie.path.withMaskedSecrets)),
      ("hostOnly", JSON(cookie.isHostOnly)), ("secure", JSON(cookie.isSecure)),
      ("httpOnly", JSON(cookie.isHTTPOnly)), ("bytes", JSON(cookie.value.utf8.count)),
    ]
    if let sameSite = cookie.sameSite { members.append(("sameSite", JSON(sameSite.rawValue))) }
    if let end = cookie.expires {
      members.append(("expires", JSON(HARDate.text(end.saturatingProduct(1_000_000)))))
    }
    if let source = cookie.source { members.append(("from", JSON(source.request))) }
    return members
  }
}

extension Cookie {
  /// What a list says of it, without its value.
  fileprivate var summary: String {
    var words = ["\(name)  \(isHostOnly ? "" : ".")\(domain)\(path.withMaskedSecrets)"]
    words.append("\(value.utf8.count) bytes")
    if isSecure { words.append("Secure") }
    if isHTTPOnly { words.append("HttpOnly") }
    if let sameSite { words.append("SameSite=\(sameSite.rawValue)") }
    if let expires {
      words.append("until \(HARDate.text(expires.saturatingProduct(1_000_000)).prefix(19))Z")
    }
    if let source { words.append("from \(source.request)") }
    return words.joined(separator: " · ")
  }
}
