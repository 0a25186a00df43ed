extension Kind {
  /// The short code of filters.
  package var code: String {
    switch self {
    case .ok: "ok"
    case .setup: "set"
    case .dns: "dns"
    case .connect: "con"
    case .tls: "tls"
    case .timeout: "tmo"
    case .reset: "rst"
    case .empty: "emp"
    case .protocol: "prt"
    case .truncated: "cut"
    case .decode: "dec"
    case .cancelled: "can"
    case .miss: "mis"
    case .redirect: "rdr"
    case .limit: "lim"
    case .client: "cli"
    case .server: "srv"
    case .status: "sta"
    case .mapping: "map"
    case .business: "biz"
    case .invalidSession: "inv"
    case .expectation: "exp"
    case .sequence: "seq"
    case .storage: "sto"
    case .plugin: "plg"
    }
  }

  /// The word behind a status code.
  package var listWord: String {
    switch self {
    case .client, .server, .status: "error"
    default: word
    }
  }

  /// The word in a filter, without blanks: `no-connection`.
  package var filterWord: String {
    word.lowercasedASCII.split(separator: " ").joined(separator: "-")
  }

  /// One cell before a row.
  package var sign: String {
    switch self {
    case .ok: "✓"
    case .cancelled: "–"
    default: "✗"
    }
  }
}
