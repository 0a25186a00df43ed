/// A variable that a request needs, with its value or the reason why it has none.
public struct NeededVariable: Sendable {
  /// What is asked for, as it is written between the braces.
  public let name: String
  /// Where it is asked for first.
  public let place: FilePlace
  /// The value and where it comes from, or what is wrong.
  public let result: Result<VariableUse, RequestFileProblem>

  /// Whether an answer that is not there yet is all that is missing.
  public var waitsForAnswer: Bool {
    if case .failure(let problem) = result, case .noAnswer = problem.reason { true } else { false }
  }
}

extension RequestCollection {
  /// Every variable a request names, in order and each once; unlike firing it stops at no problem.
  public func variables(
    of entry: Entry, in context: RequestContext = RequestContext()
  ) -> [NeededVariable] {
    var needed: [NeededVariable] = []
    let scope: VariableScope
    do throws(RequestFileProblem) {
      scope = try self.scope(of: entry, in: context)
    } catch {
      return uses(in: entry).map { use in
        NeededVariable(name: use.written.trimmed, place: use.place, result: .failure(error))
      }
    }
    for use in uses(in: entry) where !needed.contains(where: { $0.name == use.written.trimmed }) {
      var resolver = VariableResolver(scope)
      let result = Result { () throws(RequestFileProblem) in
        _ = try resolver.text(Template(pieces: [.use(use)]))
      }
      let found = result.flatMap { _ -> Result<VariableUse, RequestFileProblem> in
        guard let last = resolver.uses.last else {
          return .failure(RequestFileProblem(use.place, .unresolved(use.written, near: nil)))
        }
        return .success(last)
      }
      needed.append(NeededVariable(name: use.written.trimmed, place: use.place, result: found))
    }
    return needed
  }

  /// What it names itself, and the base that a path stands on without naming it.
  private func uses(in entry: Entry) -> [Template.Use] {
    let request = entry.request
    var uses = request.templates.flatMap(\.uses)
    if request.target.source.utf8.first == UInt8(ascii: "/"), request.header("Host") == nil {
      uses = Template("{{\(FileTarget.baseVariable)}}", at: request.place).uses + uses
    }
    return uses
  }
}

extension String {
  fileprivate var trimmed: String { String(Substring(Substring(self).utf8.trimmingBlanks)) }
}

extension RequestCollection {
  /// The URL a request would go to, as far as its variables have values; the rest as it is written.
  ///
  /// Secret values are not shown.
  public func url(of entry: Entry, in context: RequestContext = RequestContext()) -> String {
    let target = entry.request.target
    guard let scope = try? scope(of: entry, in: context) else { return target.source }
    func text(_ template: Template) -> String {
      template.pieces.map { piece in
        switch piece {
        case .text(let text): return text
        case .use(let use):
          var resolver = VariableResolver(scope)
          let value = try? resolver.text(Template(pieces: [.use(use)]))
          return resolver.uses.last?.isSecret == true ? "***" : value ?? "{{\(use.written)}}"
        }
      }.joined()
    }
    guard target.source.utf8.first == UInt8(ascii: "/") else { return text(target) }
    if let host = entry.request.headers.last(where: {
      $0.name.source.isSameHeaderName(as: "Host")
    }) {
      return "http://" + text(host.value) + text(target)
    }
    return text(Template("{{\(FileTarget.baseVariable)}}", at: entry.request.place)) + text(target)
  }
}

extension RequestCollection {
  /// What is made of a request's answer, as the request says it, over what is given.
  public func pipeline(
    of entry: Entry, over standard: Pipeline = Pipeline(),
    profiles: [EnvelopeProfile] = EnvelopeProfile.library
  ) -> Pipeline {
    let meta = entry.request.meta
    let profile = meta.profile.flatMap { name in profiles.first { $0.name == name.value } }
    return Pipeline(
      filter: meta.status ?? standard.filter, mapping: meta.mapping ?? standard.mapping,
      profile: profile ?? standard.profile)
  }
}
