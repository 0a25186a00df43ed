import Glibc

/// A process of `/bin/sh`, in which no signal is blocked or ignored.
package nonisolated enum ShellProcess {
  /// Starts it with arguments, and with our streams at the numbers of its own; `code` is 0, or says
  /// why it was not started.
  ///
  /// In a group of its own everything it starts can be ended with it.
  package static func start(
    _ arguments: [String], streams: [(from: Int32, to: Int32)] = [], hasOwnGroup: Bool = false,
    adding variables: [(name: String, value: String)] = []
  ) -> (child: pid_t, code: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (from, to) in streams { posix_spawn_file_actions_adddup2(&actions, from, to) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags =
      POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let words = (["sh"] + arguments).map { strdup($0) } + [nil]
    let added = variables.map { strdup("\($0.name)=\($0.value)") }
    defer { for text in words + added { free(text) } }
    var environment = added
    var place = environ
    while let variable = place.pointee {
      environment.append(variable)
      place += 1
    }
    var child = pid_t()
    let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, words, environment + [nil])
    return (child, code)
  }
}
