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
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = Int(words[3]) ?? 1
    let session = URLSession(configuration: configuration)
    let clock = ContinuousClock()
    let start = clock.now
    let end = start + .seconds(Double(words[4]) ?? 1)
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<(Int(words[3]) ?? 1) {
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
