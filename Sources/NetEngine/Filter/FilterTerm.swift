import LosslessJSON

/// A test of the filter language as help and documents show it.
///
/// The one table of names: the parser asks it what a test needs and which name was meant.
package struct FilterTerm: Sendable, Hashable {
  /// How it is written: `~c`.
  package var name: String
  /// What follows it; empty for a test without a value.
  package var value: String
  /// What it asks, in a few words.
  package var meaning: String
  /// An expression with it that can be tried as it is.
  package var example: String
  /// For "~c needs …".
  var expected: String
  /// The words for a flag or a pattern in a sentence.
  private var words = ""

  private init(
    _ name: String, _ value: String, _ meaning: String, _ example: String, needs expected: String
  ) {
    (self.name, self.value, self.meaning) = (name, value, meaning)
    (self.example, self.expected) = (example, expected)
  }

  /// Every test, in the order in which it is explained.
  package static let all: [FilterTerm] = flags + patterns + values

  /// The tests without a value.
  static let flags: [FilterTerm] = [
    flag("~q", "waiting for a response", "there is no response yet"),
    flag("~s", "answered", "the server answered"),
    flag(
      "~e", "failed in transfer",
      "the transfer failed: no name, no connection, cut, too slow, against a limit"),
    flag("~replay", "replayed", "it came from a recording"),
    flag("~altered", "altered", "it was held, or lines of rules altered it, on its way to an app"),
    flag("~marked", "marked", "it is marked"),
  ]

  /// The tests that look for a pattern.
  static let patterns: [FilterTerm] = [
    pattern("~u", "URL", "the URL", "~u 'page=[0-9]+'"),
    pattern("~d", "host", "the host, without the port", #"~d \.example\.com$"#),
    pattern("~p", "path", "the path, without the query", "~p ^/users/"),
    pattern("~n", "name", "the name", "~n login"),
    pattern(
      "~h", "a header", "a header of request or response, as 'name: value'", "~h 'x-request-id: 4'"),
    pattern("~hq", "a request header", "a header of the request", "~hq ^authorization:"),
    pattern(
      "~hs", "a response header", "a header of the response", "~hs 'cache-control:.*no-store'"),
    pattern("~b", "a body", "the body of request or response", "~b 'out of stock'"),
    pattern("~bq", "the request's body", "the body of the request", "~bq password"),
    pattern("~bs", "the response's body", "the body of the response, decoded", #"~bs '"id": *42'"#),
    pattern("~t", "content type", "the content type of the response", "~t json"),
    pattern("~m", "method", "the method", "~m '^(?!GET)'"),
    pattern("~msg", "envelope message", "the message of the envelope", "~msg expired"),
    pattern("~note", "note", "the note of an exchange", "~note retry"),
    pattern("~tag", "a tag", "a tag, of a request by '# @tag'", "~tag ^smoke$"),
  ]

  /// The tests that compare a value.
  static let values: [FilterTerm] = [
    FilterTerm(
      "~c", "STATUS", "the status: one, a class, ranges, or compared", "~c 4xx",
      needs: "a status such as 404, 4xx or >=500"),
    FilterTerm(
      "~code", "CODE", "the code of the envelope, as text", "~code !=0",
      needs: "a code such as 0 or !=0"),
    FilterTerm(
      "~kind", "KINDS", "the verdict: its words, with - for a space, or ok or fail",
      "~kind rejected,expired", needs: "kinds such as rejected,expired or ok or fail"),
    FilterTerm(
      "~time", "TIME", "how long it took, in us, ms, s or m", "~time >200ms",
      needs: "a time such as >200ms"),
    FilterTerm(
      "~size", "SIZE", "the bytes of the response's body; k, M and G are powers of 1024",
      "~size >10k", needs: "a size such as >10k"),
    FilterTerm(
      "~age", "AGE", "how long ago it was sent, in s, m, h or d", "~age <5m",
      needs: "an age such as <5m"),
    FilterTerm(
      "~seq", "NUMBER", "its number in the recording or the history: one, a range, or compared",
      "~seq 12-40", needs: "a number such as 7, 12-40 or >40"),
    FilterTerm(
      "~json", "PATH …",
      "a value of the response's JSON: alone or with exists it is there; compared by == != < <= > >=;"
        + " =~ pattern; length; type",
      "~json data.items.0.id == 42", needs: "a path such as data.items.0.id"),
    FilterTerm(
      "~hop", "NUMBER", "how many hops it took, redirects included", "~hop >1",
      needs: "a number such as >1"),
  ]

  private static func flag(_ name: String, _ words: String, _ meaning: String) -> FilterTerm {
    var term = FilterTerm(name, "", meaning, name, needs: "")
    term.words = words
    return term
  }

  private static func pattern(
    _ name: String, _ words: String, _ meaning: String, _ example: String
  ) -> FilterTerm {
    var term = FilterTerm(name, "PATTERN", meaning, example, needs: "a pattern")
    term.words = words
    return term
  }

  /// The words for the flag or pattern with this name in a sentence.
  static func words(of name: String) -> String { all.first { $0.name == name }?.words ?? name }

  /// What a test needs behind its name; nil when there is no such test.
  static func expected(by name: String) -> String? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }?.expected
  }

  /// Says that there is no such test, and which one may have been meant.
  static func unknown(_ name: String) -> String {
    let near = NearestWord.question(name, in: all.map(\.name)).map { "; " + $0 } ?? ""
    return "there is no test '\(name.shortened)'\(near)"
  }
}
