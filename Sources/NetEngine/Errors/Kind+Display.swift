extension Kind {
  /// The short code of filters, the verdict, and what to try next where nothing more is known than
  /// the kind.
  ///
  /// Errors of a kind that know no better say the same.
  var row: (code: String, word: String, hint: String) {
    switch self {
    case .ok: ("ok", "ok", "")
    case .setup: ("set", "not sent", "mend what the message names; nothing was sent")
    case .dns: ("dns", "unknown host", "check the host's spelling and the network")
    case .connect: ("con", "no connection", "check that the server runs and listens on this port")
    case .tls: ("tls", "TLS failed", "look at the certificate")
    case .timeout: ("tmo", "timed out", "check the network, or raise the timeout")
    case .reset:
      ("rst", "reset", "the server or something between closed the connection: look at its log")
    case .empty:
      ("emp", "no response", "is it an HTTP server, and is this the right scheme and port?")
    case .protocol:
      ("prt", "not HTTP", "what came is in the raw view; the server or a proxy has to be mended")
    case .truncated:
      ("cut", "cut short", "what arrived is shown as incomplete; send again, or look at the server")
    case .decode:
      (
        "dec", "bad encoding",
        "the bytes as they came are kept; the server's Content-Encoding does not fit them"
      )
    case .cancelled: ("can", "cancelled", "")
    case .miss: ("mis", "not recorded", "record this request first, or choose another session")
    case .redirect:
      ("rdr", "bad redirect", "look at the hops; switch redirects off to see each response")
    case .limit: ("lim", "over limit", "raise the limit the message names")
    case .client: ("cli", "client error", "look at the body: the server may say why")
    case .server: ("srv", "server error", "the fault is the server's: its body may say more")
    case .status: ("sta", "wrong status", "look at the body: the server may say why")
    case .mapping: ("map", "unreadable", "the message says what was expected and what stands there")
    case .business: ("biz", "rejected", "the code's meaning stands in the API's documentation")
    case .invalidSession: ("inv", "expired", "log in again and send once more")
    case .expectation:
      ("exp", "unexpected", "compare the response with what '# @expect' of the request asks for")
    case .sequence: ("seq", "step failed", "look at the step the message names")
    case .storage: ("sto", "not saved", "choose another place or free some space")
    case .plugin: ("plg", "plugin failed", "look at what the plugin does in its prepare function")
    }
  }

  /// The short code of filters.
  package var code: String { row.code }

  /// The next step where nothing more is known than the kind; empty where nothing is wrong.
  package var hint: String { row.hint }

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
