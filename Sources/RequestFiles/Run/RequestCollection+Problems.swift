import LosslessJSON
import NetEngine

extension RequestCollection {
  /// Everything that is wrong with a request, or worth knowing, without sending anything.
  ///
  /// Beside what its lines say: names and profiles nobody knows, circles, variables without a value,
  /// files that are not there. What an answer has to bring is not missing before it is fired.
  public func problems(
    of entry: Entry, in context: RequestContext = RequestContext()
  ) -> [RequestFileProblem] {
    let scope = Result { () throws(RequestFileProblem) in
      try self.scope(of: entry, in: context)
    }
    var steps = (try? scope.get()).map { ReusedResolver($0) }
    return problems(of: entry, in: context, scope, &steps)
  }

  private func problems(
    of entry: Entry, in context: RequestContext,
    _ scope: Result<VariableScope, RequestFileProblem>, _ steps: inout ReusedResolver?
  ) -> [RequestFileProblem] {
    var found = entry.request.problems
    var seen = Set(found)
    func note(_ problem: RequestFileProblem) {
      if seen.insert(problem).inserted { found.append(problem) }
    }
    for problem in needProblems(of: entry) { note(problem) }
    if let profile = entry.request.meta.profile, !entry.request.meta.readsNoEnvelope,
      context.profiles.named(profile.value) == nil
    {
      let near = NearestWord.of(profile.value, in: context.profiles.map(\.name))
      note(RequestFileProblem(profile.place, .unknownProfile(profile.value, near: near)))
    }
    var isWaiting = false
    for problem in variableProblems(of: entry, scope, &steps) {
      if problem.waitsForAnswer { isWaiting = true } else if !problem.keepsItBack { note(problem) }
    }
    for problem in fileProblems(of: entry, scope) { note(problem) }
    // What only shows when the request is put together, such as a path without a base.
    if !isWaiting, found.allSatisfy(\.isNote), entry.request.aside == nil {
      do throws(RequestFileProblem) { _ = try target(entry, in: context, scope.get()) } catch {
        note(error)
      }
    }
    return found
  }

  private func variableProblems(
    of entry: Entry, _ scope: Result<VariableScope, RequestFileProblem>,
    _ steps: inout ReusedResolver?
  ) -> [RequestFileProblem] {
    if case .failure(let problem) = scope {
      return uses(in: entry, nil).isEmpty ? [] : [problem]
    }
    guard var own = steps.take() else { return [] }
    defer { steps = own }
    return variableProblems(of: entry, &own)
  }

  /// The same for many requests in their order, on all processors.
  public func problems(
    of entries: [Entry], in context: RequestContext = RequestContext()
  ) -> [[RequestFileProblem]] {
    Self.map(entries) { problems(of: $0, in: context) }
  }

  /// The URLs of many requests in their order, on all processors.
  public func urls(
    of entries: [Entry], in context: RequestContext = RequestContext()
  ) -> [String] {
    Self.map(entries) { url(of: $0, in: context) }
  }

  /// Both of many requests: each variable is worked out once.
  package func problemsAndURLs(
    of entries: [Entry], in context: RequestContext
  ) -> [(problems: [RequestFileProblem], url: String)] {
    Self.map(entries) { entry in
      let scope = Result { () throws(RequestFileProblem) in
        try self.scope(of: entry, in: context)
      }
      var steps = (try? scope.get()).map { ReusedResolver($0) }
      let problems = problems(of: entry, in: context, scope, &steps)
      guard var steps else { return (problems, entry.request.target.source) }
      return (problems, url(of: entry, &steps))
    }
  }

  private static func map<Made: Sendable>(
    _ entries: [Entry], _ make: @escaping @Sendable (Entry) -> Made
  ) -> [Made] {
    let size = 128
    let starts = Array(stride(from: 0, to: entries.count, by: size))
    return ParallelWork.map(starts.indices) { part in
      entries[starts[part]..<min(starts[part] + size, entries.count)].map(make)
    }.flatMap(\.self)
  }

  /// Names that mean no request, and circles.
  private func needProblems(of entry: Entry) -> [RequestFileProblem] {
    var found: [RequestFileProblem] = []
    let needs =
      entry.request.meta.depends.map { ($0.value, $0.place) }
      + references(of: entry).map { ($0.reference.name, $0.place) }
    for (name, place) in needs {
      do throws(RequestFileProblem) {
        _ = try self.entry(named: name, from: entry, at: place)
      } catch {
        found.append(error)
      }
    }
    guard found.isEmpty, !needs.isEmpty else { return found }
    return orderProblem(of: entry).map { [$0] } ?? []
  }

  /// Files of the body and the sample, as far as their names are known.
  private func fileProblems(
    of entry: Entry, _ scope: Result<VariableScope, RequestFileProblem>
  ) -> [RequestFileProblem] {
    var files = entry.request.body.files
    if let sample = entry.request.meta.sample { files.append((sample.value, sample.place)) }
    guard !files.isEmpty, let scope = try? scope.get() else { return [] }
    var found: [RequestFileProblem] = []
    for (path, place) in files {
      var resolver = VariableResolver(scope)
      guard let name = try? resolver.text(path) else { continue }
      do throws(ConfinedFolder.Refusal) {
        try ConfinedFolder.check(confined.locate(name, from: entry.request.place.file.folderName))
      } catch {
        let problem = RequestFileProblem(place, .file(name, why: error.why))
        found.append(problem.hiding(resolver.secrets.map(\.named)))
      }
    }
    return found
  }

  /// Every name a request or a variable asks for, or a file or an environment sets.
  public var variableNames: Set<String> {
    var names: Set<String> = [FileTarget.baseVariable]
    for file in files {
      names.formUnion(file.variables.map(\.name))
      for variable in file.variables { names.formUnion(variable.value.variableNames) }
    }
    for entry in entries {
      names.formUnion(entry.uses.flatMap(\.expression.variableNames))
      names.formUnion(entry.uses.compactMap(\.expression.processName))
      names.formUnion(
        entry.request.meta.secrets + entry.request.meta.prompts.map(\.name)
          + entry.request.answerScript.names)
    }
    for layer in settings.values.flatMap(\.environments).flatMap(\.layers) {
      names.formUnion(layer.values.keys)
      for value in layer.values.values { names.formUnion(value.template.variableNames) }
    }
    return names
  }
}

extension FileBody {
  /// The files it names, and where.
  fileprivate var files: [(path: Template, place: FilePlace)] {
    pieces.compactMap { piece in
      if case .file(let path, _, _, let place) = piece.whole { (path, place) } else { nil }
    }
  }
}
