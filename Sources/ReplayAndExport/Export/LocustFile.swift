import NetEngine
import Sessions

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
  private let host: String
  /// Where each value is found in the answer of which task.
  private var given: [String: Given] = [:]
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
    _ exchanges: [Exchange], session: String, _ rules: Rules, pipeline: (Exchange) -> Pipeline
  ) {
    self.exchanges = exchanges.map { exchange in
      var exchange = exchange
      exchange.request = exchange.request.withPlaceholdersForMarks()
      return exchange
    }
    let templates = PathTemplate.all(of: self.exchanges.map(\.request), rules)
    var origins: [String: Int] = [:]
    for template in templates { origins[template.origin, default: 0] += template.members.count }
    host = origins.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    chain(templates)
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
      return
        "        \(call(self.exchanges[giver], place, templates[place], pipeline(self.exchanges[giver])))"
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
    let words = template.words.lowercased().utf8.split {
      !($0 &- 0x30 < 10 || $0 &- 0x61 < 26)
    }
    return words.prefix(8).map { String(Substring($0)) }.joined(separator: "_")
  }

  // MARK: What answers give

  /// Finds the values of answers that later requests were sent with.
  private mutating func chain(_ templates: [PathTemplate]) {
    var tasks: [Int: Int] = [:]
    for (number, template) in templates.enumerated() {
      for member in template.members { tasks[member] = number }
    }
    var known: [String: Given] = [:]
    var places: [String: Given] = [:]
    var names: Set<String> = []
    for (number, exchange) in exchanges.enumerated() {
      let said = Set(Self.texts(of: exchange.request).flatMap(Self.tokens).map(Self.key))
      for key in said {
        guard let given = known[key], self.given[key] == nil else { continue }
        self.given[key] = given
        if wanted[given.task]?.contains(where: { $0.name == given.name }) != true {
          wanted[given.task, default: []].append(given)
        }
      }
      guard let task = tasks[number], let response = exchange.response,
        let document = try? response.mapJSON()
      else { continue }
      for (path, text) in Self.leaves(document) {
        let key = Self.key(text)
        // What only repeats the request gives nothing.
        guard !said.contains(key), known[key] == nil else { continue }
        let place = "\(task) \(path.pointer)"
        if let same = places[place] {
          known[key] = same
          continue
        }
        var name = path.steps.last.map { "\($0)".wordOfStep } ?? "value"
        while !names.insert(name).inserted { name += "_" }
        places[place] = Given(name: name, task: task, exchange: number, path: path)
        known[key] = places[place]
      }
    }
  }

  /// Texts in an answer that can be a token or an id: long enough, of one piece, or secret.
  private static func leaves(_ json: JSON) -> [(path: JSONPath, text: String)] {
    var found: [(JSONPath, String)] = []
    var open = [(JSONPath([]), json)]
    while let (path, json) = open.popLast(), found.count < 1_000, open.count < 10_000 {
      for (key, value) in json.members ?? [] { open.append((path.appending(.key(key)), value)) }
      for (index, value) in (json.array ?? []).enumerated() {
        open.append((path.appending(.index(index)), value))
      }
      guard let text = json.string else { continue }
      let isSecret = RedactedText.template(text) != nil
      let isWord = text.utf8.count >= 12 && text.utf8.count < 8_192 && tokens(text) == [text]
      if isSecret || isWord { found.append((path, text)) }
    }
    return found
  }

  /// What makes two texts the same value, for a secret whatever it is called there.
  private static func key(_ token: String) -> String {
    if let mark = RedactedText.template(token) {
      return "secret \(SecretVariable.identity(ofMark: mark.name, hash: mark.hash))"
    }
    return SecretVariable.identity(of: token).map { "secret \($0)" } ?? token
  }

  private static func texts(of request: HTTPRequest) -> [String] {
    [request.url] + request.headers.map(\.value) + [request.body.collected?.text ?? ""]
  }

  /// Runs of what tokens and ids are made of.
  private static func tokens(_ text: String) -> [String] {
    text.utf8.split { byte in
      !(byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-._~".utf8.contains(byte))
    }.map { String(Substring($0)) }
  }

  // MARK: Tasks

  private mutating func task(
    _ number: Int, _ template: PathTemplate, named name: String, _ pipeline: (Exchange) -> Pipeline
  ) -> String {
    var calls: [(text: String, count: Int)] = []
    for member in template.members {
      let call = call(exchanges[member], number, template, pipeline(exchanges[member]))
      if let place = calls.firstIndex(where: { $0.text == call }) {
        calls[place].count += 1
      } else if calls.count < Self.mostRequests {
        calls.append((call, 1))
      }
    }
    let left = template.members.count - calls.reduce(0) { $0 + $1.count }
    if left > 0 { notes.append("\(template.words): \(left) more requests are not in it") }
    var text = "    @task(\(template.members.count))\n    def \(name)(self):\n"
    text += "        \"\"\"\(LocustText.inside(template.words))\"\"\"\n"
    if calls.count == 1 { return text + "        \(calls[0].text)\n" }
    text += "        random.choices([\n"
    for call in calls { text += "            lambda: \(call.text),\n" }
    let weights = calls.map { "\($0.count)" }.joined(separator: ", ")
    return text + "        ], [\(weights)])[0]()\n"
  }

  private mutating func call(
    _ exchange: Exchange, _ number: Int, _ template: PathTemplate, _ pipeline: Pipeline
  ) -> String {
    let request = exchange.request
    let isOwn = template.origin == host
    let url = isOwn ? String(request.url.dropFirst(host.count)) : request.url
    var words = [
      LocustText.literal(template.method), value(url.isEmpty ? "/" : url),
      LocustText.literal(isOwn ? template.words : "\(template.words) \(template.origin)"),
      expectation(pipeline),
    ]
    let fields = request.headers.filter { Self.isKept($0) }
    if !fields.isEmpty {
      let pairs = fields.map { "\(LocustText.literal($0.name)): \(value($0.value))" }
      words.append("headers={\(pairs.joined(separator: ", "))}")
    }
    if let body = request.body.collected, !body.isEmpty {
      words.append(
        body.text.map { "data=(\(value($0))).encode()" } ?? "data=\(LocustText.bytes(body))")
    }
    if let gives = wanted[number], !gives.isEmpty {
      let pairs = gives.map {
        "\(LocustText.literal($0.name)): \(LocustText.path($0.path))"
      }
      words.append("gives={\(pairs.joined(separator: ", "))}")
    }
    return "self.ask(\(words.joined(separator: ", ")))"
  }

  /// Cookies, lengths and connections are Locust's own affair.
  private static func isKept(_ field: HeaderField) -> Bool {
    let own = ["host", "content-length", "connection", "transfer-encoding", "cookie"]
    return !field.source.isAddedAnew && field.name.utf8.first != UInt8(ascii: ":")
      && !own.contains(field.name.lowercased())
  }

  /// A text of a request, what answers give in it asked of the user.
  private func value(_ text: String) -> String {
    var pieces: [String] = []
    var plain = ""
    var rest = Substring(text)
    for token in Self.tokens(text) {
      guard let given = given[Self.key(token)],
        let place = rest.utf8.firstPlace(of: token.utf8)
      else { continue }
      plain += rest[..<place.lowerBound]
      if !plain.isEmpty { pieces.append(LocustText.literal(plain)) }
      pieces.append("self.value(\(LocustText.literal(given.name)))")
      (plain, rest) = ("", rest[place.upperBound...])
    }
    plain += rest
    if !plain.isEmpty || pieces.isEmpty { pieces.append(LocustText.literal(plain)) }
    return pieces.joined(separator: " + ")
  }

  /// What its answer is judged by, a constant of the file.
  private mutating func expectation(_ pipeline: Pipeline) -> String {
    let text = LocustText.expectation(pipeline)
    let place = expectations.firstIndex(of: text) ?? expectations.count
    if place == expectations.count { expectations.append(text) }
    return "EXPECT_\(place + 1)"
  }
}

extension String {
  /// A step of a path as a word of Python: what stands between the quotes of `key("token")`.
  fileprivate var wordOfStep: String {
    let parts = utf8.split { !($0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26) }
    return parts.last.map { String(Substring($0)) } ?? "value"
  }
}
