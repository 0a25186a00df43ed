import Glibc

/// A run of the program without a terminal, to its end.
package struct Piped {
  package let ending: PTY.Ending
  package let output: String
  package let error: String

  /// What stands in for one of the three streams.
  package enum Stream {
    case captured
    case file(String)
    /// A pipe whose reader has gone.
    case brokenPipe
    case closed
  }

  package init(
    _ arguments: [String], input: String = "", stdin: Stream = .captured,
    stdout: Stream = .captured, stderr: Stream = .captured, environment: [String: String?] = [:],
    program: String = Spawn.inspector
  ) throws {
    let inputFile = try Self.temporary(holding: input)
    let outputFile = try Self.temporary()
    let errorFile = try Self.temporary()
    var opened = [inputFile, outputFile, errorFile]
    defer { for descriptor in opened { close(descriptor) } }
    let descriptors = [(stdin, inputFile), (stdout, outputFile), (stderr, errorFile)].map {
      stream, file -> Int32 in
      let descriptor = Self.descriptor(stream, file)
      if descriptor >= 0, descriptor != file { opened.append(descriptor) }
      return descriptor
    }
    let pid = try Spawn.start(
      program, arguments, environment: environment, opening: nil,
      descriptors: descriptors)
    ending = try Self.end(of: pid)
    output = Self.text(outputFile)
    error = Self.text(errorFile)
  }

  private static func end(of pid: pid_t) throws -> PTY.Ending {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if let ending = Spawn.ending(of: pid, orStop: false) { return ending }
      poll(nil, 0, 1)
    }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    throw PTY.Failure(description: "the program has not ended")
  }

  private static func descriptor(_ stream: Stream, _ file: Int32) -> Int32 {
    switch stream {
    case .captured: return file
    case .file(let path): return open(path, O_RDWR | O_CLOEXEC)
    case .closed: return -1
    case .brokenPipe:
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      close(ends[0])
      return ends[1]
    }
  }

  /// A file without a name: it is gone when it is closed.
  private static func temporary(holding text: String = "") throws -> Int32 {
    var name = Array("/tmp/inspector-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw PTY.Failure(description: "mkstemp: \(errno)") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    // Not as a C string: a NUL is input like any other.
    let bytes = Array(text.utf8)
    _ = write(descriptor, bytes, bytes.count)
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }

  private static func text(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = pread(descriptor, &chunk, chunk.count, bytes.count), count > 0 {
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension TestFolder {
  /// Has the shell do a line here, with the program among its commands and what it keeps kept here.
  package func shell(_ line: String) throws -> Piped {
    let binary = Spawn.inspector.split(separator: "/").dropLast().joined(separator: "/")
    return try Piped(
      ["-c", "cd '\(path)' || exit 9; \(line)"],
      environment: ["PATH": "/\(binary):/usr/bin:/bin", "XDG_STATE_HOME": path + "/state"],
      program: "/bin/sh")
  }
}
