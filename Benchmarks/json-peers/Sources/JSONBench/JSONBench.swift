import Glibc
import NetEngine

/// Our side of the JSON benchmark; each command prints one line of `name value` pairs.
@main
enum JSONBench {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "generate" where arguments.count == 4:
      guard let bytes = Int(arguments[2]) else { break }
      SampleData.write(arguments[1], bytes: bytes, to: arguments[3])
      return
    case "parse" where arguments.count == 3:
      measure(arguments[1], runs: Int(arguments[2]) ?? 1, chunk: .max)
      return
    case "feed" where arguments.count == 4:
      measure(arguments[1], runs: Int(arguments[2]) ?? 1, chunk: Int(arguments[3]) ?? 65_536)
      return
    case "diff" where arguments.count == 4:
      compare(arguments[1], arguments[2], runs: Int(arguments[3]) ?? 1)
      return
    case "memory" where arguments.count == 2:
      memory(arguments[1])
      return
    default: break
    }
    print("usage: JSONBench generate api|pretty|string BYTES FILE | parse FILE RUNS")
    print("       | feed FILE RUNS CHUNK | memory FILE | diff FILE FILE RUNS")
    exit(1)
  }

  /// The median time of some parses, each with a new parser and a new document.
  private static func measure(_ path: String, runs: Int, chunk: Int) {
    let body = FileBytes(path)
    var times: [Double] = []
    for _ in 0...runs {
      let start = seconds()
      parse(body, chunk: chunk)
      times.append(seconds() - start)
    }
    times.removeFirst()
    times.sort()
    print("seconds \(times[times.count / 2]) best \(times[0]) bytes \(body.count)")
  }

  /// The median time of some comparisons, both documents parsed each time.
  private static func compare(_ first: String, _ second: String, runs: Int) {
    let (left, right) = (FileBytes(first), FileBytes(second))
    var times: [Double] = []
    var count = 0
    for _ in 0...runs {
      let start = seconds()
      count = JSONDiff(
        from: JSONDocument(bytes: left).json, to: JSONDocument(bytes: right).json
      ).count
      times.append(seconds() - start)
    }
    times.removeFirst()
    times.sort()
    print("seconds \(times[times.count / 2]) best \(times[0]) differences \(count)")
  }

  private static func parse(_ body: FileBytes, chunk: Int) {
    var parser = JSONParser(expectedBytes: chunk == .max ? body.count : 0)
    var fed = 0
    while chunk < body.count - fed {
      fed += chunk
      parser.feed(UnsafeRawBufferPointer(start: body.base, count: fed), isFinal: false)
    }
    let document = parser.finish(owner: body)
    guard document.isComplete else {
      print("broken: \(document.error.map(\.description) ?? "cut off")")
      exit(1)
    }
  }

  /// What a document costs beside its bytes: the growth of the process's peak.
  private static func memory(_ path: String) {
    let body = FileBytes(path)
    let before = residentBytes("VmRSS:")
    let document = JSONDocument(bytes: body)
    let after = residentBytes("VmHWM:")
    print("over \(after - before) tape \(document.tapeBytes) bytes \(body.count)")
  }

  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  private static func residentBytes(_ field: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix(field) else { continue }
      return (text.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1_024
    }
    return 0
  }
}

/// A file read into memory once.
///
/// `@unchecked Sendable`: filled in `init`, read only from then on.
final class FileBytes: JSONBytes, @unchecked Sendable {
  let base: UnsafeRawPointer
  let count: Int

  init(_ path: String) {
    let descriptor = open(path, O_RDONLY)
    var information = stat()
    guard descriptor >= 0, fstat(descriptor, &information) == 0 else {
      print("cannot read \(path)")
      exit(1)
    }
    let size = Int(information.st_size)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: 64)
    var filled = 0
    while filled < size {
      let got = read(descriptor, memory + filled, size - filled)
      if got <= 0 { break }
      filled += got
    }
    close(descriptor)
    base = UnsafeRawPointer(memory)
    count = filled
  }

  deinit {
    base.deallocate()
  }
}
