import NetEngine
import RequestFiles

/// What an answer says becomes an expectation of its request: shown first, then written.
extension App {
  /// Asks what is to be expected of the value under the tree's cursor.
  mutating func openExpectation() -> [Effect] {
    guard expectingRequest != nil else { return [] }
    guard let value = treeValue, answer.tree?.forest.hasParts == false else {
      return house.notify("an expectation is about a value of one document")
    }
    let secrets = viewedRecord?.response?.request.secrets ?? []
    return open(Prompt(.expectation, value.expectation(knowing: secrets)))
  }

  /// The request of a file whose answer is shown; nil once it was said why there is none.
  private var expectingRequest: FileRequest? {
    mutating get {
      guard let target = shown.target,
        case .file(let request) = house.items[target].origin
      else {
        house.notify("expectations stand in request files: :keep puts a request there")
        return nil
      }
      return request
    }
  }

  /// What was typed so far, in words.
  func note(ofExpectation text: String) -> Prompt.Note {
    do throws(FilterMistake) {
      return .words("expects: \(try Filter(text).words)")
    } catch {
      return .mistake(offset: error.offset, error.message)
    }
  }

  /// Shows the line where it would stand.
  mutating func expect(_ text: String) -> [Effect] {
    guard let request = expectingRequest, !text.isEmpty else { return [] }
    let order = KeepOrder(
      file: request.place.file,
      source: .expectation(text, of: request.listName, line: request.place.line))
    show(TextPage(.keeping(KeepPage(order: order))))
    return [.planKeep(order)]
  }
}

extension TreeValue {
  /// The longest value that is asked for to the letter.
  private static let longest = 200

  /// What holds of the value, as a filter: what it is, how many it has, or that it is there.
  fileprivate func expectation(knowing secrets: [NamedSecret]) -> String {
    Filter.Expression.test(.json(document.path(to: node), test(knowing: secrets))).text
  }

  private func test(knowing secrets: [NamedSecret]) -> Filter.JSONTest {
    var redaction = ClipRedaction(isOff: false, secrets: secrets)
    let text = text(.value, &redaction) ?? ""
    switch document.kind(of: node) {
    case .array: return .length(.ranges([document.count(of: node)...document.count(of: node)]))
    case .object: return .exists
    case .string:
      // What is secret, or cannot stand on a line, is only asked to be there.
      guard redaction.count == 0, text.utf8.count <= Self.longest, text.isPlainLine else {
        return .exists
      }
      return .compare(.equal, text, isQuoted: true)
    case .number, .bool, .null:
      guard redaction.count == 0, text.utf8.count <= Self.longest else { return .exists }
      return .compare(.equal, text, isQuoted: false)
    }
  }
}

extension String {
  /// Stands on one line of a request file as it is, and asks for no variable.
  fileprivate var isPlainLine: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } && utf8.firstPlace(of: "{{".utf8) == nil
  }
}
