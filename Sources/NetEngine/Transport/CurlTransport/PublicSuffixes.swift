internal import CCurl

/// The names below which anybody can have one: `com`, `co.uk`, `github.io`.
///
/// libcurl brings the library along that knows the list, and the list with it. Where it does not, a
/// name without a dot is taken for one: what the list has beyond that is then not known.
package enum PublicSuffixes {
  private typealias Latest = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias Check = @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> Int32

  /// The newest list there is on this machine; made once and only read from then on.
  ///
  /// `nonisolated(unsafe)`: the list is never changed, and libpsl reads it from any thread.
  private nonisolated(unsafe) static let list: (list: OpaquePointer, check: Check)? = {
    guard let latest = cc_find("psl_latest"), let check = cc_find("psl_is_public_suffix"),
      let list = unsafeBitCast(latest, to: Latest.self)(nil)
    else { return nil }
    return (list, unsafeBitCast(check, to: Check.self))
  }()

  /// Whether the list is at hand.
  package static var isKnown: Bool { list != nil }

  package static func contain(_ domain: String) -> Bool {
    guard let list else { return !domain.utf8.contains(UInt8(ascii: ".")) }
    return domain.withCString { list.check(list.list, $0) } == 1
  }
}
