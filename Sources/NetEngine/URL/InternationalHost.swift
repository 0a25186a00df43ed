import Glibc
import LosslessJSON

/// Names of hosts beyond ASCII, as DNS knows them.
///
/// libcurl converts them in the process's locale, which a library has no business to set, and which
/// is `C` in every program that does not. So the host is converted first, by libcurl's own libidn2.
package enum InternationalHost {
  /// The URL with its host in ASCII; as it is where that cannot be, for libcurl to refuse.
  package static func ascii(_ url: String) -> String {
    guard url.utf8.contains(where: { $0 >= 0x80 }) else { return url }
    let bytes = url.utf8
    guard let mark = url.utf8.firstPlace(of: "://".utf8) else { return url }
    let end = bytes[mark.upperBound...].firstIndex { "/?#".utf8.contains($0) } ?? url.endIndex
    var start = mark.upperBound
    if let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) {
      start = bytes.index(after: at)
    }
    let port = bytes[start..<end].lastIndex(of: UInt8(ascii: ":")) ?? end
    guard let host = lookup(String(url[start..<port])) else { return url }
    return url[..<start] + host + url[port...]
  }

  private typealias Lookup =
    @convention(c) (
      UnsafePointer<UInt8>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, Int32
    ) -> Int32

  private static let function: Lookup? = SharedLibrary.function(
    "idn2_lookup_u8", in: "libidn2.so.0"
  ).map {
    unsafeBitCast($0, to: Lookup.self)
  }

  /// `IDN2_NFC_INPUT` and `IDN2_NONTRANSITIONAL`, as browsers do.
  private static let flags: Int32 = 1 | 8

  private static func lookup(_ host: String) -> String? {
    guard let function else { return nil }
    var found: UnsafeMutablePointer<UInt8>?
    let code = (Array(host.utf8) + [0]).withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { function($0, &found, flags) } ?? -1
    }
    guard code == 0, let found else { return nil }
    defer { free(found) }
    let name = String(cString: found)
    // NFKC turns `／`, `？` and `＠` into characters that end the host of a URL.
    return name.utf8.allSatisfy(\.isPlainInHost) ? name : nil
  }
}

/// C libraries that are opened at their first use, because most runs of a program never need them.
enum SharedLibrary {
  static func function(_ name: String, in library: String) -> UnsafeMutableRawPointer? {
    dlopen(library, RTLD_NOW | RTLD_LOCAL).flatMap { dlsym($0, name) }
  }
}
