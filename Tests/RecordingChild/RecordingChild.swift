import Glibc
import NetEngine
import NetRecordings

/// Records exchanges until it is done or killed, and says a number for each that is saved.
///
/// The tests end it at some moment and look at what it has left.
@main
enum RecordingChild {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]) else { _exit(1) }
    let recorder = Recorder(Recorder.Settings(folder: arguments[1], name: "killed"))
    for number in 1...count {
      let request = HTTPRequest(url: "http://h.test/\(number)")
      let open = await recorder.begin(request, name: "n\(number)")
      // Every seventh body has a file of its own.
      let length = number % 7 == 0 ? 20_000 : 300
      let body = Body(String(repeating: "\(number) ", count: length / 4))
      let response = Response(statusCode: 200, body: body, request: request)
      await recorder.finish(open, .success(response))
      guard await recorder.state == .saved else { _exit(2) }
      say("\(number)\n")
    }
    await recorder.end()
    _exit(0)
  }

  private static func say(_ line: String) {
    var line = line
    line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
