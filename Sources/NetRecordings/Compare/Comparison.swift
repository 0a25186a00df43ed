import LosslessJSON
import NetEngine

/// How two answers to one request are compared: under which pipeline, with which rules.
public struct Comparison: Sendable {
  /// How envelopes are read; an answer's own profile counts where the pipeline has none.
  public var pipeline: Pipeline
  /// How envelopes are read where neither the pipeline nor an answer says it.
  public var standardProfile: @Sendable (HTTPRequest) -> EnvelopeProfile? = { _ in nil }
  /// What is forgiven beside the usual.
  public var rules: Rules
  /// So many times the recorded time are a change; nil for any time.
  public var slower: Double?
  /// Hides the secrets of an answer before it is compared, on both sides.
  public var redact: @Sendable (Response) -> Response

  /// Reads envelopes by their own profiles and forgives the usual.
  public init(
    pipeline: Pipeline = Pipeline(filter: .none), rules: Rules = Rules(),
    redact: @escaping @Sendable (Response) -> Response = { $0 }
  ) {
    self.pipeline = pipeline
    self.rules = rules
    self.redact = redact
  }

  /// What is different between two results of one request.
  public func change(
    of request: HTTPRequest, from before: Result<Response, NetError>,
    to after: Result<Response, NetError>
  ) -> Change {
    if let failure = failure(before, after) { return failure }
    guard var first = before.response, var second = after.response else { return Change(.same) }
    if before.failedTransfer?.kind == .redirect {
      // Limits may differ: redirects that no limit let through are compared as far as both went.
      let count = min(first.hops.count, second.hops.count)
      first.endAfter(count)
      second.endAfter(count)
    }
    let scope = rules.scope(of: request)
    let areReadApart =
      pipeline.profile == nil && first.profile != nil && second.profile != nil
      && first.profile != second.profile
    let bodies = PartComparison(first, second)
    let (left, right) = bodies.map { ($0.first, $0.second) } ?? (first, second)
    // Equal responses hide no difference, unless a mark replaced a whole body.
    if scope.isEmpty, !areReadApart, bodies?.difference == nil, !left.isLostToSecret,
      left.saysTheSame(as: right)
    {
      return Change(.same)
    }
    return change(
      from: redact(left), to: redact(right), scope, unkept: bodies?.difference, areReadApart
    ) { verdicts(redact(first), redact(second)) }
  }

  /// The change of two transfers of which one failed, or both; nil when two responses are to be
  /// compared, which after the same failure are those that arrived in part.
  private func failure(
    _ before: Result<Response, NetError>, _ after: Result<Response, NetError>
  ) -> Change? {
    let (first, second) = (before.failedTransfer, after.failedTransfer)
    guard first != nil || second != nil else { return nil }
    if first?.kind == second?.kind {
      switch (before.response, after.response) {
      // The same failure again is no change, whatever its numbers.
      case (nil, nil): return Change(.same)
      case (.some, .some): return nil
      case (nil, .some), (.some, nil): break
      }
    }
    let difference = Difference(
      .transfer, .value, from: first?.message ?? before.statusText,
      to: second?.message ?? after.statusText)
    return Change(.failed, [difference])
  }

