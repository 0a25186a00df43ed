import Glibc
import NetEngine
import NetRecordings

/// Our side of the session benchmark; each command prints one line of `name value` pairs.
@main
enum SessionBench {
  /// The work goes on beside the first thread, which only waits: were it to end, as that of an
  /// asynchronous `main` does, a simulator that counts instructions would end with it.
  static func main() {
    Task.detached {
      do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
        print(error)
        exit(1)
      }
      exit(0)
    }
    while true { pause() }
  }

  private static func run(_ arguments: [String]) async throws {
    switch arguments.first {
    case "generate" where arguments.count == 4:
      try generate(Int(arguments[1]) ?? 0, bytes: Int(arguments[2]) ?? 0, to: arguments[3])
    case "open" where arguments.count == 2: try open(arguments[1])
    case "filter" where arguments.count == 2: try filter(arguments[1], by: "~c 404", rounds: 9)
    case "search" where arguments.count == 3:
      try filter(arguments[1], by: "~b \(arguments[2])", rounds: 1)
    case "journal" where arguments.count == 3:
      try await journal(Int(arguments[1]) ?? 0, in: arguments[2])
    case "rows" where arguments.count == 2: try rows(arguments[1])
    default:
      print("usage: SessionBench generate ENTRIES BYTES FILE | open FILE | rows FILE")
      print("       | filter FILE | search FILE WORD | journal EXCHANGES FOLDER")
      exit(1)
    }
  }

  // MARK: Data

  private static func generate(_ count: Int, bytes: Int, to path: String) throws {
    let body = bytes / max(1, count) - 1_050
    try Session((1...count).map { exchange($0, body: max(20, body)) }).seal(to: path, raw)
  }

  private static var raw: SealOptions {
    var options = SealOptions()
    options.redactor = nil
    options.overwrites = true
    return options
  }

  /// JSON as APIs send it: a third of its bytes are quotes and what stands between them.
  private static func exchange(_ number: Int, body length: Int) -> Exchange {
    var request = HTTPRequest(
      method: number % 5 == 0 ? .post : .get,
      url: "https://api.example.com/v1/items/\(number)?q=\(number % 97)")
    request.headers = ["Accept": "*/*", "User-Agent": "bench", "X-Request": "\(number)"]
    var text = "{\"items\":["
    while text.utf8.count < length {
      text +=
        "{\"id\":\(number &* 31 &+ text.utf8.count),\"name\":\"item number \(number)\",\"tags\":[\"a\",\"b\"]},"
    }
    text += "null]}"
    var hop = Hop(url: request.url, method: request.method)
    hop.statusCode = [200, 200, 200, 404, 500][number % 5]
    hop.httpVersion = "1.1"
    hop.headers = ["Content-Type": "application/json", "Server": "bench", "Date": "today"]
    hop.timings.wait = 1_000 + number % 500
    let response = Response(request: request, hops: [hop], body: Body(text))
    return Exchange(
      sequence: number, name: "item", startedAt: 1_700_000_000_000_000 + number,
      request: request, result: .success(response))
  }

  // MARK: Figures

  private static func open(_ path: String) throws {
    let memory = anonymous
    let start = seconds
    var first = 0.0
    let session = try Session.open(path) { soFar, _ in
      if first == 0 {
        for index in 0..<min(50, soFar.count) { _ = soFar.row(at: index) }
        first = seconds - start
      }
      return true
    }
    let whole = seconds - start
    let cost = Double(anonymous - memory) / Double(max(1, session.count))
    print("first \(first) whole \(whole) entries \(session.count) each \(cost)")
  }

  /// What each row of a list is made of.
  private static func rows(_ path: String) throws {
    let session = try Session.open(path)
    let (start, count) = (seconds, session.count)
    let urls = (0..<count).reduce(0) { $0 + session.row(at: $1).url.utf8.count }
    print("seconds \(seconds - start) rows \(count) characters \(urls)")
  }

  private static func filter(_ path: String, by expression: String, rounds: Int) throws {
    let session = try Session.open(path)
    let filter = try Filter(expression)
    var times: [Double] = []
    var found = 0
    for _ in 0..<rounds {
      let start = seconds
      found = 0
      for index in 0..<session.count {
        if try session.passes(filter, at: index, now: 0) { found += 1 }
      }
      times.append(seconds - start)
    }
    times.sort()
    print("seconds \(times[rounds / 2]) found \(found)")
  }

  private static func journal(_ count: Int, in folder: String) async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder, name: "bench-\(getpid())"))
    let sample = exchange(1, body: 1_000)
    guard let result = sample.result else { return }
    for _ in 0..<100 {
      await recorder.finish(await recorder.begin(sample.request, name: ""), result)
    }
    let start = seconds
    for _ in 0..<count {
      await recorder.finish(await recorder.begin(sample.request, name: ""), result)
    }
    let each = (seconds - start) / Double(count) * 1e6
    await recorder.end()
    print("microseconds \(each)")
  }

  private static var seconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// Memory that is the process's own: a mapped file is not.
  private static var anonymous: Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("RssAnon:") else { continue }
      return (text.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1_024
    }
    return 0
  }
}
