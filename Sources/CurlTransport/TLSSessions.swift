internal import CCurl
import NetEngine

/// What each connection's handshake agreed on: libcurl says it once, a kept connection goes on.
struct TLSSessions {
  private var known: [String: Connection.TLS] = [:]
  private static let capacity = 512

  /// The session of this connection; `handshake` is there when it was opened just now.
  mutating func session(
    of easy: UnsafeMutableRawPointer, _ connection: Connection,
    _ handshake: (version: String, cipher: String)?, isVerified: Bool
  ) -> Connection.TLS? {
    guard let local = connection.local, let remote = connection.remote else { return nil }
    let key = local + " " + remote
    if let handshake {
      var tls = Connection.TLS()
      tls.version = handshake.version
      tls.cipher = handshake.cipher
      tls.certificates = certificates(easy)
      // Any one: the others may belong to connections that are still kept.
      if known.count >= Self.capacity { known.remove(at: known.startIndex) }
      known[key] = tls
    }
    known[key]?.isVerified = isVerified
    return known[key]
  }

  private func certificates(_ easy: UnsafeMutableRawPointer) -> [Connection.Certificate] {
    guard let info = cc_get_certificates(easy) else { return [] }
    return (0..<Int(info.pointee.num_of_certs)).map { index in
      var fields: [Connection.Certificate.Field] = []
      var item = info.pointee.certinfo[index]
      while let line = item {
        if let text = line.pointee.data.map({ String(cString: $0) }) {
          let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
          fields.append(
            Connection.Certificate.Field(
              name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : ""))
        }
        item = line.pointee.next
      }
      return Connection.Certificate(fields: fields)
    }
  }
}
