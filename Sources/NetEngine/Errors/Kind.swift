import LosslessJSON

/// What became of an exchange, in one word.
///
/// Lists, colours, filters, reports and exit codes all use this one table.
public enum Kind: String, Sendable, Hashable, CaseIterable {
  /// All went well.
  case ok
  /// It could not be built or was not safe to send.
  case setup
  /// The name could not be found.
  case dns
  /// No connection.
  case connect
  /// The TLS handshake or its checks failed.
  case tls
  /// It took too long.
  case timeout
  /// The connection was reset.
  case reset
  /// The connection was closed without a byte.
  case empty
  /// What came is not HTTP, or not safe to understand.
  case `protocol`
  /// The answer ended too early.
  case truncated
  /// The content coding is broken.
  case decode
  /// Somebody cancelled it.
  case cancelled
  /// An offline replay has no answer for it.
  case miss
  /// A redirect that loops or may not be followed.
  case redirect
  /// A limit was reached.
  case limit
  /// A 4xx outside the filter.
  case client
  /// A 5xx outside the filter.
  case server
  /// Any other status outside the filter.
  case status
  /// The body could not be read as what it should be.
  case mapping
  /// The envelope says no.
  case business
  /// The envelope says: log in again.
  case invalidSession
  /// An expectation was not met.
  case expectation
  /// A step of a sequence failed.
  case sequence
  /// It could not be saved.
  case storage
  /// A plugin failed.
  case plugin

  /// The verdict that screens, lists and reports show: at most 13 characters.
  public var word: String { row.word }

  /// The length of the longest ``word``.
  package static let wordWidth = 13

  /// What lists show of a kind that is only detected, or `ok` of a body that is kept in part.
  package var uncertainWord: String { self == .ok ? "unchecked" : "\(word)?" }

  /// What a command that ends with this kind exits with.
  ///
  /// A sequence exits with its cause's code; this is only what stands when there is no cause.
  public var exitCode: Int32 {
    switch self {
    case .ok: 0
    case .setup: 1
    case .client, .server, .status, .mapping, .business, .invalidSession, .expectation: 4
    case .storage: 5
    case .cancelled: 130
    case .dns, .connect, .tls, .timeout, .reset, .empty, .protocol, .truncated, .decode, .miss,
      .redirect, .limit, .sequence, .plugin:
      3
    }
  }

  /// The kind of a status code that a filter refused.
  package init(refusedStatus code: Int) {
    switch code {
    case 400..<500: self = .client
    case 500..<600: self = .server
    default: self = .status
    }
  }
}
