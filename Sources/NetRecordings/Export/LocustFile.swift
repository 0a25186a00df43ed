import NetEngine
import RequestFiles

/// A recording as load for Locust: a task for each path, as heavy as it was often recorded.
///
/// What an answer gives to later requests, a token or an id, is taken from the fresh answer: those who
/// give are asked when a user starts. What an answer means is judged as here: the status filter and the
/// profile stand in the file as data, and a 200 that says no is a failure by the name of its kind.
struct LocustFile {
  /// The Python text.
  private(set) var text = ""
  /// Secrets that no answer gives: taken from the environment.
  private(set) var variables: [String] = []
  private(set) var notes: [String] = []

  private let exchanges: [Exchange]
  private let chain: ValueChain
  private let host: String
  private var given: [ValueChain.Value: Given] = [:]
  /// What each task's answers are looked through for.
  private var wanted: [Int: [Given]] = [:]
  private var expectations: [String] = []

  /// A value that answers give, by the name others ask for it.
  private struct Given {
    let name: String
    let task: Int
    /// Which of the recorded requests had it first.
    let exchange: Int
    let path: JSONPath
  }

  /// So many different requests of a path stand in the file.
  private static let mostRequests = 50

  init(
    _ exported: ExportedRequests, session: String, _ rules: Rules,
    pipeline: (Exchange) -> Pipeline
  ) {
    (exchanges, chain) = (exported.exchanges, exported.chain)
    let templates = PathTemplate.all(of: exchanges.map(\.request), rules)
    var origins: [String: Int] = [:]
    for template in templates { origins[template.origin, default: 0] += template.members.count }
    host = origins.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    nameValues(templates)
    var taken: Set<String> = []
    let names = templates.map { template in
      var name = Self.name(template)
      while !taken.insert(name).inserted { name += "_" }
      return name
    }
    let tasks = templates.enumerated().map { number, template in
      task(number, template, named: names[number], pipeline)
    }
    let title = "\(exchanges.count) recorded requests\(session.isEmpty ? "" : " of \(session)")"
    let starters = Set(wanted.values.joined().map(\.exchange)).sorted().map { giver in
      let place = templates.firstIndex { $0.members.contains(giver) } ?? 0
      return "        \(call(giver, place, templates[place], pipeline(exchanges[giver])))"
    }
    let expected = expectations.enumerated().map { "EXPECT_\($0 + 1) = \($1)" }
    let source = LocustText.file(
      title: title, host: host, expectations: expected, starters: starters, tasks: tasks)
    let filled = SecretVariable.filled(source) { "\" + secret(\"\($0)\") + \"" }
    (text, variables) = (filled.text, filled.variables)
    // Empty texts around a secret; a quote that is part of a text has a backslash in front of it.
    text = text.replacing(" + \"\"", with: "")
    for start in ["(", ", ", ": "] {
      text = text.replacing("\(start)\"\" + secret(", with: "\(start)secret(")
    }
  }

  /// `get_users_id` of `GET /users/{id}`.
  private static func name(_ template: PathTemplate) -> String {
    let words = template.words.lowercasedASCII.utf8.split {
      !($0 &- 0x30 < 10 || $0 &- 0x61 < 26)
    }
    return words.prefix(8).map { String(Substring($0)) }.joined(separator: "_")
  }

  // MARK: What answers give

  /// Names the values of responses that later requests need, one for each place of a task.
  private mutating func nameValues(_ templates: [PathTemplate]) {
    var tasks: [Int: Int] = [:]
    for (number, template) in templates.enumerated() {
      for member in template.members { tasks[member] = number }
    }
    var places: [String: Given] = [:]
    var names: Set<String> = []
    for value in chain.values {
      // Locust keeps cookies itself, and only documents are looked into.
      guard let task = tasks[value.giver], case .json(let path) = value.part else { continue }
      let place = "\(task) \(path.pointer)"
      let known = places[place]
      var name = value.name
      while known == nil, !names.insert(name).inserted { name += "_" }
      let new = known ?? Given(name: name, task: task, exchange: value.giver, path: path)
      if known == nil { wanted[task, default: []].append(new) }
      (places[place], given[value]) = (new, new)
    }
  }

