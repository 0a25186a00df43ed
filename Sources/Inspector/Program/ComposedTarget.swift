import InspectorScreens
import NetEngine
import RequestFiles

/// A request that was typed on the screen beside targets that are no files.
nonisolated struct ComposedTarget: TargetType {
  var made: RequestFileTarget
  /// What recordings call it: the name of its row; the URL of one that was made of no other.
  let name: String
  /// How the provider sends everything.
  var usual = RequestOptions()

  /// A variable without a value is a problem: only the process's environment has any here.
  init(_ request: ComposedRequest) throws(RequestFileProblem) {
    var context = RequestContext()
    context.held = request.secrets
    made = try request.written.target(in: context)
    name = request.origin.name ?? made.baseURL
  }

  /// The URL says it all.
  var baseURL: String { made.baseURL }
  var path: String { "" }
  var method: HTTPMethod { made.method }
  var headers: Headers { made.headers }
  var task: HTTPTask { made.task }
  var timeout: Duration? { made.timeout }
  /// Where nothing is said it travels as the provider sends everything.
  var options: RequestOptions? {
    guard let own = made.options, own.areUsual else { return made.options }
    guard !own.environment.isEmpty || !own.notes.isEmpty else { return nil }
    var options = usual
    (options.environment, options.notes) = (own.environment, own.notes)
    return options
  }
  var envelope: EnvelopeProfile? { made.envelope }
  var readsNoEnvelope: Bool { made.readsNoEnvelope }
  var secrets: [NamedSecret] { made.secrets }

  /// How its answer is read: as its notes say, else as this one.
  func pipeline(over standard: Pipeline) -> Pipeline { made.pipeline(over: standard) }
}
