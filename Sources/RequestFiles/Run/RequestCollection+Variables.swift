import LosslessJSON
import NetEngine

/// A variable that a request needs, with its value or the reason why it has none.
public struct NeededVariable: Sendable {
  /// What is asked for, as it is written between the braces.
  public let name: String
  /// Where it is asked for first.
  public let place: FilePlace
  /// The value and where it comes from, or what is wrong.
  public let result: Result<VariableUse, RequestFileProblem>
  /// 0 where the request names it, 1 where a value of such a one does, and so on.
  public let depth: Int
  /// Its value as it is written, where that names others; empty otherwise.
  public let written: String
  /// The variables of a person's environment in its value.
  var environment: Set<EnvironmentVariable> = []

  /// Whether an answer that is not there yet is all that is missing.
  public var waitsForAnswer: Bool {
    if case .failure(let problem) = result { problem.waitsForAnswer } else { false }
  }
}

extension RequestCollection {
  /// Every variable a request names, in order and each once; unlike firing it stops at no problem.
  ///
  /// With `nested` those follow each that its value names, a step deeper.
  public func variables(
    of entry: Entry, in context: RequestContext = RequestContext(), nested: Bool = false
  ) -> [NeededVariable] {
    variables(
      of: entry,
      Result { () throws(RequestFileProblem) in try self.scope(of: entry, in: context) },
      nested: nested)
  }

  /// The same where they were looked for already.
  func variables(
    of entry: Entry, _ looked: Result<VariableScope, RequestFileProblem>, nested: Bool = false
  ) -> [NeededVariable] {
    var needed: [NeededVariable] = []
    let scope: VariableScope
    do throws(RequestFileProblem) {
      scope = try looked.get()
    } catch {
      return uses(in: entry, nil).map { use in
        NeededVariable(
          name: use.name, place: use.place, result: .failure(error), depth: 0,
          written: "")
      }
    }
    var steps = NestedVariables(scope)
    for use in uses(in: entry, scope) where steps.isNew(use) {
      if nested { needed += steps.all(use) } else { needed.append(steps.alone(use)) }
    }
    return needed
  }
}

/// The variables of one request, each with those its value is made of.
private struct NestedVariables {
  let scope: VariableScope
  private var reused: ReusedResolver
  private var seen: Set<String> = []

  init(_ scope: VariableScope) {
    self.scope = scope
    reused = ReusedResolver(scope)
  }

  /// A variable without those that its value names.
  mutating func alone(_ use: Template.Use) -> NeededVariable {
    let result: Result<VariableUse, RequestFileProblem>
    do throws(RequestFileProblem) {
      let found = try reused.value(of: use)
      result = found.map { .success($0) } ?? .failure(.unresolved(use))
    } catch {
      result = .failure(error)
    }
    return NeededVariable(
      name: use.name, place: use.place, result: result, depth: 0, written: written(use))
  }

  /// Whether the request has not named it before.
  mutating func isNew(_ use: Template.Use) -> Bool { seen.insert(use.name).inserted }

  /// The variable, then what its value names; what is its own part is not gone into again.
  func all(_ use: Template.Use) -> [NeededVariable] {
    let (outer, known) = outer(use)
    return all(use, outer, known, inside: [])
  }

  private func all(
    _ use: Template.Use, _ variable: NeededVariable, _ known: [VariableUse], inside open: [String]
  ) -> [NeededVariable] {
    let name = use.name
    var all = [variable]
    guard open.count < VariableResolver.depthLimit, !open.contains(name),
      all.count < Self.limit, case .template(let template, _) = value(of: use)
    else { return all }
    var parts: Set<String> = []
    for part in template.uses where parts.insert(part.name).inserted {
      guard all.count < Self.limit else { break }
      all += self.all(part, inner(part, known, open.count + 1), known, inside: open + [name])
    }
    return all
  }

  /// Values that name each other twice and twice again would never end.
  private static let limit = 200

  private func value(of use: Template.Use) -> VariableScope.Found? {
    guard case .variable(let name) = use.expression, TemplateExpression.asked(use.written) == nil
    else { return nil }
    return scope.find(name)
  }

