internal import CCurl
import NetEngine

/// Connections by who uses them: a connection that has carried one credential never carries another.
///
/// libcurl's own pool separates TLS settings but not headers, so every set of credentials gets a
/// pool of its own; requests without any share the multi handle's. One thread uses all of them:
/// libcurl's warning about shared connections is about several. Touched by the loop only.
final class ConnectionPools {
  /// Credentials as they are sent.
  typealias Key = [HeaderField]

  private struct Pool {
    var share: UnsafeMutableRawPointer
    var users = 0
    var lastUse = 0
  }

  private var pools: [Key: Pool] = [:]
  private var uses = 0
  private let multi: UnsafeMutableRawPointer
  /// How many connections all pools together may keep.
  private let budget: Int
  /// Pools beyond this number are closed, the longest unused first.
  private static let capacity = 32

  init(multi: UnsafeMutableRawPointer, sharingFilesWith others: Int) {
    self.multi = multi
    // A quarter of the descriptors the process may have, for it needs some for itself.
    budget = max(4, min(OpenFiles.limit / 4, 256) / (others + 1))
    shareBudget()
  }

  /// The credentials of a request; none in most.
  static func key(of request: HTTPRequest) -> Key {
    var key: Key = []
    for index in request.headers.indices {
      switch request.headers.fields[index].source {
      // A cookie signs in a request, not a connection.
      case .engine, .task, .cookies: continue
      default:
        if request.isSecret(request.headers[index]) { key.append(request.headers[index]) }
      }
    }
    return key
  }

  /// Puts the handle into the pool of these credentials; give the key back with `release`.
  func enter(_ easy: UnsafeMutableRawPointer, _ key: Key) -> Key? {
    guard let share = pools[key]?.share ?? open(key) else {
      // Without a pool of its own the connection may not be kept at all.
      cc_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
      cc_set_long(easy, CURLOPT_FORBID_REUSE, 1)
      return nil
    }
    uses += 1
    pools[key]?.users += 1
    pools[key]?.lastUse = uses
    cc_set_pointer(easy, CURLOPT_SHARE, share)
    return key
  }

  private func open(_ key: Key) -> UnsafeMutableRawPointer? {
    evict()
    guard let share = curl_share_init() else { return nil }
    guard cc_share_connections(share) == CURLSHE_OK else {
      curl_share_cleanup(share)
      return nil
    }
    pools[key] = Pool(share: share)
    shareBudget()
    return share
  }

  /// The handle is gone: its pool may be closed when there are too many.
  func release(_ key: Key?) {
    guard let key else { return }
    pools[key]?.users -= 1
  }

  /// Closes the unused pools that have waited longest, until there is room for one more.
  private func evict() {
    while pools.count >= Self.capacity {
      let unused = pools.filter { $0.value.users == 0 }
      guard let oldest = unused.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      curl_share_cleanup(oldest.value.share)
      pools[oldest.key] = nil
    }
  }

  /// libcurl knows one number, for each pool alike.
  private func shareBudget() {
    cc_multi_set_long(multi, CURLMOPT_MAXCONNECTS, max(2, budget / (pools.count + 1)))
  }

  func close() {
    for pool in pools.values { curl_share_cleanup(pool.share) }
    pools = [:]
  }
}
