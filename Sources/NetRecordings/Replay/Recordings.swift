import LosslessJSON
import NetEngine

/// A recording that comes near to a request that has none.
package struct NearRecording: Sendable, Hashable {
  package var sequence: Int
  /// What it answers, as lists call it.
  package var request: String
  /// The first part in which it differs from what was asked.
  package var difference: String

  package var text: String { "#\(sequence) \(request) (\(difference))" }
}

/// The exchanges of a session that can answer, found by what was asked.
struct Recordings: Sendable {
  let exchanges: [Exchange]
  private(set) var places: [MatchKey: [Int]] = [:]
  private let headerNames: [String]
  /// The session knows one origin: then any other may be asked.
  private let ignoresOrigin: Bool
  private let redact: @Sendable (HTTPRequest) -> HTTPRequest
  private let order: [MatchKey]
  private let rules: Rules
  /// The fields of recordings that share a key with others, and equal ones once.
  private var fields: [Int: Set<String>] = [:]

  /// Keeps the order; exchanges without an answer or a failure answer nothing.
  init(_ exchanges: [Exchange], _ options: ReplayTransport.Options) {
    self.exchanges = exchanges
    headerNames = options.matchedHeaders
    redact = options.redact
    rules = options.rules
    let requests = exchanges.map { options.redact($0.appsRequest) }
    let origins = Set(requests.map { (try? URLText($0.url))?.origin })
    ignoresOrigin = options.ignoresOrigin || origins.count < 2
    var order: [MatchKey] = []
    for (place, request) in requests.enumerated() {
      let key = MatchKey(
        request, headerNames: options.matchedHeaders, ignoringOrigin: ignoresOrigin,
        rules: options.rules)
      if places[key] == nil { order.append(key) }
      places[key, default: []].append(place)
    }
    self.order = order
    for places in places.values where places.count > 1 {
      let sets = places.map { Set(requests[$0].headers.map(\.comparable)) }
      // Those that ask with the same fields come one after the other: nothing is to be chosen.
      guard sets.contains(where: { $0 != sets[0] }) else { continue }
      for (place, set) in zip(places, sets) { fields[place] = set }
    }
  }

  /// Whether a request's headers have a say in what answers it.
  package var readsHeaders: Bool {
    !headerNames.isEmpty || !fields.isEmpty || rules.matchesHeaders
  }

  /// The key to look up a request that `redacted` was made of.
  ///
  /// A body that is recorded only in part is compared by its size.
  func key(of redacted: HTTPRequest, from request: HTTPRequest) -> MatchKey {
    let key = MatchKey(
      redacted, headerNames: headerNames, ignoringOrigin: ignoresOrigin, rules: rules)
    guard places[key] == nil, request.body != .none else { return key }
    let bySize = key.withBodySize(of: request)
    return places[bySize] == nil ? key : bySize
  }

  /// The recording whose headers are most like the request's; of equals the earliest.
  func best(of candidates: [Int], for request: HTTPRequest) -> Int? {
    guard candidates.count > 1, fields[candidates[0]] != nil else { return candidates.first }
    let asked = Set(request.headers.map(\.comparable))
    var best: (place: Int, score: Int)?
    for place in candidates {
      let score = fields[place].map { $0.intersection(asked).count } ?? 0
      if score > best?.score ?? -1 { best = (place, score) }
    }
    return best?.place
  }

  // MARK: What comes near

  /// The three recordings nearest to a request that has none.
  func nearest(to key: MatchKey, _ request: HTTPRequest) -> [NearRecording] {
    // A miss is told while somebody waits: ten thousand keys are enough to look at.
    let near = order.prefix(10_000).enumerated()
      .map { (place: $0, distance: $1.distance(to: key)) }
      .sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.prefix(3)
    return near.map { place, _ in
      let other = order[place]
      let recording = exchanges[places[other]?.first ?? 0]
      return NearRecording(
        sequence: recording.sequence, request: other.shown,
        difference: other.firstDifference(from: key) {
          bodyDifference(recording.appsRequest, request)
        })
    }
  }

  private func bodyDifference(_ recorded: HTTPRequest, _ asked: HTTPRequest) -> String {
    guard recorded.keptPartOf == nil, let left = redact(recorded).body.collected,
      let right = asked.body.collected,
      case .json(let diff) = BodyDiff(from: left, to: right)
    else { return "the body differs" }
    // What may be any value is no difference.
    let loose = rules.matching(of: asked).body
    guard let first = diff.first(where: { entry in !loose.contains { $0.matches(entry.path) } })
    else { return "the body differs" }
    let value = first.from?.rawText?.shortened ?? "nothing"
    return "the body differs at \(first.path.pointer.shortened): it has \(value)"
  }
}

extension HeaderField {
  /// The name in small letters and the value with empty marks.
  fileprivate var comparable: String {
    "\(name.lowercasedASCII):\(RedactedText.comparable(value))"
  }
}

extension MatchKey {
  /// How far two requests are apart; a smaller number is nearer.
  fileprivate func distance(to other: MatchKey) -> Int {
    var distance = 0
    if method != other.method { distance += 40 }
    if origin != other.origin { distance += 80 }
    let own = path.utf8.split(separator: UInt8(ascii: "/"))
    let others = other.path.utf8.split(separator: UInt8(ascii: "/"))
    distance += 20 * (max(own.count, others.count) - min(own.count, others.count))
    // The first segments say what is asked for, the last ones which.
    for (place, pair) in zip(own, others).enumerated() where !pair.0.elementsEqual(pair.1) {
      distance += max(10, 30 - 5 * place)
    }
    distance += 4 * Set(query).symmetricDifference(other.query).count
    if headers != other.headers { distance += 3 }
    if body != other.body { distance += 5 }
    return distance
  }

  /// The first part in which a recording differs from what was asked, in words about the recording.
  fileprivate func firstDifference(from asked: MatchKey, body difference: () -> String) -> String {
    if method != asked.method { return "the method is \(method.shortened)" }
    if origin != asked.origin { return "the origin is \(origin.shortened(to: 80))" }
    if path != asked.path { return pathDifference(from: asked) }
    if query != asked.query { return queryDifference(from: asked) }
    if let (own, _) = zip(headers, asked.headers).first(where: { $0 != $1 }) {
      return "the header \(own.name) is '\(own.value.shortened)'"
    }
    return difference()
  }

  private func pathDifference(from asked: MatchKey) -> String {
    let own = path.split(separator: "/", omittingEmptySubsequences: false)
    let others = asked.path.split(separator: "/", omittingEmptySubsequences: false)
    for (mine, theirs) in zip(own, others) where !mine.utf8.elementsEqual(theirs.utf8) {
      return "the path has '\(String(mine).shortened)' for '\(String(theirs).shortened)'"
    }
    return own.count < others.count ? "the path is shorter" : "the path is longer"
  }

  private func queryDifference(from asked: MatchKey) -> String {
    for (mine, theirs) in zip(query, asked.query) where mine != theirs {
      if mine.name.utf8.elementsEqual(theirs.name.utf8) {
        let value = String(decoding: mine.value.utf8.dropFirst(), as: UTF8.self)
        return "the query has \(mine.name.shortened) '\(value.shortened)'"
      }
      break
    }
    if let more = query.first(where: { !asked.query.contains($0) }) {
      return "the query also has \((more.name + more.value).shortened)"
    }
    if let less = asked.query.first(where: { !query.contains($0) }) {
      return "the query has no \((less.name + less.value).shortened)"
    }
    return "the query has another order"
  }
}
