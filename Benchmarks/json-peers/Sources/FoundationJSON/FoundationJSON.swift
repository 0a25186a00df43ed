import Foundation

/// The peer: JSONSerialization, the same file, the same clock.
@main
enum FoundationJSON {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let runs = Int(arguments[2]) else {
      print("usage: FoundationJSON FILE RUNS")
      exit(1)
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
    var times: [Double] = []
    for _ in 0..<runs {
      let start = seconds()
      _ = try JSONSerialization.jsonObject(with: data)
      times.append(seconds() - start)
    }
    times.sort()
    print("seconds \(times[times.count / 2]) bytes \(data.count)")
  }

  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
