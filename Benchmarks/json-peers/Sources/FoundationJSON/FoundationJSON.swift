import Foundation

/// The peer: JSONSerialization, the same file, the same way of counting.
@main
enum FoundationJSON {
  static func main() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    let runs = Int(CommandLine.arguments[2]) ?? 1
    var times: [Double] = []
    for _ in 0..<runs {
      let start = DispatchTime.now().uptimeNanoseconds
      _ = try JSONSerialization.jsonObject(with: data)
      times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }
    times.sort()
    print("seconds \(times[times.count / 2]) bytes \(data.count)")
  }
}