  // MARK: Tasks

  private mutating func task(
    _ number: Int, _ template: PathTemplate, named name: String, _ pipeline: (Exchange) -> Pipeline
  ) -> String {
    var calls: [(text: String, count: Int)] = []
    for member in template.members {
      let call = call(member, number, template, pipeline(exchanges[member]))
      if let place = calls.firstIndex(where: { $0.text == call }) {
        calls[place].count += 1
      } else if calls.count < Self.mostRequests {
        calls.append((call, 1))
      }
    }
    let left = template.members.count - calls.reduce(0) { $0 + $1.count }
    if left > 0 {
      notes.append("\(template.words): without \(Units.count(left, "more request"))")
    }
    var text = "    @task(\(template.members.count))\n    def \(name)(self):\n"
    text += "        \"\"\"\(LocustText.inside(template.words))\"\"\"\n"
    for member in template.members {
      if let part = exchanges[member].request.keptPart {
        text += "        # #\(exchanges[member].sequence): \(part)\n"
      }
    }
    if calls.count == 1 { return text + "        \(calls[0].text)\n" }
    text += "        random.choices([\n"
    for call in calls { text += "            lambda: \(call.text),\n" }
    let weights = calls.map { "\($0.count)" }.joined(separator: ", ")
    return text + "        ], [\(weights)])[0]()\n"
  }

  private mutating func call(
    _ member: Int, _ number: Int, _ template: PathTemplate, _ pipeline: Pipeline
  ) -> String {
    let request = exchanges[member].request
    let isOwn = template.origin == host
    let url = isOwn ? String(request.url.dropFirst(host.count)) : request.url
    var words = [
      LocustText.literal(template.method), value(url.isEmpty ? "/" : url, in: member),
      LocustText.literal(isOwn ? template.words : "\(template.words) \(template.origin)"),
      expectation(pipeline),
    ]
    let fields = request.headers.filter { Self.isKept($0) }
    if !fields.isEmpty {
      let pairs = fields.map { "\(LocustText.literal($0.name)): \(value($0.value, in: member))" }
      words.append("headers={\(pairs.joined(separator: ", "))}")
    }
    if let body = request.body.collected, !body.isEmpty {
      words.append(
        body.text.map { "data=(\(value($0, in: member))).encode()" }
          ?? "data=\(LocustText.bytes(body))")
    }
    if let gives = wanted[number], !gives.isEmpty {
      let pairs = gives.map {
        "\(LocustText.literal($0.name)): \(LocustText.path($0.path))"
      }
      words.append("gives={\(pairs.joined(separator: ", "))}")
    }
    return "self.ask(\(words.joined(separator: ", ")))"
  }

  /// Locust keeps cookies itself.
  private static func isKept(_ field: HeaderField) -> Bool {
    !field.source.isAddedAnew && !field.name.isSameHeaderName(as: "Cookie")
  }

  /// A text of a request, what answers give in it asked of the user.
  private func value(_ text: String, in number: Int) -> String {
    chain.pieces(of: text, in: number).map { piece in
      guard let value = piece.value, let given = given[value] else {
        return LocustText.literal(piece.text)
      }
      return "self.value(\(LocustText.literal(given.name)))"
    }.joined(separator: " + ")
  }

  /// What its answer is judged by, a constant of the file.
  private mutating func expectation(_ pipeline: Pipeline) -> String {
    let text = LocustText.expectation(pipeline)
    let place = expectations.firstIndex(of: text) ?? expectations.count
    if place == expectations.count { expectations.append(text) }
    return "EXPECT_\(place + 1)"
  }
}
