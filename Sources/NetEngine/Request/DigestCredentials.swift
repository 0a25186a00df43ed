/// A name and a password for servers that ask for Digest (RFC 7616): neither goes over the wire.
package struct DigestCredentials: Sendable, Hashable {
  package var user: String
  package var password: String

  package init(user: String, password: String) {
    (self.user, self.password) = (user, password)
  }

  /// As a request file's `Authorization` says them.
  package var written: String { "Digest \(user):\(password)" }
}

extension HTTPRequest {
  /// The password is a secret wherever it stands.
  package mutating func keepDigestSecret() {
    guard let digest = options.digest, digest.password.utf8.count >= NamedSecret.shortest else {
      return
    }
    let secret = NamedSecret(name: "password", value: digest.password)
    if !secrets.contains(secret) { secrets.append(secret) }
  }
}
