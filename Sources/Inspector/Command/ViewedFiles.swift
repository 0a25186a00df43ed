import CurlTransport
import InspectorCommands
import NetEngine

/// Files in the panes of an answer, as if a server had sent them; no socket is opened.
nonisolated enum ViewedFiles {
  /// A row for each file; they are read once the screen is there, and shown while they come.
  static func program(_ paths: [String]) throws(TextFile.Problem) -> Program {
    let input = paths.contains("-") ? try ViewedPipe.standardInput() : nil
    let files = try paths.map { (path) throws(TextFile.Problem) in
      path == "-"
        ? ViewedFile(path: "stdin", input: input)
        // One that cannot be opened is told before there is a screen.
        : ViewedFile(path: path, input: try ViewedPipe.at(path))
    }
    var program = Program(
      title: "files", targets: files.map { ListedTarget($0, pipeline: Pipeline(filter: .none)) },
      provider: { Provider { $0.stub = .immediate } })
    program.files = files
    program.isRecorded = false
    program.note = MeantFile.wayToRequests(from: paths[0])
    return program
  }
}
