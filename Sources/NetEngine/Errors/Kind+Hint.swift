import LosslessJSON

extension Kind {
  /// What to try next where nothing more is known than the kind; empty where nothing is wrong.
  ///
  /// Errors of a kind that know no better say the same.
  package var hint: String {
    switch self {
    case .ok, .cancelled: ""
    case .setup: "mend what the message names; nothing was sent"
    case .dns: "check the host's spelling and the network"
    case .connect: "check that the server runs and listens on this port"
    case .tls: "look at the certificate"
    case .timeout: "check the network, or raise the timeout"
    case .reset: "the server or something between closed the connection: look at its log"
    case .empty: "is it an HTTP server, and is this the right scheme and port?"
    case .protocol: "what came is in the raw view; the server or a proxy has to be mended"
    case .truncated: "what arrived is shown as incomplete; fire again, or look at the server"
    case .decode: "the bytes as they came are kept; the server's Content-Encoding does not fit them"
    case .miss: "record this request first, or choose another session"
    case .redirect: "look at the hops; switch redirects off to see each answer"
    case .limit: "raise the limit the message names"
    case .client, .status: "look at the body: the server may say why"
    case .server: "the fault is the server's: its body may say more"
    case .mapping: "the message says what was expected and what stands there"
    case .business: "the code's meaning stands in the API's documentation"
    case .invalidSession: "log in again and fire once more"
    case .expectation: "compare the answer with what '# @expect' of the request asks for"
    case .sequence: "look at the step the message names"
    case .storage: "choose another place or free some space"
    case .plugin: "look at what the plugin does in its prepare function"
    }
  }
}