  /// A part as it went into the value around it: what is made anew each time is the same in both.
  private func inner(
    _ use: Template.Use, _ known: [VariableUse], _ depth: Int
  ) -> NeededVariable {
    let name = use.name
    let found = known.first { $0.name == name }
    let anew = found == nil ? outer(use).variable : nil
    return NeededVariable(
      name: name, place: use.place,
      result: found.map { .success($0) } ?? anew?.result ?? .failure(.unresolved(use)),
      depth: depth, written: written(use), environment: anew?.environment ?? [])
  }

  /// A variable the request names, and everything that went into it.
  func outer(_ use: Template.Use) -> (variable: NeededVariable, uses: [VariableUse]) {
    var resolver = VariableResolver(scope)
    let result = Result { () throws(RequestFileProblem) in
      _ = try resolver.text(Template(pieces: [.use(use)]))
    }
    let found = result.flatMap { _ -> Result<VariableUse, RequestFileProblem> in
      guard let last = resolver.uses.last else {
        return .failure(.unresolved(use))
      }
      return .success(last)
    }
    let variable = NeededVariable(
      name: use.name, place: use.place, result: found, depth: 0, written: written(use),
      environment: Set(resolver.takeSources().variables.keys))
    return (variable, resolver.uses)
  }

  /// What is secret by its name or its place is not shown as it is written either.
  private func written(_ use: Template.Use) -> String {
    guard case .template(let template, let origin) = value(of: use), !template.uses.isEmpty,
      !origin.isSecret, !scope.secrets.contains(use.name)
    else { return "" }
    return template.source
  }
}

extension RequestFileProblem {
  fileprivate static func unresolved(_ use: Template.Use) -> RequestFileProblem {
    RequestFileProblem(use.place, .unresolved(use.written, near: nil))
  }
}

/// One resolver for the variables of a request, one after the other: what several of them are made of
/// is worked out once.
struct ReusedResolver {
  fileprivate let scope: VariableScope
  private var resolver: VariableResolver
  /// Whether a shown text names the variables of a person in place of their values.
  fileprivate var showsNames = false
  /// Whether a shown text has secret values in it.
  fileprivate var showsSecrets = false

  init(_ scope: VariableScope) {
    self.scope = scope
    resolver = VariableResolver(scope)
  }

  /// What was put there; nil where that is not known.
  mutating func value(of use: Template.Use) throws(RequestFileProblem) -> VariableUse? {
    _ = try text(of: use)
    return resolver.last
  }

  mutating func text(
    of use: Template.Use
  ) throws(RequestFileProblem) -> (text: String, isSecret: Bool) {
    do throws(RequestFileProblem) {
      return try resolver.text(of: use)
    } catch {
      if resolver.isInside { resolver = VariableResolver(scope) }
      throw error
    }
  }
}

extension RequestCollection {
  /// What is wrong with the variables a request names, in order and each once.
  func variableProblems(of entry: Entry, _ steps: inout ReusedResolver) -> [RequestFileProblem] {
    var found: [RequestFileProblem] = []
    var seen: Set<String> = []
    for use in uses(in: entry, steps.scope) {
      do throws(RequestFileProblem) { _ = try steps.text(of: use) } catch {
        if seen.insert(use.name).inserted { found.append(error) }
      }
    }
    return found
  }
}

extension RequestCollection {
  /// What it names itself, and the base that a path stands on without naming it.
  ///
  /// With a scope those in body files follow.
  func uses(in entry: Entry, _ scope: VariableScope?) -> [Template.Use] {
    let request = entry.request
    var uses = entry.uses
    if let scope { uses += fileUses(in: entry, scope) }
    if request.target.isPath, request.header("Host") == nil {
      let base = scope.map(FileTarget.base) ?? FileTarget.baseVariable
      uses = Template("{{\(base)}}", at: request.place).uses + uses
    }
    return uses
  }

