import NetEngine
import RequestFiles

/// One request of the list, as the screens show it; the outside world knows it by its place.
package struct TargetItem: Sendable, Hashable {
  /// What a person calls it; may be the path itself.
  package var name: String
  /// Under which heading it stands; empty for none.
  package var group: String
  package var method: String
  /// Path or URL as it is worth showing in a narrow column.
  package var path: String
  /// The whole URL as far as it is known before anything is built; filters look at it.
  package var url: String
  /// The URL as it is written, where that is another: with its variables.
  package var source: String?
  /// The request as somebody wrote it, for those who change it.
  package var origin: RequestOrigin?
  /// What it is known by in other runs; nil where its method, name and URL have to do.
  package var key: String?
  /// A short name for the history, the same in other runs: of what the entry is known by, its
  /// method and its URL as it is written, whatever values its variables have.
  package var entryKey: String {
    let place = key ?? "\(group)\n\(method)\n\(name)"
    let words = source.map { "\(place)\n\(method)\n\($0)" } ?? place
    return Self.keyVersion + Body(Array(words.utf8)).sha256.hex.prefix(16)
  }
  /// Begins each entry key; a change of the words behind it needs another one, by which the keys
  /// of earlier programs are known.
  package static let keyVersion = "2."
  /// It changes nothing on the server: firing many of them needs no question.
  package var isSafe: Bool
  /// How its answers are read when nobody chooses otherwise.
  package var pipeline: Pipeline
  /// The backend it belongs to, so that one choice can serve all its targets.
  package var base: String
  /// What is wrong with it, where it cannot be fired at all.
  package var flaw: String?
  /// What it is filed under, for filters.
  package var tags: [String] = []
  /// It stands in a file, which can be edited.
  package var isInFile = false
  /// It is a file or a pipe that is looked at: nothing is sent for it.
  package var isViewed = false
  /// It says itself that there is no envelope: no default profile counts for it.
  package var readsNoEnvelope = false
  /// It takes so long that it is not fired along with others.
  package var takesLong = false
  /// What has to be true of its answers.
  package var expectations: Expectations = []
  /// Variables a person is asked for each time it is fired.
  package var prompts: [RequestMeta.Prompt] = []
  /// What is said when a yes is asked for first; nil: it is fired at once.
  package var confirmation: String?
  /// It is kept in its file and not sent: fired alone it says why, along with others it is left out.
  package var isKeptBack = false
  /// Requests whose answers it takes; those may need others in turn, see `House.needs(of:)`.
  package var needs: [Int] = []

  package init(
    name: String, group: String = "", method: String, path: String, url: String? = nil,
    isSafe: Bool, pipeline: Pipeline = Pipeline(), base: String = ""
  ) {
    self.name = name
    self.group = group
    self.method = method
    self.path = path
    self.url = url ?? path
    self.isSafe = isSafe
    self.pipeline = pipeline
    self.base = base
  }

  /// The method in at most five letters, for a column.
  var shortMethod: String { Self.shortened(method: method) }

  static func shortened(method: String) -> String {
    switch method {
    case "DELETE": "DEL"
    case "OPTIONS": "OPT"
    default: String(method.prefix(5))
    }
  }

  /// Method and path as a title shows them, without secrets.
  package var title: String { "\(method) \(path.withMaskedSecrets)" }
}

/// The request behind a row of the list, whole.
package enum RequestOrigin: Sendable, Hashable {
  /// It stands in a file; apart from the row, of which lists of thousands are copied.
  indirect case file(FileRequest)
  /// A program's own target, asked when somebody wants to change its request.
  case own(OwnRequest)
}

/// What a target says it sends, worked out when it is wanted.
package struct OwnRequest: Sendable, Hashable {
  package let make: @Sendable () -> HTTPRequest?

  package init(_ make: @escaping @Sendable () -> HTTPRequest?) { self.make = make }

  /// It is the same target's as long as all else of its row is the same.
  package static func == (left: OwnRequest, right: OwnRequest) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
