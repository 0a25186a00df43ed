import Glibc

/// Starts programs, with a terminal or with pipes, and hears how they end.
package enum Spawn {
  /// The built program: it lies beside the test bundle.
  package static let inspector: String = {
    let bundle = CommandLine.arguments[0]
    let folder = bundle.split(separator: "/").dropLast().joined(separator: "/")
    return (bundle.hasPrefix("/") ? "/" : "") + folder + "/inspector"
  }()

  private static let usual: [String: String?] = [
    "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": getenv("PATH").map { String(cString: $0) },
    "HOME": "/nonexistent",
  ]

  /// Each program keeps what it keeps of itself in a folder of its own, gone with the tests.
  private static let states: TestFolder? = {
    atexit { Spawn.states?.clear() }
    return try? TestFolder()
  }()

  private static var ownState: String {
    "\(states?.path ?? "/dev/null")/\(UInt64.random(in: 0...UInt64.max))"
  }

  /// The guided minute takes a row of the demo's screens; those who have seen it have ended it.
  private static func endGuide(in state: String) {
    mkdir(state, 0o700)
    mkdir(state + "/inspector", 0o700)
    close(open(state + "/inspector/guide.json", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
  }

  /// `opening` is a terminal to be opened as 0, 1 and 2; otherwise `descriptors` become those.
  package static func start(
    _ program: String, _ arguments: [String], environment: [String: String?],
    opening terminal: [CChar]?, descriptors: [Int32]?
  ) throws -> pid_t {
    // Crashes are part of the tests; their memory images are not.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let terminal {
      // The first terminal a session's leader opens becomes the session's own.
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    for (number, descriptor) in (descriptors ?? []).enumerated() {
      if descriptor < 0 {
        posix_spawn_file_actions_addclose(&actions, Int32(number))
      } else {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
    }
    // Other tests' connections are none of its business, least of all where it may have forty.
    for descriptor in openDescriptors where descriptor > 2 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = attributes()
    defer { posix_spawnattr_destroy(&attributes) }
    let state = ownState
    if arguments.first == "demo" { endGuide(in: state) }
    let variables = usual.merging(["XDG_STATE_HOME": state]) { $1 }.merging(environment) { $1 }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var pairs =
      variables.compactMap { name, value in value.map { strdup("\(name)=\($0)") } } + [nil]
    defer { for pointer in words + pairs { free(pointer) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, program, &actions, &attributes, &words, &pairs)
    guard code == 0 else { throw PTY.Failure(description: "\(program) does not start: \(code)") }
    return pid
  }

  /// What this process has open right now; libcurl's sockets would be inherited.
  private static var openDescriptors: [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var found: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let number = Int32(name), number != dirfd(folder) { found.append(number) }
    }
    return found
  }

  /// A session of its own, no signal blocked or ignored.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // POSIX_SPAWN_SETSID, which stands behind _GNU_SOURCE and is unseen by Swift.
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    return attributes
  }

  /// How the program has ended, or nil while it runs.
  package static func ending(of pid: pid_t, orStop: Bool) -> PTY.Ending? {
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG | (orStop ? WUNTRACED : 0)) == pid else { return nil }
    if status & 0xff == 0x7f { return .stopped }
    return status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .signalled(status & 0x7f)
  }
}
