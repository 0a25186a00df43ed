/// A word of a comment that says something about a request: the one table of them.
package struct MetaWord: Sendable {
  /// What stands behind `# @`.
  package let name: String
  /// What stands behind that; empty where nothing does.
  package let value: String
  /// What it means, in a few words.
  package let meaning: String
  /// Whether the comment is recorded as it is written, see `RequestOptions.notes`.
  private let isRecorded: Bool

  private init(_ name: String, _ value: String, _ meaning: String, isRecorded: Bool = false) {
    (self.name, self.value, self.meaning) = (name, value, meaning)
    self.isRecorded = isRecorded
  }

  /// A comment as it is recorded with its request: `# @tag smoke`; nil for one that is not.
  ///
  /// The others need no note: their effect is in the recorded message or its options, or they refer
  /// to files, requests and variables that an export does not have.
  static func recorded(_ note: String) -> String? {
    let source = SourceText(Array(note.utf8), file: "")
    guard source.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }),
      let comment = MetaComment(source, 0..<source.bytes.count),
      all.contains(where: { $0.name == comment.key && $0.isRecorded })
    else { return nil }
    return "# @\(comment.key) \(source.text(comment.value))"
  }

  /// All of them, in the order in which they are explained.
  package static let all = [
    MetaWord("name", "login", "the name others refer to"),
    MetaWord("profile", "NAME", "how the envelope is read; none: not at all", isRecorded: true),
    MetaWord(
      "unpack", "NAME", "a command of your own that gets the body before it is read",
      isRecorded: true),
    MetaWord(
      "status", "2xx", "statuses that pass: ranges, or none to let all pass", isRecorded: true),
    MetaWord("map", "json", "what the body is to become", isRecorded: true),
    MetaWord("expect", "~c 200", "a filter that has to hold; repeatable", isRecorded: true),
    MetaWord("assert", "status == 200", "has to hold, as other editors write it", isRecorded: true),
    MetaWord("capture", "token = body.$.token", "a variable of later requests"),
    MetaWord("sample", "./file.json", "what it answers with while stubs are on"),
    MetaWord("tag", "smoke slow", "what filters find it by: ~tag smoke", isRecorded: true),
    MetaWord(
      "retry", "3 500ms", "sent again until it is as expected, so often, so far apart",
      isRecorded: true),
    MetaWord("timeout", "5s", "how long it may take"),
    MetaWord("connection-timeout", "2s", "how long connecting may take", isRecorded: true),
    MetaWord("insecure", "", "certificates are not checked"),
    MetaWord("no-redirect", "", "redirects are not followed"),
    MetaWord("no-header", "Accept", "a field that is not added"),
    MetaWord("no-cookie-jar", "", "no kept cookie is sent, none that is set is kept"),
    MetaWord("secret", "NAME", "the variable's value is not shown"),
    MetaWord("depends", "login, setup", "requests that go first"),
    MetaWord("import", "./auth.http", "its requests and variables can be used here"),
    MetaWord("prompt", "otp The code", "asked for on the screens; run needs --set"),
    MetaWord("note", "this sends mail", "a yes is asked for on the screens", isRecorded: true),
    MetaWord("disabled", "", "kept, not sent"),
  ]
}
