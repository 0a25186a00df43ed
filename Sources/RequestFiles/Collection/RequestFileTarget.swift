import LosslessJSON
import NetEngine

/// A request of a file with every variable replaced: what is fired.
public struct RequestFileTarget: TargetType {
  /// The whole URL; there is no path apart from it.
  public let baseURL: String
  /// What lists show.
  public let name: String
  /// The heading it stands under.
  public let group: String
  /// The method.
  public let method: HTTPMethod
  /// The body.
  public let task: HTTPTask
  /// The header lines as they are written.
  public let headers: Headers
  /// How long the exchange may take; nil: as long as any.
  public let timeout: Duration?
  /// How it travels.
  public package(set) var options: RequestOptions?
  /// What a stub answers; empty unless samples were asked for.
  public let sampleData: Body
  /// The profile it names.
  public let envelope: EnvelopeProfile?
  /// No envelope is read, whatever profile is given.
  public let readsNoEnvelope: Bool
  /// The person's own command that is given the body before it is read; nil: as for any other.
  public let unpacker: String?
  /// Which statuses pass; nil: as for any other.
  public let status: StatusFilter?
  /// What the body is to become; nil: as for any other.
  public let mapping: Pipeline.Mapping?
  /// What has to be true of the exchange.
  package let expectations: [Filter]
  /// What other editors' scripts and comments say of the answer.
  public let answerScript: AnswerScript
  /// What is asked before it is sent; nil: nothing.
  public let confirmation: String?
  /// The variables, with their values and where those came from.
  public let uses: [VariableUse]
  /// Values out of earlier exchanges, and whether they are in the head or in the body.
  let taken: SentEnvironment.Taken
  /// Values of variables that are not to be shown.
  public let secrets: [NamedSecret]
  /// Where the request is written.
  public let place: FilePlace
  /// Whether it stands in a file, and was not typed beside one.
  package let isInFile: Bool

  /// The URL says it all.
  public var path: String { "" }

  /// What is made of the answer: what the request says, else what is given.
  public func pipeline(over standard: Pipeline = Pipeline()) -> Pipeline {
    var pipeline = Pipeline(
      filter: status ?? standard.filter, mapping: mapping ?? standard.mapping,
      profile: readsNoEnvelope ? nil : envelope ?? standard.profile)
    pipeline.profileIsKept = standard.profileIsKept && envelope == nil
    return pipeline
  }
}

extension RequestCollection {
  /// The request with its variables replaced, ready to be fired; a problem means: send nothing.
  public func target(
    _ entry: Entry, in context: RequestContext = RequestContext()
  ) throws(RequestFileProblem) -> RequestFileTarget {
    try target(entry, in: context, try scope(of: entry, in: context))
  }

  /// The same where its variables were looked for already.
  func target(
    _ entry: Entry, in context: RequestContext,
    _ scope: @autoclosure () throws(RequestFileProblem) -> VariableScope
  ) throws(RequestFileProblem) -> RequestFileTarget {
    if let flaw = entry.request.flaw ?? entry.request.aside { throw flaw }
    var builder = FileTarget(
      entry: entry, context: context, scope: try scope(), folder: confined)
    do throws(RequestFileProblem) {
      return try builder.target()
    } catch {
      throw error.hiding(builder.secrets)
    }
  }

  func scope(
    of entry: Entry, in context: RequestContext
  ) throws(RequestFileProblem) -> VariableScope {
    let file = files[entry.file]
    if let name = context.environment, !environments.contains(name) {
      throw RequestFileProblem(
        FilePlace(file.name),
        .unknownEnvironment(
          name, near: NearestWord.of(name, in: environments), known: environments))
    }
    let layers = surroundings[entry.file].layers
    let chosen = [context.environment, EnvironmentLayer.shared]
    return VariableScope(
      set: context.set, held: context.held, kept: context.kept,
      keeper: { name in
        self.keeper(of: name, for: entry).map {
          ($0.request.listName, context.earlier?($0) != nil)
        }
      }, file: file,
      imported: imported(by: entry.file).map { files[$0] }, line: entry.request.place.line,
      environments: layers.filter { $0.name == context.environment }
        + layers.filter { $0.name == EnvironmentLayer.shared },
      otherEnvironments: layers.filter { !chosen.contains($0.name) },
      dotenv: surroundings[entry.file].dotenv, system: context.system,
      secrets: Set(entry.request.meta.secrets), prompts: entry.request.meta.prompts,
      scripted: entry.request.scriptedNames,
      hasRequest: { self.places[$0] != nil }, hasAnswers: context.earlier != nil,
      namesMadeValues: context.namesMadeValues,
      exchange: { (reference, place) throws(RequestFileProblem) in
        let other = try self.entry(named: reference.name, from: entry, at: place)
        guard let earlier = context.earlier?(other) else {
          throw RequestFileProblem(place, .noAnswer(reference.name))
        }
        return earlier
      })
  }
}
