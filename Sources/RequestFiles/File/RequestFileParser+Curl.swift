import LosslessJSON
import NetEngine

/// A curl command in place of a request: what it would send is the request.
extension RequestFileParser {
  /// Reads the command that begins in a line, and where the next request begins; nil where none does.
  mutating func readCurl(
    _ line: Int, _ end: Int, _ block: inout Block
  ) -> (request: FileRequest, next: Int)? {
    let range = text(line)
    guard source.starts(range, with: "curl ") else { return nil }
    let place = source.place(at: range.lowerBound)
    var request = FileRequest(title: block.title, place: place)
    let (command, next) = commandLines(line, end, &block)
    do throws(RequestFileProblem) {
      let read = try Self.request(of: command, at: place)
      request.method = read.method
      (request.target, request.version) = (read.target, read.version)
      (request.headers, request.body) = (read.headers, read.body)
      block.meta = block.meta.over(read.meta)
      block.notes = read.notes + block.notes
    } catch {
      block.problems.append(error)
    }
    return (request, next)
  }

  /// The text of the command, up to the scripts, comments and variables behind it.
  private mutating func commandLines(
    _ line: Int, _ end: Int, _ block: inout Block
  ) -> (text: String, next: Int) {
    var last = line
    var at = line
    var next = end
    while at < end {
      if at > line, let start = startOfNext(at, in: line + 1..<end) {
        next = start
        last = min(last, start - 1)
        break
      }
      if at > line, let next = readScript(at, end, isInFront: false, &block) {
        at = next
        continue
      }
      if !text(at).isEmpty { last = at }
      at += 1
    }
    let lines = tail(of: Array(line...last)[...], &block)
    guard let first = lines.first, let last = lines.last else { return ("", next) }
    return (source.text(source.lines[first].start..<source.lines[last].end), next)
  }

  /// The request a command sends, as a request file would say it, its variables in place.
  private static func request(
    of command: String, at place: FilePlace
  ) throws(RequestFileProblem) -> FileRequest {
    func bad(_ words: String, _ hint: String) -> RequestFileProblem {
      RequestFileProblem(place, .badCurl(words, hint: hint))
    }
    let commands: [Result<CurlImport, CurlImportProblem>]
    do throws(CurlImportProblem) {
      commands = try CurlImport.all(in: command, keepsVariables: true)
    } catch {
      throw bad(error.message, error.hint)
    }
    guard commands.count == 1 else {
      throw bad("one request is one command, found \(commands.count)", "put ### between them")
    }
    do {
      var endpoint = try commands[0].get().endpoint
      var body = ""
      // Where it lies is known when the request is put together.
      if case .file(let path) = endpoint.task.body {
        (endpoint.task, body) = (.requestPlain, "\n< \(path)\n")
      }
      let written = RequestFileText([(nil, try endpoint.build())])
      guard written.files.isEmpty, !written.usesBrace else {
        throw bad("its body cannot stand in a request file", "put it into a file: < ./body.json")
      }
      return try WrittenRequest.read(written.text + body, file: place.file).request.request(
        at: place)
    } catch let problem as CurlImportProblem {
      let isFile = if case .file = problem.reason { true } else { false }
      throw bad(problem.message, isFile ? "--data-binary @file names it" : problem.hint)
    } catch let problem as RequestFileProblem {
      throw RequestFileProblem(place, problem.reason)
    } catch {
      throw bad("\(error)", "")
    }
  }
}
