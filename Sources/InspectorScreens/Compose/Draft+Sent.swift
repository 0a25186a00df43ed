import NetEngine
import NetRecordings
import RequestFiles

extension Draft {
  /// What was sent in this run, with names in place of its secrets; their values are held.
  init(answered request: HTTPRequest, from words: String) {
    var sent = request
    // What plugins have added they add again.
    sent.headers = Headers(
      request.headers.filter { if case .plugin = $0.source { false } else { true } })
    var names = SecretsAsNames()
    self.init(naming: sent, from: words, &names)
  }

  private init(
    naming request: HTTPRequest, from words: String, _ names: inout SecretsAsNames
  ) {
    names.beginNext()
    let named = names.named(request)
    // Whether a body is text is for what was sent to say: the names in it are braces of ours.
    self.init(sent: request, from: words)
    let plain = Draft(sent: named, from: words)
    (url, rows) = (plain.url, plain.rows)
    notes = notes.map { names.named(text: $0) }
    switch (body, named.body) {
    case (.text, .bytes(let text)): body = .text(text.text ?? "")
    case (.lines(let lines), _): body = .lines(names.named(text: lines))
    case (.text, _), (.held, _): ()
    }
    taken?.url = url
    taken?.body = body
    secrets = names.values
  }

  /// What was recorded, with names in place of its secrets.
  init(recorded exchange: Exchange, from words: String) {
    var names = SecretsAsNames()
    self.init(recorded: exchange, from: words, &names)
  }

  /// One of several that belong together.
  init(recorded exchange: Exchange, from words: String, _ names: inout SecretsAsNames) {
    var request = exchange.request.exported
    // It is sent to the server that its URL names.
    request.headers.remove("Host")
    if !exchange.followedRedirects { request.options.followsRedirects = false }
    self.init(naming: request, from: words, &names)
  }

  /// What was sent, or would be, as a person could have written it.
  ///
  /// Left out is what is added by itself whenever something is sent.
  init(sent request: HTTPRequest, from words: String) {
    var request = request
    request.headers = Headers(request.headers.filter { !$0.source.isAddedAnew })
    self.init(WrittenRequest(sent: request), from: words)
  }
}
