import NetEngine
import RequestFiles

/// What is sent again, what is not and why: pure, so that every guard is a row of a table.
package struct ReplayPlan: Sendable {
  /// What happens to one recorded exchange.
  package enum Decision: Sendable, Hashable {
    /// This goes out.
    case send(HTTPRequest)
    /// Nothing does.
    case skip(Change.Reason)
  }

  /// Where requests and their redirects may go.
  package let origins: Set<Origin>
  /// Where earlier answers have what later requests need.
  package let answers: AnsweredSecrets
  /// Whom the others are asked of.
  private let asked: AskedSecrets
  private let base: URLText?
  private let requests: [HTTPRequest]
  private let options: LiveReplay.Options

  package init(_ exchanges: [Exchange], _ options: LiveReplay.Options) throws(SetupProblem) {
    self.options = options
    answers = AnsweredSecrets(exchanges)
    asked = AskedSecrets(exchanges, answers)
    requests = exchanges.map(\.request)
    base = try options.baseURL.map { (url) throws(SetupProblem) in try URLText(url) }
    if let base {
      origins = [base.origin]
    } else {
      let urls = exchanges.flatMap { [$0.request.url] + ($0.response?.hops.map(\.url) ?? []) }
      origins = Set(urls.compactMap { (try? URLText($0))?.origin })
    }
  }

  /// Says whether an exchange is sent, and as what; `fresh` is what came with the answers before it.
  package func decision(on exchange: Exchange, fresh: FreshSecrets = FreshSecrets()) -> Decision {
    var request = exchange.request
    guard exchange.result != nil else { return .skip(.request("it has no recorded response")) }
    guard !isLeftOut(exchange) else { return .skip(.cancelled) }
    guard request.method.isSafe || options.allowsUnsafe else {
      return .skip(.method(request.method.rawValue))
    }
    do throws(SetupProblem) { try request.checkIsWhole() } catch {
      return .skip(.request(error.message))
    }
    let missing = fill(&request, fresh)
    guard missing.isEmpty else { return .skip(reason(for: exchange.request, missing)) }
    do throws(SetupProblem) {
      if let base { request.url = try Self.moved(request.url, to: base) }
      if request.body != exchange.request.body { request.leaveOutFieldsOfBody() }
      request.headers = request.headers.endToEnd
      request.headers.remove("Host")
      request.options.followsRedirects = exchange.followedRedirects
      request.options.verifiesTLS = options.verifiesTLS
      request.options.tlsSwitch = "replay -k"
      request.options.allowsDowngrade = options.allowsDowngrade
      request.options.downgradeSwitch = "replay --allow-downgrade"
      request.limits = options.limits ?? request.limits
      request.destination = nil
      try request.normalise()
      request.addDefaults()
      try request.check()
      request.trimHeaderValues()
      guard try origins.contains(URLText(request.url).origin) else {
        return .skip(.host(request.url))
      }
    } catch {
      return .skip(.request(error.message))
    }
    return .send(request)
  }

  /// A secret that an earlier response would give is not one for a person to set first.
  private func reason(for request: HTTPRequest, _ missing: [AskedSecret]) -> Change.Reason {
    let givers = givers(of: request)
    let names = missing.map(\.variable)
    let others = names.filter { givers[$0] == nil }
    let unset = (others.isEmpty ? names : others).filter { options.environment($0) == nil }
    guard others.isEmpty, let giver = givers[names[0]] else {
      return unset.isEmpty ? .unpermitted(others) : .secret(unset)
    }
    if isHeldBack(giver) { return .unsent(names, giver: giver.words) }
    return unset.isEmpty ? .unpermitted(names) : .ungiven(unset, giver: giver.words)
  }

  /// The requests whose responses have secrets of a later request, by their variables.
  private func givers(of request: HTTPRequest) -> [String: HTTPRequest] {
    var givers: [String: HTTPRequest] = [:]
    for (name, key) in FreshSecrets.marks(in: request) {
      let secret = asked.secret(name, key)
      guard secret.isAnswered, let giver = answers.firstGiver(of: key) else { continue }
      givers[secret.variable] = requests[giver]
    }
    return givers
  }

  private func isHeldBack(_ request: HTTPRequest) -> Bool {
    !options.allowsUnsafe && !request.method.isSafe
  }

  /// The secrets that neither somebody has said nor an answer before will give.
  ///
  /// Those of a request that lacks a secret of an unsent one are not asked for: it is not sent either.
  /// `declined` are those somebody does not want to say, by their ids: what needs them is not sent,
  /// and gives nothing. `decided` is called with whether each exchange is sent.
  package func missing(
    _ exchanges: [Exchange], declined: Set<String> = [],
    decided: (_ isSent: Bool) -> Void = { _ in }
  ) -> [MissingSecret] {
    var found: [MissingSecret] = []
    var ids: Set<String> = []
    var unsent: Set<Int> = []
    for (place, exchange) in exchanges.enumerated() {
      guard exchange.result != nil, !isLeftOut(exchange) else {
        unsent.insert(place)
        continue
      }
      var fresh = FreshSecrets()
      let ungiven = answers.ungiven(in: exchange.request, at: place, without: unsent)
      fresh.learn(
        FreshSecrets.keys(in: exchange.request).filter { !ungiven.contains($0) }.map { ($0, "x") })
      let decision = decision(on: exchange, fresh: fresh)
      defer { if case .send = decision { decided(true) } else { decided(false) } }
      switch decision {
      case .skip(.secret), .skip(.unpermitted), .skip(.ungiven):
        let missing = missing(in: exchange.request, fresh)
        let givers = givers(of: exchange.request)
        guard !missing.contains(where: { givers[$0.variable].map(isHeldBack) ?? false }) else {
          unsent.insert(place)
          continue
        }
        for secret in missing where ids.insert(secret.id).inserted {
          found.append(MissingSecret(secret: secret, exchange: place))
        }
        if missing.contains(where: { declined.contains($0.id) }) { unsent.insert(place) }
      case .skip: unsent.insert(place)
      case .send: break
      }
    }
    return found
  }

  private func missing(in request: HTTPRequest, _ fresh: FreshSecrets) -> [AskedSecret] {
    var filled = request
    return fill(&filled, fresh)
  }

  /// The variables of the environment that these would send, and the origins that receive them.
  ///
  /// Without `ofSkipped` an exchange that is skipped for want of another secret sends nothing.
  package static func environmentUses(
    _ exchanges: [Exchange], _ options: LiveReplay.Options, ofSkipped: Bool = true
  ) -> [EnvironmentUse] {
    let asked = Lock<[EnvironmentUse]>([])
    var probe = options
    probe.permits = { use in
      asked.withLock { $0.append(use) }
      return true
    }
    var uses: [EnvironmentUse] = []
    _ = try? ReplayPlan(exchanges, probe).missing(exchanges) { isSent in
      let new = asked.withLock { asked in
        defer { asked = [] }
        return asked
      }
      for use in new where (isSent || ofSkipped) && !uses.contains(use) { uses.append(use) }
    }
    return uses
  }

  private func isLeftOut(_ exchange: Exchange) -> Bool {
    exchange.wasCancelled && !options.sendsCancelled
  }

  private static func moved(_ url: String, to base: URLText) throws(SetupProblem) -> String {
    var moved = try URLText(url)
    (moved.scheme, moved.host, moved.port) = (base.scheme, base.host, base.port)
    var front = base.path
    while front.utf8.last == UInt8(ascii: "/") { front.removeLast() }
    moved.path = front + moved.path
    return moved.text
  }

  // MARK: Secrets

  /// A part of a request whose secrets are filled in.
  private enum Part {
    case url, body
    case header(String)
  }

  /// What filling a request uses of the environment, and what it lacks.
  private struct Filling {
    /// Where the request goes.
    let url: String
    let fresh: FreshSecrets
    var missing: [AskedSecret] = []
    var environment = EnvironmentGuard()
    var secrets: [NamedSecret] = []

    mutating func note(_ variable: EnvironmentVariable, _ value: String, in part: Part) {
      environment.values[variable, default: []].insert(value)
      secrets.append(NamedSecret(name: variable.name, value: value))
      switch part {
      case .url: break
      case .body: environment.body.insert(variable)
      case .header(let name):
        environment.headers[name.lowercasedASCII, default: []].insert(variable)
      }
    }

    var guarded: EnvironmentGuard {
      guard !environment.isEmpty else { return environment }
      var guarded = environment
      guarded.origin = EnvironmentUse.origin(of: url) ?? ""
      guarded.shownOrigin = guarded.origin
      return guarded
    }
  }

  /// Puts the values of variables where secrets were taken out, each in the spelling of its place;
  /// the secrets without a value.
  private func fill(_ request: inout HTTPRequest, _ fresh: FreshSecrets) -> [AskedSecret] {
    var filling = Filling(url: base?.text ?? request.url, fresh: fresh)
    request.url = fill(request.url, .url, &filling) { $0.percentEscaped(where: \.isUnreserved) }
    request.headers = Headers(
      request.headers.map { field in
        var field = field
        field.value = fill(field.value, .header(field.name), &filling) { $0 }
        return field
      })
    fillBody(of: &request, &filling)
    request.options.environment = filling.guarded
    request.secrets += filling.secrets
    return filling.missing
  }

  private func fillBody(of request: inout HTTPRequest, _ filling: inout Filling) {
    guard case .bytes(let body) = request.body, RedactedText.mayOccur(in: body.bytes),
      let text = body.text
    else { return }
    let type = request.headers["Content-Type"].flatMap { MediaType($0) }
    let filled: String
    if type?.essence == "application/x-www-form-urlencoded" {
      filled = fill(text, .body, &filling) { $0.percentEscaped(where: \.isUnreserved) }
    } else if body.wholeDocument != nil {
      filled = fill(text, .body, &filling) {
        String(decoding: JSONText.token($0.utf8).dropFirst().dropLast(), as: UTF8.self)
      }
    } else {
      filled = fill(text, .body, &filling) { $0 }
    }
    request.body = .bytes(Body(filled))
  }

  private func fill(
    _ text: String, _ part: Part, _ filling: inout Filling, spelled: (String) -> String
  ) -> String {
    var found = filling
    let filled = RedactedText.filled(text) { name, hash in
      let secret = asked.secret(name, FreshSecrets.Key(name, hash))
      // What an answer gave a moment ago goes before what somebody has said or set once.
      if let value = found.fresh[name, hash] ?? options.secrets[secret.id] { return spelled(value) }
      let variable = EnvironmentVariable(secret.variable)
      guard let value = options.environment(secret.variable),
        options.permits(EnvironmentUse(variable, to: found.url))
      else {
        if !found.missing.contains(secret) { found.missing.append(secret) }
        return ""
      }
      found.note(variable, value, in: part)
      return spelled(value)
    }
    filling = found
    return filled ?? text
  }

  /// The request with the origins of this replay to which a redirect may take its variables.
  package func permittingRedirects(of request: HTTPRequest) -> HTTPRequest {
    var request = request
    for variable in request.options.environment.values.keys {
      let allowed = origins.map(\.text).filter {
        options.permits(EnvironmentUse(variable, to: $0))
      }
      request.options.environment.origins[variable] = Set(allowed)
    }
    return request
  }
}

extension HTTPRequest {
  /// `POST /login`.
  fileprivate var words: String {
    "\(method.rawValue) \((try? URLText(url))?.path ?? url)".escapedForMessage
  }
}

extension Exchange {
  /// Whether somebody ended it before its answer was there, or all of it.
  package var wasCancelled: Bool {
    failureKind == .cancelled
  }

  /// Whether redirects were followed: an answer that is one itself shows that they were not.
  package var followedRedirects: Bool {
    guard let response, response.hops.count == 1 else { return true }
    return !(Redirect.isRedirect(response.statusCode) && response.headers.contains("Location"))
  }
}
