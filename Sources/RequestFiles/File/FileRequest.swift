import LosslessJSON
import NetEngine

/// A request as a file says it, its variables not yet replaced.
public struct FileRequest: Sendable, Hashable {
  /// The name others refer to it by: `# @name`, else the text behind `###`.
  public var name: String?
  /// The text behind `###`.
  public var title: String?
  /// The method; GET when none is said.
  public var method: HTTPMethod
  /// The target.
  public var target: Template
  /// The protocol that is asked for.
  public var version: RequestOptions.Version
  /// The header lines in order.
  public var headers: [Field]
  /// What is sent after the head.
  public var body: FileBody
  /// What comments say.
  public var meta: RequestMeta
  /// The comments that say it, as they are written, with those that hold for the whole file.
  public var notes: [String]
  /// Scripts of other tools, as they are written.
  public var scripts: [String]
  /// What those that are understood say of the answer.
  public var answerScript = AnswerScript()
  /// Variables that those in front of it would set and that are not run.
  var scriptedNames: Set<String> = []
  /// How many checks stand in those that are not.
  public var unreadChecks = 0
  /// Where its request line is; the separator's place when there is none.
  public var place: FilePlace
  /// What is wrong with it, and what is worth knowing.
  public var problems: [RequestFileProblem]

  /// A header line.
  public struct Field: Sendable, Hashable {
    /// The name.
    public var name: Template
    /// The value.
    public var value: Template
    /// Where it starts.
    public var place: FilePlace
  }

  init(title: String?, place: FilePlace) {
    self.title = title
    self.place = place
    name = title
    method = .get
    target = .empty
    version = .automatic
    headers = []
    body = .none
    meta = RequestMeta()
    notes = []
    scripts = []
    problems = []
  }

  /// What makes it unusable.
  @inline(__always) public var flaw: RequestFileProblem? { problems.first { !$0.isNote } }

  /// Why it is kept and not sent, though nothing is wrong with it.
  public var aside: RequestFileProblem? { problems.first(where: \.keepsItBack) }

  /// What lists show: its name, or the request line.
  @inline(__always) public var listName: String {
    if let name { return name }
    let source = target.source
    return source.isEmpty ? "line \(place.line)" : "\(method.rawValue) \(source)"
  }

  /// What stands beside its method: its name, or the target.
  @inline(__always) public var shortName: String {
    name ?? (target.source.isEmpty ? listName : target.source)
  }

  /// The exchanges it takes values from.
  public var references: [(reference: ExchangeReference, place: FilePlace)] {
    templates.flatMap(\.uses).compactMap { use in
      if case .reference(let reference) = use.expression { (reference, use.place) } else { nil }
    }
  }

  /// Everything in it that may hold variables.
  var templates: [Template] {
    [target] + headers.flatMap { [$0.name, $0.value] } + body.templates
      + (meta.sample.map { [$0.value] } ?? []) + meta.expectations.map(\.text)
      + meta.assertions.map(\.text)
  }

  /// The header's value as written; of several the last.
  func header(_ name: String) -> String? {
    headers.last { $0.name.source.isSameHeaderName(as: name) }?.value.source
  }
}

/// The body of a request as a file says it.
public enum FileBody: Sendable, Hashable {
  /// No body.
  case none
  /// Text and files, one after the other.
  case content([Piece])
  /// Pairs over several lines, joined when they are sent.
  case form([Template])
  /// Parts between boundaries.
  case multipart(boundary: Template, parts: [Part])
  /// A query and its variables, sent as JSON.
  case graphQL(query: [Piece], name: Template?, variables: [Piece])
  /// What was sent before, to be sent again as it is; no file says it.
  case held(RequestBody)

  /// A stretch of text, or the content of a file.
  public enum Piece: Sendable, Hashable {
    /// Text.
    case text(Template)
    /// A file as it is, or with its variables replaced; `<@latin1 ./file` says how it is encoded.
    case file(Template, replacesVariables: Bool, charset: String?, place: FilePlace)
    /// A fragment of GraphQL, where what stands in front of it names it.
    indirect case fragment(String, Piece)
  }

  /// A part of a multipart body.
  public struct Part: Sendable, Hashable {
    /// Its header lines.
    public var head: [Template]
    /// What it holds.
    public var content: [Piece]
  }

  /// The same with variables replaced in its file, too.
  var replacingVariables: FileBody {
    guard case .content(let pieces) = self else { return self }
    return .content(
      pieces.map { piece in
        guard case .file(let path, _, let charset, let place) = piece else { return piece }
        return .file(path, replacesVariables: true, charset: charset, place: place)
      })
  }

  /// Its text and its files, wherever they stand in it.
  var pieces: [Piece] {
    switch self {
    case .none, .form, .held: []
    case .content(let content): content
    case .multipart(_, let parts): parts.flatMap(\.content)
    case .graphQL(let query, _, let variables): query + variables
    }
  }

  var templates: [Template] {
    switch self {
    case .none, .held: []
    case .content(let pieces): pieces.templates
    case .form(let lines): lines
    case .multipart(let boundary, let parts):
      [boundary] + parts.flatMap { $0.head + $0.content.templates }
    case .graphQL(let query, let name, let variables):
      query.templates + [name].compactMap(\.self) + variables.templates
    }
  }
}

extension FileBody.Piece {
  /// What a fragment stands for; itself for any other.
  var whole: FileBody.Piece { if case .fragment(_, let piece) = self { piece } else { self } }

  /// Its text, or its file's name.
  fileprivate var template: Template {
    switch self {
    case .text(let text): text
    case .file(let path, _, _, _): path
    case .fragment(_, let piece): piece.template
    }
  }
}

extension [FileBody.Piece] {
  fileprivate var templates: [Template] {
    map(\.template)
  }
}
