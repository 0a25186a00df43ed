import NetEngine
import RequestFiles

/// A draft as the text of a request file, for an editor.
extension Draft {
  /// What is sent of it.
  var written: WrittenRequest {
    var headers = rows.filter(\.isOn).compactMap { row in
      HeaderText(row.line).map { HeaderField($0.name, $0.value) }
    }
    if let addedType { headers.append(HeaderField("Content-Type", addedType)) }
    return WrittenRequest(
      method: method, target: url, headers: headers, body: body, notes: notes, version: version)
  }

  /// The type a body has that nobody has given one; nil where nothing is added.
  ///
  /// What was taken over with a body is sent as it was: without a type if it had none.
  var addedType: String? {
    guard case .text(let text) = body, text.utf8.beginsAsJSON, taken?.body.isEmpty ?? true else {
      return nil
    }
    let isSaid = rows.contains { row in
      HeaderText(row.line)?.name.isSameHeaderName(as: "Content-Type") == true
    }
    return isSaid ? nil : "application/json"
  }

  /// Why it is no text for an editor.
  struct NotEditable: Error {
    var words: String
  }

  /// The text, where it reads back to the same request.
  var editable: Result<String, NotEditable> {
    if let row = rows.first(where: { $0.isOn && HeaderText($0.line) == nil }) {
      let line = row.line.shortened
      return .failure(NotEditable(words: "'\(line)' is no header line: a text would lose it"))
    }
    var request = written
    if case .text(let text) = request.body {
      request.body = .text(text.withoutBlankLinesAround)
      if !request.isWritable {
        return .failure(
          NotEditable(
            words: "the body has a line that a request file reads as something else, such as ###:"
              + " it is edited here"))
      }
    }
    guard case .held(let held) = body else { return .success(request.text()) }
    let size = Units.bytes(held.count)
    return .success(
      "# \(size) of body stay as they were sent, unless one is written here\n" + request.text())
  }

  /// What is wrong with a text, and how to mend it; nil for one that can be read.
  static func trouble(in text: String) -> String? {
    do throws(RequestFileProblem) {
      _ = try WrittenRequest.read(text)
      return nil
    } catch {
      return "Ctrl-x mends line \(error.place.line) of the text: \(error.message)"
    }
  }
}

extension Sequence<UInt8> {
  /// Whether an object or an array begins here.
  var beginsAsJSON: Bool { first { $0 > 0x20 }.map { "{[".utf8.contains($0) } ?? false }
}

extension String {
  /// A request file has no blank lines around a body.
  fileprivate var withoutBlankLinesAround: String {
    let lines = utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let isBlank = { (line: Substring.UTF8View) in line.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
    guard let first = lines.firstIndex(where: { !isBlank($0) }),
      let last = lines.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return lines[first...last].map { String(Substring($0)) }.joined(separator: "\n")
  }
}
