import Glibc

/// Runs commands the way a person pastes them: in `sh`.
package enum Shell {
  package struct Ending: Equatable {
    package var status: Int32
    package var output: [UInt8]
    package var errors: [UInt8]

    package init(status: Int32, output: [UInt8], errors: [UInt8]) {
      (self.status, self.output, self.errors) = (status, output, errors)
    }

    package var text: String { String(decoding: output, as: UTF8.self) }
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Whether a program stands in the PATH.
  package static func has(_ program: String) -> Bool {
    (try? run("command -v \(program)"))?.status == 0
  }

  /// Runs a script to its end; its output goes to files, so that no pipe can fill up.
  package static func run(_ script: String, in folder: String? = nil) throws -> Ending {
    let files = try TestFolder()
    let source = try files.write("script", script)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, files.path + "/out", flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, files.path + "/err", flags, 0o600)
    // The shell changes the folder, for posix_spawn cannot.
    let change = "cd \"$1\" && . \"$2\""
    let words: [String] = ["sh", "-c", change, "sh", folder ?? files.path, source]
    // Nothing of the caller's: no proxy, no curlrc.
    let variables: [String] = ["PATH=/usr/bin:/bin", "HOME=/nonexistent"]
    var arguments = words.map { strdup($0) } + [nil]
    var environment = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, &environment)
    guard code == 0 else { throw TestFolder.Failure(what: "posix_spawn", code: code) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return Ending(
      status: (status >> 8) & 0xff, output: files.bytes("out"),
      errors: files.bytes("err"))
  }
}
