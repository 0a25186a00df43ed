import Foundation
import FoundationNetworking

/// The peer: the same loop over URLSession. Same words as `EngineBench`.
@main
struct URLSessionBench {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count > 2, let url = URL(string: words[2]) else {
      print("usage: URLSessionBench rps URL CONCURRENCY SECONDS | URLSessionBench get URL")
      exit(1)
    }
    if words[1] == "get" { return try await get(url) }
    try await rps(url, Int(words[3]) ?? 1, Double(words[4]) ?? 1)
  }

  static func rps(_ url: URL, _ concurrency: Int, _ seconds: Double) async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = concurrency
    let session = URLSession(configuration: configuration)
    let clock = ContinuousClock()
    let start = clock.now
    let end = start + .seconds(seconds)
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<concurrency {
        group.addTask {
          var done = 0
          while clock.now < end {
            _ = try await session.data(from: url)
            done += 1
          }
          return done
        }
      }
      return try await group.reduce(0, +)
    }
    print(Int(Double(count) / ((clock.now - start) / .seconds(1))))
  }

  static func get(_ url: URL) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let (data, _) = try await URLSession(configuration: .ephemeral).data(from: url)
    print(Int((clock.now - start) / .milliseconds(1)), "ms", data.count, "bytes")
  }
}