  /// The variables in body files that have theirs replaced, as far as such a file can be read.
  private func fileUses(in entry: Entry, _ scope: VariableScope) -> [Template.Use] {
    entry.request.body.pieces.flatMap { piece -> [Template.Use] in
      guard case .file(let path, replacesVariables: true, let charset, let place) = piece.whole
      else { return [] }
      var resolver = VariableResolver(scope)
      guard let name = try? resolver.text(path),
        let real = try? confined.locate(name, from: entry.request.place.file.folderName),
        let template = try? FileTarget.template(
          of: real, in: confined, charset, at: place, name: path.source)
      else { return [] }
      return template.uses
    }
  }
}

extension RequestCollection {
  /// The URL a request would go to, as far as its variables have values; the rest as it is written.
  ///
  /// Secret values are not shown, nor are values that each firing makes anew.
  public func url(of entry: Entry, in context: RequestContext = RequestContext()) -> String {
    guard let scope = try? scope(of: entry, in: context) else { return entry.request.target.source }
    var steps = ReusedResolver(scope)
    return url(of: entry, &steps)
  }

  /// The origin a request would go to, with names in place of a person's values and of missing ones.
  func origin(of entry: Entry, in context: RequestContext) -> String {
    guard let scope = try? scope(of: entry, in: context) else {
      return EnvironmentUse.origin(named: entry.request.target.source)
    }
    var steps = ReusedResolver(scope)
    steps.showsNames = true
    let url = url(of: entry, &steps)
    let isWhole = url.hasURLScheme || url.utf8.starts(with: "{{".utf8)
    return EnvironmentUse.origin(named: isWhole ? url : "http://" + url)
  }

  /// The origin that would receive a request; nil while its URL has no value yet.
  package func receiver(of entry: Entry, in context: RequestContext) -> String? {
    guard let scope = try? scope(of: entry, in: context) else { return nil }
    var steps = ReusedResolver(scope)
    steps.showsSecrets = true
    let url = url(of: entry, &steps)
    let origin = EnvironmentUse.origin(of: url.hasURLScheme ? url : "http://" + url)
    return origin?.isNamingVariable == true ? nil : origin
  }

  /// The same where some of them were worked out already.
  func url(of entry: Entry, _ steps: inout ReusedResolver) -> String {
    let target = entry.request.target
    guard target.isPath else { return steps.shown(target) }
    if let host = entry.request.headers.last(where: {
      $0.name.source.isSameHeaderName(as: "Host")
    }) {
      return FileTarget.url(onHost: steps.shown(host.value), steps.shown(target))
    }
    let base = Template("{{\(FileTarget.base(in: steps.scope))}}", at: entry.request.place)
    return steps.shown(base) + steps.shown(target)
  }
}

extension ReusedResolver {
  /// A value with names of variables; nil where it has none of a person's.
  private mutating func named(_ use: Template.Use) -> String? {
    let found = try? resolver.textWithNames(Template(pieces: [.use(use)]))
    if resolver.isInside { resolver = VariableResolver(scope) }
    return found?.named
  }

  /// A text without its secrets; what has no value stays as it is written.
  fileprivate mutating func shown(_ template: Template) -> String {
    var shown = ""
    for piece in template.pieces {
      switch piece {
      case .text(let text): shown += text.withBraces
      case .use(let use):
        if showsNames, let named = named(use) {
          shown += named
        } else if !scope.lacks(use), let value = try? text(of: use) {
          shown += value.isSecret && !showsSecrets ? "***" : value.text
        } else {
          shown += "{{\(use.written)}}"
        }
      }
    }
    return shown
  }
}

extension RequestCollection {
  /// What is made of a request's answer, as the request says it, over what is given.
  public func pipeline(
    of entry: Entry, over standard: Pipeline = Pipeline(),
    profiles: [EnvelopeProfile] = EnvelopeProfile.readyMade
  ) -> Pipeline {
    let meta = entry.request.meta
    let profile = meta.profile.flatMap { name in profiles.first { $0.name == name.value } }
    var pipeline = Pipeline(
      filter: meta.status ?? standard.filter, mapping: meta.mapping ?? standard.mapping,
      profile: meta.readsNoEnvelope ? nil : profile ?? standard.profile)
    pipeline.profileIsKept = standard.profileIsKept && profile == nil
    return pipeline
  }
}
