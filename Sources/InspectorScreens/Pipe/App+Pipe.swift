import NetEngine

extension App {
  /// Opens the line for a shell command, if there is something to give to it.
  mutating func openPipe() {
    guard shownBody != nil else { return }
    // What was done last with such a body is there already: Enter does it again, typing replaces it.
    var prompt = Prompt(.shell, house.pipes[shownType] ?? "")
    prompt.editor.selectAll()
    open(prompt)
  }

  /// The type of the shown body, without its parameters.
  private var shownType: String { viewedRecord?.response?.mediaType?.essence ?? "" }

  /// The value under the tree's cursor, where that is not all of the body.
  private var pipedValue: (body: Body, words: String)? {
    guard let value = treeValue, value.node != value.document.root || answer.tree?.path != "" else {
      return nil
    }
    let bytes = value.document.withBytes(of: value.node) { Array($0) }
    return (Body(bytes), answer.tree?.path ?? "")
  }

  /// What a command of the shell would get.
  var pipeWords: String {
    if let value = pipedValue { return "\(value.words), \(Units.bytes(value.body.count))" }
    return "the exact body, \(Units.bytes(viewedRecord?.response?.body.count ?? 0))"
  }

  private var shownBody: Body? {
    mutating get {
      if let value = pipedValue { return value.body }
      guard let body = viewedRecord?.response?.body, body.count > 0 else {
        house.warn("there is no body here to give to a command")
        return nil
      }
      return body
    }
  }

  /// Starts a shell command on the shown body; one that runs already is stopped.
  mutating func pipe(to command: String) -> [Effect] {
    guard let body = shownBody else { return [] }
    house.pipes[shownType] = command
    let effects = above.flatMap { $0 is TextPage ? $0.farewell : [] }
    lastPipe += 1
    let order = PipeOrder(id: lastPipe, command: command, input: body)
    show(TextPage(.output(CommandOutput(order))))
    return effects + [.pipe(order)]
  }

  /// What a command that was left behind says reaches nobody.
  mutating func take(_ event: PipeEvent, of id: Int) {
    for place in above.indices { above[TextPage.self, at: place]?.take(event, of: id) }
  }
}
