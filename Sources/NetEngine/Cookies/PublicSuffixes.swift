/// Domains under which anyone can register a name: `com`, `co.uk`, `github.io`.
///
/// libpsl has the list; libcurl depends on it. Without libpsl only names without a dot count.
package enum PublicSuffixes {
  private typealias Latest = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias Check = @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> Int32

  /// The newest list there is on this machine; made once and only read from then on.
  ///
  /// `nonisolated(unsafe)`: the list is never changed, and libpsl reads it from any thread.
  private nonisolated(unsafe) static let list: (list: OpaquePointer, check: Check)? = {
    let library = "libpsl.so.5"
    guard let latest = SharedLibrary.function("psl_latest", in: library),
      let check = SharedLibrary.function("psl_is_public_suffix", in: library),
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
