import Glibc
import NetEngine

/// What is fired: one URL, many times.
struct Plain: TargetType {
  var baseURL: String
  var path: String { "" }
}

/// `EngineBench rps URL CONCURRENCY SECONDS` prints requests a second through the whole provider.
/// `EngineBench get URL` prints milliseconds and peak memory of one download.
@main
struct EngineBench {
  static func main() async throws {
    let words = CommandLine.arguments
    switch words.dropFirst().first {
    case "rps": try await rps(words[2], Int(words[3]) ?? 1, Double(words[4]) ?? 1)
    case "get": try await get(words[2])
    default:
      print("usage: EngineBench rps URL CONCURRENCY SECONDS | EngineBench get URL")
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
    }
  }

  static func rps(_ url: String, _ concurrency: Int, _ seconds: Double) async throws {
    let provider = provider()
    let clock = ContinuousClock()
    _ = try await provider.request(Plain(baseURL: url)).value
    let start = clock.now
    let end = start + .seconds(seconds)
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<concurrency {
        group.addTask {
          var done = 0
          while clock.now < end {
            let response = try await provider.request(Plain(baseURL: url)).value
            guard response.statusCode == 200 else { throw NetError.statusCode(response) }
            done += 1
          }
          return done
        }
      }
      return try await group.reduce(0, +)
    }
    let time = (clock.now - start) / .seconds(1)
    print(Int(Double(count) / time))
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
