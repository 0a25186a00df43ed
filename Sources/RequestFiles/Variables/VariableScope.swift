import LosslessJSON
import NetEngine

/// Everything a request's variables can be found in, in the order in which it is looked through.
///
/// ```
/// set for this run ─► kept of an answer ─► the file's own lines ─► the environment, private first
///                  ─► $shared ─► .env
/// ```
struct VariableScope {
  /// Values set for this run, taken as they are.
  var set: [String: String] = [:]
  /// Values that were sent before, by the process's variable that would hold them.
  var held: [String: String] = [:]
  /// What scripts and `# @capture` kept of an answer, and of whose.
  var kept: (String) -> KeptValue? = { _ in nil }
  /// The request whose answer would set a variable, and whether that answer is there.
  var keeper: (String) -> (request: String, isAnswered: Bool)? = { _ in nil }
  var file: RequestFile?
  /// Files whose variables count behind the file's own, the first one first.
  var imported: [RequestFile] = []
  /// The line of the request: a variable set above it counts before one below.
  var line = 0
  /// The nearest folder first.
  var environments: [EnvironmentLayer] = []
  /// Those that are not chosen: where a variable could be found that is not here.
  var otherEnvironments: [EnvironmentLayer] = []
  /// The nearest folder first.
  var dotenv: [DotEnv] = []
  var system: VariableSystem
  /// Variables whose values are not to be shown.
  var secrets: Set<String> = []
  /// Variables another editor would ask for.
  var prompts: [RequestMeta.Prompt] = []
  /// Variables a script in front of the request would set, which is not run: no other value is meant.
  var scripted: Set<String> = []
  /// Whether a request has the name.
  var hasRequest: (String) -> Bool = { _ in false }
  /// Whether anything was fired before.
  var hasAnswers = true
  /// Whether values that each firing makes anew stay as they are written.
  var namesMadeValues = false
  /// Finds the earlier exchange a reference names.
  var exchange: (ExchangeReference, FilePlace) throws(RequestFileProblem) -> EarlierExchange

  /// A value before its own variables are replaced.
  enum Found {
    case text(String, VariableUse.Origin)
    case template(Template, VariableUse.Origin)
  }

  /// The value that counts; `outside` of the file for `@host = {{host}}`, which means another one.
  func find(_ name: String, outside isOutside: Bool = false) -> Found? {
    if let value = set[name] { return .text(value, .set) }
    if let value = kept(name) { return .text(value.text, .exchange(value.request)) }
    if scripted.contains(name) { return nil }
    if !isOutside {
      if let variable = file?.variable(name, for: line) {
        return .template(variable.value, .file(variable.place))
      }
      for file in imported {
        guard let variable = file.variable(name, for: .max) else { continue }
        return .template(variable.value, .file(variable.place))
      }
    }
    for layer in environments {
      if let value = layer.values[name] {
        return .template(
          value.template,
          .environment(layer.name, value.place, isPrivate: layer.isPrivate))
      }
    }
    for file in dotenv {
      if let value = file.values[name] { return .text(value, .dotenv(file.name)) }
    }
    return nil
  }

  /// Whether it plainly has no value; why not is worked out for those who tell it.
  func lacks(_ use: Template.Use) -> Bool {
    switch use.expression {
    case .reference: return !hasAnswers
    case .variable(let name):
      return TemplateExpression.asked(use.written) == nil && find(name) == nil
        && ExchangeReference.implied(name).isEmpty
    case .encoded, .dynamic, .broken: return false
    }
  }

  /// Why a variable has no value: another environment has it, or the name may be misspelt.
  func problem(ofMissing name: String) -> RequestFileProblem.Reason {
    if scripted.contains(name) { return .scripted(name) }
    if let keeper = keeper(name) {
      return keeper.isAnswered ? .notKept(name, of: keeper.request) : .noAnswer(keeper.request)
    }
    if let prompt = prompts.first(where: { $0.name == name }) {
      return .prompted(name, words: prompt.words)
    }
    var others: [String] = []
    for layer in otherEnvironments where layer.values[name] != nil && !others.contains(layer.name) {
      others.append(layer.name)
    }
    guard others.isEmpty else { return .inOtherEnvironments(name, others) }
    return .unresolved(name, near: NearestWord.of(name, in: namesToGuessFrom.sorted()))
  }

  /// Every name there is.
  var names: Set<String> {
    let files = [file].compactMap(\.self) + imported
    let own = Set(set.keys).union(files.flatMap(\.variables).map(\.name))
    let all = environments.reduce(into: own) { $0.formUnion($1.values.keys) }
    return dotenv.reduce(into: all) { $0.formUnion($1.values.keys) }
  }

  /// None where a guess would go through too many.
  private var namesToGuessFrom: Set<String> {
    let count = set.count + (file?.variables.count ?? 0)
    let all = environments.reduce(count) { $0 + $1.values.count }
    return all <= NearestWord.mostOwn ? names : []
  }
}

/// What was kept of an answer, to be a variable of later requests.
public struct KeptValue: Sendable, Hashable {
  /// The value.
  public var text: String
  /// The name of the request whose answer it was in.
  public var request: String
}

/// An exchange that was made before, as far as later requests may look into it.
public struct EarlierExchange: Sendable {
  /// The URL that was asked.
  public var requestURL: String
  /// The header lines that were sent.
  public var requestHeaders: Headers
  /// The body that was sent.
  public var requestBody: Body
  /// The header lines of the answer.
  public var responseHeaders: Headers
  /// The answer's status.
  public var status: Int?
  /// The answer's body, decoded.
  public var responseBody: Body
  /// The `Set-Cookie` fields of redirects on the way to the answer.
  var earlierCookies: [String] = []

  /// Takes its parts.
  public init(
    requestURL: String = "", requestHeaders: Headers = [:], requestBody: Body = .empty,
    responseHeaders: Headers = [:], responseBody: Body
  ) {
    self.requestURL = requestURL
    self.requestHeaders = requestHeaders
    self.requestBody = requestBody
    self.responseHeaders = responseHeaders
    self.responseBody = responseBody
  }

  /// Takes what an answer knows of itself and its request.
  public init(_ response: Response) {
    var sent = Body.empty
    if case .bytes(let body) = response.request.body { sent = body }
    self.init(
      requestURL: response.request.url, requestHeaders: response.request.headers, requestBody: sent,
      responseHeaders: response.headers, responseBody: response.body)
    status = response.statusCode
    earlierCookies = response.hops.dropLast().flatMap { $0.headers.values("Set-Cookie") }
  }
}