  private func change(
    from first: Response, to second: Response, _ scope: Rules.Scope, unkept: Difference?,
    _ areReadApart: Bool, verdicts: () -> Change.Verdicts?
  ) -> Change {
    let hops = HopDiff(from: first.hops, to: second.hops) { !scope.headerRules($0).isEmpty }
    var differences = hops.differences
    if first.statusCode != second.statusCode {
      differences.append(
        Difference(.status, .value, from: "\(first.statusCode)", to: "\(second.statusCode)"))
    }
    let body = BodyComparison(from: first, to: second, scope)
    let inBody = body.differences + [unkept].compactMap { $0 }
    let bodyIsEqual = !inBody.contains { !$0.isNoise && $0.notComparedReason == nil }
    var used = body.usedRules
    let headers = HeaderDiff(
      from: first.headers, to: second.headers, bodyIsEqual: bodyIsEqual
    ) { name in
      let forgiving = scope.headerRules(name)
      used.formUnion(forgiving)
      return !forgiving.isEmpty
    }
    // A rule about a header that is there and equal has found its place too.
    let fields = (first.hops + second.hops).flatMap(\.headers.fields)
    for name in Set(fields.map { $0.name.lowercasedASCII }) {
      used.formUnion(scope.headerRules(name))
    }
    // What follows from the body stands behind what it follows from.
    let derived = headers.differences.filter(\.followsFromBody)
    differences += headers.differences.filter { !$0.followsFromBody } + inBody + derived
    let verdict = bodyIsEqual && !areReadApart ? nil : verdicts()
    var change = Change(
      Self.worst(of: differences, verdict), differences, verdict: verdict, usedRules: used)
    change.stoppedRules = body.stoppedRules
    return change
  }

  private static func worst(of differences: [Difference], _ verdict: Change.Verdicts?)
    -> Change.Kind
  {
    var worst = Change.Kind.same
    for difference in differences {
      let kind =
        difference.isNoise
        ? .noise : difference.notComparedReason != nil ? .redacted : difference.changeKind
      if kind.severity > worst.severity { worst = kind }
    }
    return verdict != nil && worst.severity < Change.Kind.envelope.severity ? .envelope : worst
  }

  private func verdicts(_ first: Response, _ second: Response) -> Change.Verdicts? {
    let before = verdict(
      of: first, by: first.profile(or: second.profile(or: standardProfile(first.request))))
    let after = verdict(
      of: second, by: second.profile(or: first.profile(or: standardProfile(second.request))))
    guard let before, let after, before != after else { return nil }
    return Change.Verdicts(from: before, to: after)
  }

  /// The verdict and the code in words; nil without a profile to read them by.
  private func verdict(of response: Response, by own: EnvelopeProfile?) -> String? {
    guard let profile = pipeline.profile ?? own else { return nil }
    guard let document = response.envelopeDocument else { return nil }
    guard document.error == nil else { return "malformed" }
    let envelope = Envelope(document.json, profile: profile, statusCode: response.statusCode)
    if case .malformed = envelope.verdict, response.keptPartOf != nil { return nil }
    return envelope.verdict.displayWord + (envelope.code.map { " '\($0.shortened)'" } ?? "")
  }
}

extension Difference {
  /// Whether it is a header that another body brings along, such as its length.
  fileprivate var followsFromBody: Bool {
    if case .header(let name) = place { HeaderNoise.of(name) == .withBody } else { false }
  }

  /// What the difference alone would make of the exchange.
  fileprivate var changeKind: Change.Kind {
    switch place {
    case .transfer: .failed
    case .time: .slower
    case .status: .status
    case .hops(let redirect): redirect?.part == .location ? .headers : .status
    case .header: .headers
    case .json, .line, .byte:
      switch kind {
      case .removed, .type: .body(.schema)
      case .value: .body(.value)
      case .added: .body(.added)
      case .reordered: .body(.reordered)
      }
    }
  }
}

extension Response {
  /// Leaves the first hops.
  fileprivate mutating func endAfter(_ count: Int) {
    guard count > 0, hops.count > count else { return }
    hops.removeLast(hops.count - count)
    body = hops[count - 1].body
  }

  /// Status, headers and body, byte for byte.
  fileprivate func saysTheSame(as other: Response) -> Bool {
    statusCode == other.statusCode && HopDiff.saysTheSame(hops, other.hops)
      && headers.fields == other.headers.fields && body == other.body
  }
}

extension Result<Response, NetError> {
  /// The failure, when no answer came or not a whole one.
  package var failedTransfer: NetError? {
    guard case .failure(let error) = self else { return nil }
    switch error {
    case .statusCode, .mapping, .business, .invalidSession: return nil
    case .underlying(_, let response?): return response.isComplete ? nil : error
    default: return error
    }
  }

  fileprivate var statusText: String {
    response.map { "a response with status \($0.statusCode)" } ?? "no response"
  }
}
