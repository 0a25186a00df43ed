import CCurl

/// Connections by who uses them: a connection that has carried one credential never carries another.
///
/// libcurl's own pool separates TLS settings but not headers, so every set of credentials gets a
/// pool of its own; requests without any share the multi handle's. Touched by the loop only.
final class ConnectionPools {
  private struct Pool {
    var share: UnsafeMutableRawPointer
    var users = 0
    var lastUse: UInt64 = 0
  }

  private var pools: [[HeaderField]: Pool] = [:]
  private static let capacity = 64

  /// Puts the handle into the pool of these credentials; give the key back with `release`.
  func enter(_ easy: UnsafeMutableRawPointer, for request: HTTPRequest) -> [HeaderField]? {
    let key = request.headers.filter { field in
      switch field.source {
      case .engine, .task: false
      default: field.name.isSecretHeaderName
      }
    }
    guard !key.isEmpty else { return nil }
    if pools[key] == nil {
      evict()
      guard let share = curl_share_init() else { return nil }
      cc_share_connections(share)
      pools[key] = Pool(share: share)
    }
    guard let share = pools[key]?.share else { return nil }
    pools[key]?.users += 1
    pools[key]?.lastUse = MonotonicClock.microseconds
    cc_set_pointer(easy, CURLOPT_SHARE, share)
    return key
  }

  /// The handle is gone: its pool may be closed when there are too many.
  func release(_ key: [HeaderField]?) {
    guard let key else { return }
    pools[key]?.users -= 1
  }

  /// Closes the unused pool that has waited longest, once there are many.
  private func evict() {
    guard pools.count >= Self.capacity else { return }
    let unused = pools.filter { $0.value.users == 0 }
    guard let oldest = unused.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
    curl_share_cleanup(oldest.value.share)
    pools[oldest.key] = nil
  }

  func close() {
    for pool in pools.values { curl_share_cleanup(pool.share) }
    pools = [:]
  }
}
