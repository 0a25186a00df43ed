import Glibc

/// A look-up that hangs, as it does behind a dead name server: a `getaddrinfo` put before the C
/// library's in a second run of the tests.
package enum SlowLookup {
  package static let name = "name.slow.invalid"

  /// Whether a compiler is there to make the library.
  package static let canBeMade = Shell.has("cc")

  /// Whether this is the second run.
  package static var isHere: Bool { counter != nil }

  /// How many look-ups hang.
  package static var hanging: Int32 { counter?.pointee ?? 0 }

  private static var counter: UnsafePointer<Int32>? {
    dlsym(nil, "inspector_slow_lookups").map {
      UnsafePointer($0.assumingMemoryBound(to: Int32.self))
    }
  }

  /// Runs the tests whose name holds `filter` once more, with the slow look-up in place.
  package static func run(_ filter: String) throws -> Shell.Ending {
    let folder = try TestFolder()
    _ = try folder.write("slow.c", source)
    let program = CommandLine.arguments[0].quotedForTest
    return try Shell.run(
      """
      set -e
      cc -shared -fPIC -O1 -o slow.so slow.c -ldl
      LD_LIBRARY_PATH='\(getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? "")' \\
        LD_PRELOAD=./slow.so timeout 60 \(program) --testing-library swift-testing --filter \(filter)
      """, in: folder.path)
  }

  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <netdb.h>
    #include <string.h>
    #include <unistd.h>
    volatile int inspector_slow_lookups = 0;
    int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                    struct addrinfo **result) {
      static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
      if (node && strstr(node, ".slow.invalid")) {
        __sync_fetch_and_add(&inspector_slow_lookups, 1);
        sleep(600);
        return EAI_NONAME;
      }
      if (!real) *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
      return real(node, service, hints, result);
    }
    """
}

extension String {
  fileprivate var quotedForTest: String { "'\(self)'" }
}
