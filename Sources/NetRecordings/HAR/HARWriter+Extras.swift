import LosslessJSON
import NetEngine

extension HAREntryRun {
  /// The phases as HAR wants them: connecting includes TLS, what did not happen is -1.
  mutating func writeTimings(_ hops: [Hop]) {
    func sum(_ phase: (Timings) -> Int?) -> Int? {
      var sum: Int?
      for index in hops.indices {
        if let part = phase(hops[index].timings) { sum = (sum ?? 0) + part }
      }
      return sum
    }
    let (tls, open) = (sum(\.tls), sum(\.connect))
    let connect = open == nil && tls == nil ? nil : (open ?? 0) + (tls ?? 0)
    line.object("timings") { line in
      line.phase("blocked", sum(\.blocked))
      line.phase("dns", sum(\.dns))
      line.phase("connect", connect)
      line.phase("ssl", tls)
      line.key("send")
      line.milliseconds(sum(\.send) ?? 0)
      line.key("wait")
      line.milliseconds(sum(\.wait) ?? 0)
      line.key("receive")
      line.milliseconds(sum(\.receive) ?? 0)
    }
  }

  /// HAR's own two fields about the connection.
  mutating func writeConnectionFields() {
    guard let connection = hops.last?.connection else { return }
    if let remote = connection.remote, let host = remote.hostOfAddress {
      line.member("serverIPAddress", host)
    }
    if let local = connection.local, let port = local.utf8.split(separator: 0x3a).last {
      line.member("connection", String(Substring(port)))
    }
  }

  /// What HAR has no place for, hop by hop.
  mutating func writeExtras(of hops: [Hop], _ place: Int) {
    let timings = hops[place].timings
    if timings != Timings() {
      line.object("_timing") { line in
        if let blocked = timings.blocked { line.member("blocked", blocked) }
        if let dns = timings.dns { line.member("dns", dns) }
        if let connect = timings.connect { line.member("connect", connect) }
        if let tls = timings.tls { line.member("tls", tls) }
        if let send = timings.send { line.member("send", send) }
        if let wait = timings.wait { line.member("wait", wait) }
        if let receive = timings.receive { line.member("receive", receive) }
      }
    }
    if hops[place].connection != Connection() { writeConnection(hops[place].connection) }
    if !hops[place].dropped.isEmpty { line.member("_dropped", hops[place].dropped) }
  }

  private mutating func writeConnection(_ connection: Connection) {
    line.object("_connection") { line in
      if let local = connection.local { line.member("local", local) }
      if let remote = connection.remote { line.member("remote", remote) }
      if connection.isReused { line.member("reused", true) }
      if let proxy = connection.proxy {
        line.object("proxy") { line in
          line.member("url", proxy.url)
          line.member("variable", proxy.variable)
        }
      }
      guard let tls = connection.tls else { return }
      line.object("tls") { line in
        if let version = tls.version { line.member("version", version) }
        if let cipher = tls.cipher { line.member("cipher", cipher) }
        if !tls.isVerified { line.member("verified", false) }
        guard !tls.certificates.isEmpty else { return }
        line.array("certificates") { line in
          for certificate in tls.certificates {
            line.array { line in
              for field in certificate.fields {
                line.array { line in
                  line.string(field.name)
                  line.string(field.value)
                }
              }
            }
          }
        }
      }
    }
  }

  mutating func writeProfile(_ profile: EnvelopeProfile) {
    line.object("_profile") { line in
      line.member("name", profile.name)
      line.member("statusCodeKey", profile.statusCodeKey)
      line.member("tipStrKey", profile.tipStrKey)
      line.member("modelKey", profile.modelKey)
      line.member("rule", profile.rule.rawValue)
      line.member("successValues", profile.successValues)
      line.member("invalidSessionValues", profile.invalidSessionValues)
      line.member("missingCode", profile.missingCode.rawValue)
      line.member("detailCodeKey", profile.detailCodeKey)
    }
  }
}

extension JSONLine {
  /// A phase that may not have happened.
  fileprivate mutating func phase(_ name: StaticString, _ microseconds: Int?) {
    key(name)
    guard let microseconds else { return raw("-1") }
    milliseconds(microseconds)
  }
}

extension String {
  /// `127.0.0.1` of `127.0.0.1:80`, `::1` of `[::1]:80`.
  fileprivate var hostOfAddress: String? {
    guard let colon = utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    var host = utf8[..<colon]
    if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
      host = host.dropFirst().dropLast()
    }
    return host.isEmpty ? nil : String(Substring(host))
  }
}
