import LosslessJSON

/// The connection a hop went over.
public struct Connection: Sendable, Hashable {
  /// Our end, `address:port`.
  public var local: String?
  /// The other end, `address:port`; with a proxy this is the proxy.
  public var remote: String?
  /// It had carried another exchange before.
  public var isReused = false
  /// The proxy that was used, and which variable named it; its password is never kept.
  public var proxy: Proxy?
  /// What the handshake agreed on; nil on plain HTTP.
  public var tls: TLS?

  /// Says nothing yet.
  package init() {}

  /// A proxy and where it came from.
  public struct Proxy: Sendable, Hashable {
    /// Its URL without user and password.
    public var url: String
    /// The environment variable that named it.
    public var variable: String

    /// Takes both as they are.
    package init(url: String, variable: String) {
      self.url = url
      self.variable = variable
    }

    /// In the middle of a sentence: `through the proxy http://127.0.0.1:3128 ($http_proxy)`.
    package var words: String { "through the proxy \(url) ($\(variable))" }
  }

  /// A TLS session as it was agreed.
  public struct TLS: Sendable, Hashable {
    /// For example `TLSv1.3`.
    public var version: String?
    /// For example `TLS_AES_256_GCM_SHA384`.
    public var cipher: String?
    /// False when the target switched the check off.
    public var isVerified = true
    /// The chain as the server sent it, its own certificate first.
    public var certificates: [Certificate] = []

    /// Says nothing yet.
    package init() {}
  }

  /// What a certificate says of itself, field by field, in its own order.
  public struct Certificate: Sendable, Hashable {
    /// Pairs such as `Subject` and `CN = example.org`.
    public var fields: [Field]

    /// Takes the fields as they are.
    package init(fields: [Field]) {
      self.fields = fields
    }

    /// The value of a field by its name.
    public subscript(name: String) -> String? {
      fields.first { $0.name == name }?.value
    }

    /// One line of a certificate.
    public struct Field: Sendable, Hashable {
      /// What the line is about.
      public var name: String
      /// What it says.
      public var value: String

      package init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }
  }
}
