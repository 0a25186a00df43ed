import NetEngine
import RequestFiles

/// The form of a request: method, URL, as many header lines as wanted, a body of as many lines.
struct ComposeForm: Sendable {
  /// Method, URL, header lines, in this order; the last header line is empty.
  private(set) var fields: [LineEditor]
  /// Of each header line whether it is sent, and what it was taken from.
  private(set) var lines: [(isOn: Bool, taken: String?)]
  private(set) var text: BodyEditor
  /// A body that is not typed here; nil for text.
  private(set) var other: WrittenRequest.Payload?
  private(set) var current = 1
  /// What is wrong with it, since it was last asked to be sent.
  private(set) var mistake: String?
  /// What was doubted and may be meant: asked for again it is sent as it is.
  private var doubts: Set<String> = []
  /// Something was typed since the cursor came to this field: Tab changes no line that is only passed.
  private var isTyping = false
  /// What Tab goes through, from the first Tab to the next other key.
  private(set) var completion: Completion?
  /// The draft as the form was opened with it: what no field changes stands there.
  private var opened: Draft
  /// The request as it stands where it was taken from: Ctrl-r goes back to it.
  let pristine: Draft
  /// The request of the list it belongs to: variables mean here what they mean to that one.
  var neighbour: Int?
  /// What it is a draft of, see `Drafts`.
  var key = ""
  /// What the request is called that it is made of; nil for none.
  private(set) var root: String?
  /// The first row of it that shows.
  var top = 0
  /// How it was before each change, the last one last.
  private(set) var past = ComposePast()

  init(
    _ draft: Draft = .empty, over pristine: Draft? = nil, beside neighbour: Int? = nil,
    key: String = "", root: String? = nil
  ) {
    opened = draft
    self.pristine = pristine ?? draft
    fields =
      [LineEditor(draft.method), LineEditor(draft.url)] + draft.rows.map { LineEditor($0.line) }
      + [LineEditor()]
    lines = draft.rows.map { ($0.isOn, $0.taken) } + [(true, nil)]
    mistake = draft.unread.flatMap(Draft.trouble)
    (text, other) = Self.body(of: draft)
    (self.neighbour, self.key, self.root) = (neighbour, key, root)
    // What is sent again is changed in its body more often than anywhere else.
    if draft.taken != nil, other == nil, !text.isEmpty {
      current = body
      if text.lines.count > 1 { text.turnPage(by: -text.lines.count) }
    }
  }

  private static func body(of draft: Draft) -> (BodyEditor, WrittenRequest.Payload?) {
    if case .text(let text) = draft.body, text.utf8.count <= BodyEditor.limit {
      return (BodyEditor(text), nil)
    }
    return (BodyEditor(""), draft.body)
  }

  /// What stands in it now.
  var draft: Draft {
    var draft = opened
    (draft.method, draft.url) = (fields[0].text, fields[1].text)
    draft.rows = headers.filter { !fields[$0].isEmpty }.map { field in
      let line = lines[field - 2]
      return Draft.Row(fields[field].text, isOn: line.isOn, taken: line.taken)
    }
    draft.body = other ?? .text(text.text.text)
    return draft
  }

  /// Shows what was written elsewhere.
  mutating func show(_ draft: Draft) {
    let (place, top, before) = (current, top, past.with(moment))
    self = ComposeForm(draft, over: pristine, beside: neighbour, key: key, root: root)
    (current, self.top, past) = (min(place, body), top, before)
  }

  // MARK: Taking back

  /// What a change may change, as it is now.
  private var moment: ComposePast.Moment {
    ComposePast.Moment(
      fields: fields, isOn: lines.map(\.isOn), taken: lines.map(\.taken), text: text, other: other,
      opened: opened, current: current)
  }

  /// Takes the last change back; false where there is none.
  mutating func undo() -> Bool {
    guard let moment = past.last else { return false }
    past.removeLast()
    lines = Array(zip(moment.isOn, moment.taken))
    (fields, text, other, opened) = (moment.fields, moment.text, moment.other, moment.opened)
    current = moment.current
    (mistake, completion, isTyping) = (nil, nil, false)
    return true
  }

  /// Keeps a text that came back from an editor and cannot be read: it is there to be mended.
  mutating func keep(unread text: String) {
    opened.unread = text
    mistake = Draft.trouble(in: text)
  }

  // MARK: Fields

  /// The place of the body, the last field.
  var body: Int { fields.count }
  var headers: Range<Int> { 2..<fields.count }

  /// Whether lines are typed: Enter makes one.
  var isInBody: Bool { current == body && other == nil }

  func isOn(_ field: Int) -> Bool { !headers.contains(field) || lines[field - 2].isOn }

  /// The name of a field, and what stands in it while it is empty.
  func words(of field: Int) -> (label: String, hint: String) {
    switch field {
    case 0: ("method", "GET")
    case 1: ("URL", "https://api.example.com/users")
    case body: ("body", "empty; Enter makes a line")
    default: ("header", "Name: value")
    }
  }

  mutating func step(by step: Int) {
    (completion, isTyping) = (nil, false)
    current = (current + step + fields.count + 1) % (fields.count + 1)
  }

  mutating func goTo(_ field: Int) {
    (completion, isTyping) = (nil, false)
    current = field
  }

  // MARK: Typing

  mutating func edit(_ change: (inout LineEditor) -> Void) {
    let before = moment
    make(change)
    past.note(before, isTyping: true, unless: moment)
  }

