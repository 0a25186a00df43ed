import NetEngine
import RequestFiles

/// Values that a request asks a person for, on their way to the request.
struct AskedValues: Sendable {
  /// What is fired once all are there.
  var targets: [Int]
  /// What is still to be asked, the next one first.
  var left: [RequestMeta.Prompt]
  var values: [String: String] = [:]
}

extension App {
  /// Fires a request; one that wants a yes asks for it first.
  mutating func fire(_ target: Int) -> [Effect] {
    guard house.items[target].confirmation != nil, house.source == .network else {
      return send(asking: [target])
    }
    main.ask(.fire([target]))
    return []
  }

  /// Fires requests; what they and those that go first ask for is asked before, each value once.
  mutating func send(asking targets: [Int]) -> [Effect] {
    let first = house.needs(of: targets).filter { !hasAnswer($0) }
    var prompts: [RequestMeta.Prompt] = []
    for prompt in (targets + first).flatMap({ house.items[$0].prompts })
    where !prompts.contains(where: { $0.name == prompt.name }) {
      prompts.append(prompt)
    }
    return ask(AskedValues(targets: targets, left: prompts))
  }

  /// Asks for the next value, or fires what has all of them.
  private mutating func ask(_ asked: AskedValues) -> [Effect] {
    guard let next = asked.left.first else {
      let given: [Effect] = asked.values.isEmpty ? [] : [.give(asked.values)]
      return given + asked.targets.map { send($0) }
    }
    open(Prompt(.value(of: next, asked)))
    return []
  }

  mutating func take(value: String, _ asked: AskedValues) -> [Effect] {
    var asked = asked
    asked.values[asked.left.removeFirst().name] = value
    return ask(asked)
  }
}

extension PromptRow {
  /// The value of a variable that `# @prompt` asks for; nothing that is typed here is kept.
  static func value(of prompt: RequestMeta.Prompt, _ asked: AskedValues) -> PromptRow {
    let words =
      prompt.words.isEmpty ? "the value of {{\(prompt.name)}} for this request" : prompt.words
    return PromptRow(
      label: prompt.name, memory: .secret, enter: "takes it", escape: "sends nothing",
      content: SecretName(prompt.name) == nil ? .words : .secret, remembers: false,
      typed: { _, _ in .hint(words) },
      taken: { app, line in app.take(value: line.text, asked) },
      left: { app in app.house.notify("nothing was sent") })
  }
}
