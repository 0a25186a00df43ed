/// Certificates made by the `openssl` tool when the first test asks for one.
package struct Certificates: Sendable {
  /// Whether there is a tool to make them; tests that need it are skipped by name without.
  package static let areAvailable = Shell.has("openssl")

  package static let made = Result { try Certificates() }

  /// A certificate file and its key.
  package struct Pair: Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
      (self.certificate, self.key) = (certificate, key)
    }
  }

  private let folder: TestFolder

  /// For localhost and 127.0.0.1, signed by itself.
  package var own: Pair { pair("own") }
  /// The same, over since 2020.
  package var expired: Pair { pair("expired") }
  /// For another host, signed by itself.
  package var elsewhere: Pair { pair("elsewhere") }

  private func pair(_ name: String) -> Pair {
    Pair(certificate: "\(folder.path)/\(name).pem", key: "\(folder.path)/\(name).key")
  }

  private init() throws {
    folder = try TestFolder()
    let ending = try Shell.run(Self.script, in: folder.path)
    guard ending.status == 0 else {
      throw TestFolder.Failure(what: ending.errorText, code: ending.status)
    }
  }

  /// `openssl ca` is the only command that takes the first and the last day as they are.
  private static let script = """
    set -e
    cat > ca.conf <<'END'
    [ca]
    default_ca = own
    [own]
    new_certs_dir = .
    database = index
    serial = serial
    default_md = sha256
    policy = any
    x509_extensions = here
    [any]
    commonName = supplied
    organizationName = optional
    [here]
    subjectAltName = DNS:localhost,IP:127.0.0.1
    [there]
    subjectAltName = DNS:elsewhere.test
    END
    make() {
      : > index; echo 0$4 > serial
      openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"
      openssl req -new -key "$1.key" -subj "/O=Inspector Tests/CN=$2" -out "$1.csr"
      openssl ca -batch -notext -selfsign -config ca.conf -extensions "$3" -keyfile "$1.key" \\
        -in "$1.csr" -out "$1.pem" -startdate 20200101000000Z -enddate "$5"
    }
    make own localhost here 1 20491231235959Z
    make expired localhost here 2 20200131000000Z
    make elsewhere elsewhere.test there 3 20491231235959Z
    """
}
