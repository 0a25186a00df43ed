import Glibc
import InspectorCore
import NetEngine

/// Files in the panes of an answer, as if a server had sent them; no socket is opened.
nonisolated enum ViewedFiles {
  /// A row for each file; stdin is read before the screen takes the keyboard.
  static func program(_ paths: [String]) throws(TextFile.Problem) -> Program {
    var input: Body?
    if paths.contains("-") {
      input = try TextFile.body("-")
      takeKeyboard()
    }
    // One that cannot be opened is told before there is a screen.
    for path in paths where path != "-" { _ = try TextFile.start(of: path) }
    let content = input
    var program = Program(
      title: "view",
      targets: paths.map {
        ListedTarget(ViewedFile(path: $0), pipeline: Pipeline(filter: .none))
      },
      provider: {
        Provider {
          $0.stub = .immediate
          $0.endpoint = { target in try ViewedFiles.endpoint(target, stdin: content) }
        }
      })
    program.firesAtStart = true
    program.isRecorded = false
    return program
  }

  /// Stdin was data: the keys come from the terminal itself.
  private static func takeKeyboard() {
    let keyboard = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard keyboard >= 0 else { return }
    dup2(keyboard, STDIN_FILENO)
    close(keyboard)
  }

  /// The file as the answer, read now.
  private static func endpoint(_ target: any TargetType, stdin: Body?) throws -> Endpoint {
    var endpoint = Endpoint(target)
    let body: Body
    if target.path == "-", let stdin {
      body = stdin
    } else {
      do throws(TextFile.Problem) {
        body = try TextFile.body(target.path)
      } catch {
        throw SetupProblem(.file, .unreadable(error.what), text: error.path)
      }
    }
    let request = HTTPRequest(method: target.method, url: endpoint.url)
    endpoint.sample = .response(
      Response(
        request: request, hops: [Hop(url: endpoint.url, method: target.method)], body: body))
    return endpoint
  }
}

/// A file as something that can be asked for; nothing is sent to its address.
nonisolated private struct ViewedFile: TargetType {
  let path: String

  var baseURL: String { "http://file.invalid" }
  var name: String { path == "-" ? "stdin" : path }
  var method: HTTPMethod { HTTPMethod(rawValue: "FILE") }
}
