import Glibc
import NetEngine

/// The cookies of one environment of one folder of requests, in a file of the person's alone.
///
/// Not in the project: what signs a person in belongs into no repository, and a stranger's collection
/// is not sent what was set for another one. Each change starts from the file as it is then.
package nonisolated final class KeptCookies: Sendable {
  package let store: CookieStore
  /// What it is for; nil where it is kept nowhere.
  package let place: Place?

  /// A folder of requests and an environment of it; empty for none.
  package struct Place: Sendable {
    let state: StateFolder
    let folder: String
    let environment: String

    package init(folder: String, environment: String?, in state: StateFolder = StateFolder()) {
      self.state = StateFolder(path: state.path + "/cookies")
      self.folder = SavedFile.resolved(folder)
      self.environment = environment ?? ""
    }

    fileprivate var name: String {
      Body(Array(folder.utf8) + [0] + environment.utf8).sha256.hex.prefix(32) + ".jsonl"
    }
  }

  package init(_ place: Place?) {
    self.place = place
    store = CookieStore(place.map { Self.cookies(in: $0.state.read($0.name) ?? []) } ?? [])
  }

  /// What is kept for a folder, whatever the environment.
  static func all(of folder: String, in state: StateFolder = StateFolder()) -> [KeptCookies] {
    let wanted = Place(folder: folder, environment: nil, in: state)
    var environments: [String] = []
    for name in FolderListing.names(in: wanted.state.path) ?? [] {
      guard name.hasSuffix(".jsonl"), let bytes = wanted.state.read(name),
        let first = bytes.split(separator: 0x0a).first
      else { continue }
      let head = JSONDocument(Array(first)).json
      guard head["folder"].string == wanted.folder, let said = head["environment"].string else {
        continue
      }
      environments.append(said)
    }
    return environments.sorted().map {
      KeptCookies(Place(folder: folder, environment: $0, in: state))
    }
  }

  /// Writes what has changed since the last time; says what kept it from being written.
  package func save() -> String? {
    let changes = store.takeChanges()
    guard let place, !changes.isEmpty else { return nil }
    do throws(TextFile.Problem) {
      try place.state.change(place.name) { bytes in
        let kept = CookieStore(Self.cookies(in: bytes))
        let removed = Set(changes.filter { $0.value == nil }.keys)
        for cookie in kept.cookies where removed.contains(cookie.key) { kept.remove(cookie) }
        for case let cookie? in changes.values { kept.set(cookie) }
        let (left, damaged) = (kept.cookies, StateFolder.damagedLines(of: bytes))
        return left.isEmpty && damaged.isEmpty ? [] : Self.bytes(left, of: place) + damaged
      }
      return nil
    } catch {
      return "cookies are not kept: \(error.text)"
    }
  }

  // MARK: The file

  private static func bytes(_ cookies: [Cookie], of place: Place) -> [UInt8] {
    let head = JSON(members: [
      ("folder", JSON(place.folder)), ("environment", JSON(place.environment)),
    ])
    return ([head] + cookies.map(\.stored)).flatMap { JSONPrinter.compact.bytes($0) + [0x0a] }
  }

  /// A line that is no cookie is left out.
  private static func cookies(in bytes: [UInt8]) -> [Cookie] {
    bytes.split(separator: 0x0a).compactMap { Cookie(stored: JSONDocument(Array($0)).json) }
  }
}

nonisolated extension Cookie {
  fileprivate var stored: JSON {
    var members: [(key: String, value: JSON)] = [
      ("name", JSON(name)), ("value", JSON(value)), ("domain", JSON(domain)), ("path", JSON(path)),
      ("hostOnly", JSON(isHostOnly)), ("secure", JSON(isSecure)), ("httpOnly", JSON(isHTTPOnly)),
    ]
    if let sameSite { members.append(("sameSite", JSON(sameSite.rawValue))) }
    if let expires { members.append(("expires", JSON(expires))) }
    if let source {
      members.append(("from", JSON(source.request)))
      members.append(("at", JSON(source.time)))
    }
    members.append(("created", JSON(createdAt)))
    members.append(("used", JSON(usedAt)))
    return JSON(members: members)
  }

  fileprivate init?(stored json: JSON) {
    guard let name = json["name"].string, let value = json["value"].string,
      let domain = json["domain"].string, let path = json["path"].string
    else { return nil }
    self.init(name: name, value: value, domain: domain, path: path)
    isHostOnly = json["hostOnly"].bool ?? true
    isSecure = json["secure"].bool ?? false
    isHTTPOnly = json["httpOnly"].bool ?? false
    sameSite = json["sameSite"].string.flatMap(SameSite.init(rawValue:))
    expires = json["expires"].int
    if let request = json["from"].string, let time = json["at"].int {
      source = SentCookie.Source(request: request.withMaskedSecrets, time: time)
    }
    createdAt = json["created"].int ?? 0
    usedAt = json["used"].int ?? 0
  }
}
