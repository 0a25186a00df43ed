import CurlTransport
import Glibc
import NetEngine
import NetRecordings

/// What is fired: one URL, many times.
struct Plain: TargetType {
  var baseURL: String
  var path: String { "" }
}

/// `EngineBench rps URL CONCURRENCY SECONDS` prints requests a second through the whole provider.
/// `EngineBench cost URL CONCURRENCY COUNT` prints the processor's microseconds a request: what is
/// left to compare on a machine that others use as well.
/// Both record into `RECORD_INTO`, where that names a folder.
/// `EngineBench get URL` prints milliseconds and peak memory of one download.
@main
struct EngineBench {
  /// The work goes on beside the first thread, which only waits: were it to end, as that of an
  /// asynchronous `main` does, a simulator that counts instructions would end with it.
  static func main() {
    Task.detached {
      do { try await run(CommandLine.arguments) } catch {
        print(error)
        exit(1)
      }
      exit(0)
    }
    while true { pause() }
  }

  static func run(_ words: [String]) async throws {
    switch words.dropFirst().first {
    case "rps": try await rps(words[2], Int(words[3]) ?? 1, Double(words[4]) ?? 1)
    case "cost": try await cost(words[2], Int(words[3]) ?? 1, Int(words[4]) ?? 1)
    case "get": try await get(words[2])
    default:
      print("usage: EngineBench rps URL CONCURRENCY SECONDS | cost URL CONCURRENCY COUNT | get URL")
      exit(1)
    }
  }

  /// Two plugins, like a real client: a token and an activity counter.
  static func provider() -> Provider {
    Provider {
      $0.plugins = [
        ActivityPlugin { _, _ in },
        CredentialsPlugin { _ in nil },
      ]
      if let folder = getenv("RECORD_INTO") {
        let settings = Recorder.Settings(folder: String(cString: folder), name: "bench-\(getpid())")
        $0.plugins.append(Recorder(settings).plugin)
      }
    }
  }

  static func rps(_ url: String, _ concurrency: Int, _ seconds: Double) async throws {
    let provider = provider()
    let clock = ContinuousClock()
    _ = try await provider.request(Plain(baseURL: url)).value
    let start = clock.now
    let end = start + .seconds(seconds)
    let count = try await fire(provider, url, concurrency) { _ in clock.now < end }
    let time = (clock.now - start) / .seconds(1)
    print(Int(Double(count) / time))
  }

  /// Each of the workers goes on as long as it is told to; the number of answers.
  static func fire(
    _ provider: Provider, _ url: String, _ concurrency: Int,
    while goesOn: @escaping @Sendable (Int) -> Bool
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<concurrency {
        group.addTask {
          var done = 0
          while goesOn(done) {
            let response = try await provider.request(Plain(baseURL: url)).value
            guard response.statusCode == 200 else { throw NetError.statusCode(response) }
            done += 1
          }
          return done
        }
      }
      return try await group.reduce(0, +)
    }
  }

  static func cost(_ url: String, _ concurrency: Int, _ count: Int) async throws {
    let provider = provider()
    _ = try await provider.request(Plain(baseURL: url)).value
    let (share, before) = (max(1, count / concurrency), processorTime)
    let done = try await fire(provider, url, concurrency) { $0 < share }
    print((processorTime - before) * 1_000_000 / Double(done), "µs each,", done, "requests")
  }

  /// Seconds of user and system time of all threads.
  static var processorTime: Double {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) / 1e6
  }

  static func get(_ url: String) async throws {
    let provider = Provider { $0.limits.bodyInMemory = 1 << 30 }
    let clock = ContinuousClock()
    let start = clock.now
    let response = try await provider.request(Plain(baseURL: url)).value
    let time = (clock.now - start) / .milliseconds(1)
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    print(Int(time), "ms", usage.ru_maxrss / 1024, "MiB peak", response.body.count, "bytes")
  }
}