  mutating func edit(_ command: Command, _ change: (inout LineEditor) -> Void) {
    let before = moment
    // Blanks are no words' ends in JSON, nor in a URL.
    make(command) { if command == .deleteWord { $0.deletePart() } else { change(&$0) } }
    past.note(before, isTyping: false, unless: moment)
  }

  private mutating func make(_ change: (inout LineEditor) -> Void) {
    changed()
    guard current < body else {
      // What is not typed here is not changed here either.
      if other == nil { text.edit(change) }
      return
    }
    change(&fields[current])
    keepOneEmpty()
  }

  private mutating func make(_ command: Command, _ change: (inout LineEditor) -> Void) {
    guard current == body else { return make(change) }
    changed()
    if other == nil { text.edit(command, change) } else if command == .deleteToStart { other = nil }
  }

  private mutating func changed() {
    mistake = nil
    doubts = []
    (completion, isTyping) = (nil, true)
  }

  /// One empty header line is always there to type the next one in.
  private mutating func keepOneEmpty() {
    guard headers.contains(current) else { return }
    let last = headers.upperBound - 1
    if !fields[last].isEmpty {
      fields.append(LineEditor())
      lines.append((true, nil))
    } else if headers.count > 1, fields[last - 1].isEmpty, current != last {
      fields.remove(at: last)
      lines.removeLast()
    }
  }

  /// Sends a header line no more, and keeps it; or sends it again.
  mutating func toggle() -> Bool {
    guard headers.contains(current), !fields[current].isEmpty else { return false }
    past.note(moment, isTyping: false)
    lines[current - 2].isOn.toggle()
    return true
  }

  mutating func stepLine(by step: Int) {
    if !isInBody || !text.step(by: step) { self.step(by: step) }
  }

  mutating func turnPage(by rows: Int) { text.turnPage(by: rows) }

  // MARK: Completing

  /// What Tab would complete just now.
  var offered: Completion? {
    if let completion { return completion }
    guard isTyping, headers.contains(current) else { return nil }
    let editor = fields[current]
    return HeaderWords.completion(
      of: String(decoding: editor.bytes[..<editor.cursor], as: UTF8.self))
  }

  mutating func complete(_ step: Int) {
    guard headers.contains(current), var offered else { return }
    let word = offered.step(step)
    let rest = fields[current].bytes[fields[current].cursor...]
    edit { editor in
      let before = String(decoding: editor.bytes[..<offered.start], as: UTF8.self)
      var made = LineEditor(before + word)
      made.append(rest)
      editor = made
    }
    completion = offered.words.count == 1 ? nil : offered
  }

  // MARK: Sending

  /// The request, or nil after the cursor went to what is wrong with it.
  mutating func request() -> ComposedRequest? {
    if let unread = opened.unread, let trouble = Draft.trouble(in: unread) {
      return refuse(current, trouble)
    }
    let method = fields[0].text == opened.method ? opened.method : fields[0].text.uppercased()
    if let trouble = trouble(in: method) { return refuse(0, trouble) }
    let url = fields[1].text
    guard !url.isEmpty, url != "https://" else { return refuse(1, "a URL is needed") }
    if let near = url.nearURL {
      let why = NearestWord.question(near.escapedForMessage) + " Once more sends it as it is"
      if doubts.insert(why).inserted { return refuse(1, why) }
    }
    var list: [HeaderField] = []
    for field in headers where !fields[field].isEmpty && isOn(field) {
      guard let line = HeaderText(fields[field].text) else {
        return refuse(field, "a header line is 'Name: value'")
      }
      list.append(HeaderField(line.name, line.value))
    }
    let draft = draft
    if let type = draft.addedType { list.append(HeaderField("Content-Type", type)) }
    var request = ComposedRequest(
      method: method, url: url.withScheme, headers: list, payload: draft.body)
    (request.notes, request.version) = (draft.notes, draft.version)
    request.secrets = draft.secrets
    return request
  }

  private static let methods = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY",
    "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH",
    "GRAPHQL",
  ]

  /// A name nobody knows may be meant: asked for twice it is sent as it is.
  private mutating func trouble(in method: String) -> String? {
    if method.isEmpty { return "a method is needed, such as GET" }
    let isWord = method.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
    guard isWord else { return "a method is one word, such as GET" }
    guard !Self.methods.contains(method), method != opened.taken?.method else { return nil }
    let near = NearestWord.question(method, in: Self.methods).map { "; " + $0 } ?? ":"
    let why = "no method is called \(method)\(near) Once more sends it as it is"
    return doubts.insert(why).inserted ? why : nil
  }

  /// Whether it could be sent as it stands.
  var isSendable: Bool {
    var form = self
    return form.request() != nil
  }

  /// What it is called in a file: as what it was made of, unless it goes elsewhere.
  var keptName: String {
    func place(_ url: String) -> Substring.UTF8View { url[...].utf8.prefix { $0 != 0x3F } }
    let draft = draft
    guard let root, Exchange.isName(root, of: pristine.method), draft.method == pristine.method,
      place(draft.url).elementsEqual(place(pristine.url))
    else { return "" }
    return root
  }

  /// Shows what is wrong with the URL.
  mutating func refuse(_ why: String) { _ = refuse(1, why) }

  private mutating func refuse(_ field: Int, _ why: String) -> ComposedRequest? {
    current = field
    mistake = why
    return nil
  }
}
