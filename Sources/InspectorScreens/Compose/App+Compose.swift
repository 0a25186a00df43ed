import NetEngine
import NetRecordings
import RequestFiles

/// The form: what it is opened with, and what becomes of what is typed in it.
extension App {
  /// Opens the form with all of what is selected, or with what was typed over that and not sent.
  mutating func openForm() {
    guard let taken = takenOver() else { return }
    guard let draft = house.drafts[taken.key] else { return open(taken, draft: taken.draft) }
    open(taken, draft: draft)
    house.notify("this was typed before and not sent; Ctrl-r starts over")
  }

  /// Opens the form with what was typed last and not sent, wherever that was.
  mutating func openDraft() -> [Effect] {
    guard let kept = house.drafts.last else {
      return house.notify("nothing is typed that was not sent: c starts")
    }
    let target = house.items.indices.first { house.draftKey(of: $0) == kept.key }
    let pristine = target.map { house.draft(of: $0) } ?? kept.draft
    open(
      TakenOver(
        draft: pristine, neighbour: target ?? main.list.selectedTarget, key: kept.key,
        root: target.map { house.root(of: $0) }),
      draft: kept.draft)
    return []
  }

  /// Opens the form with a request that was typed elsewhere, and with what is wrong with its URL.
  mutating func openForm(_ draft: Draft, mistake: String? = nil) {
    open(TakenOver(draft: .empty, neighbour: neighbour, key: Drafts.typedKey), draft: draft)
    if let mistake { form?.refuse(mistake) }
  }

  private mutating func open(_ taken: TakenOver, draft: Draft) {
    if form != nil { above.removeLast() }
    above.append(
      ComposeForm(
        draft, over: taken.draft, beside: taken.neighbour, key: taken.key, root: taken.root))
  }

  /// A request of its own stands beside the selected one.
  private var neighbour: Int? { main.list.selectedTarget ?? shownRecord?.target }

  /// What a form begins with.
  struct TakenOver {
    var draft: Draft
    /// The request of the list whose variables it has.
    var neighbour: Int?
    /// What it is a draft of.
    var key: String
    /// What the request is called that it is made of; nil for none.
    var root: String?
  }

  /// What `c` takes over where one stands: a recorded exchange, what an answer was sent for, the
  /// request of the list; nil once it was said why there is none.
  mutating func takenOver() -> TakenOver? {
    if let session { return takenOver(of: session) }
    if let sent = takenOverAnswer {
      return refuses(partOf: shownRecord?.response?.request) ? nil : sent
    }
    guard let target = neighbour else {
      return TakenOver(draft: .empty, neighbour: nil, key: Drafts.ownKey)
    }
    return TakenOver(
      draft: house.draft(of: target), neighbour: target, key: house.draftKey(of: target),
      root: house.root(of: target))
  }

  private mutating func takenOver(of session: SessionScreen) -> TakenOver? {
    guard let row = session.selected else {
      house.notify("there is no request to change: nothing is selected")
      return nil
    }
    guard let exchange = session.exchange,
      exchange.sequence == session.session.sequence(at: row)
    else {
      // It is on its way: the form opens as soon as it is there.
      if session.problem == nil { awaitsForm = row }
      house.notify(
        session.problem == nil
          ? "it is being read; then it can be changed" : "this exchange cannot be read, nor changed"
      )
      return nil
    }
    guard !refuses(partOf: exchange.request) else { return nil }
    let name = session.path.split(separator: "/").last.map(String.init) ?? session.path
    return TakenOver(
      draft: Draft(recorded: exchange, from: "\(name), exchange \(exchange.sequence)"),
      neighbour: main.list.selectedTarget, key: "\(session.path)#\(exchange.sequence)",
      root: exchange.isNamed ? exchange.name : exchange.request.url.pathOfURL)
  }

  /// Says so where a recording keeps only a part of a request's body.
  private mutating func refuses(partOf request: HTTPRequest?) -> Bool {
    do throws(SetupProblem) { try request?.checkIsWhole() } catch {
      house.warn(error.message)
      return true
    }
    return false
  }

  /// Shows an exchange that was read; what waited for it goes on.
  mutating func show(_ exchange: Exchange, _ reading: Reading?, row: Int, toApp: Bool) {
    above.session?.show(exchange, reading, row: row, toApp: toApp)
    openAwaitedForm(row)
  }

  /// Opens the form that waited for an exchange, where one still stands on it.
  private mutating func openAwaitedForm(_ row: Int) {
    guard awaitsForm == row else { return }
    awaitsForm = nil
    guard prompt == nil, session?.selected == row else { return }
    house.notice = nil
    openForm()
  }

  /// What was sent for the answer one stands on; nil where the request of the list is meant.
  private var takenOverAnswer: TakenOver? {
    let isChosen = main.focus == .history || main.focus == .answer && main.answer.pinned != nil
    guard isChosen, let record = shownRecord, let request = record.response?.request,
      !house.items[record.target].isViewed
    else { return nil }
    let words =
      record.run.map { "a response of the run \($0)" }
      ?? "response \(record.number), \(record.clock)"
    return TakenOver(
      draft: Draft(answered: request, from: words),
      neighbour: record.target,
      key: Drafts.key("\(record.asked.method) \(record.clock)", url: record.asked.url),
      root: house.root(of: record.target))
  }

  // MARK: What is typed

  /// What is typed is there again when the form is left, until it is sent; also in the next run.
  mutating func rememberDraft(over before: Drafts) -> [Effect] {
    if let form {
      let draft = form.draft
      if draft == form.pristine {
        house.drafts.remove(form.key)
      } else {
        house.drafts.keep(draft, of: form.key)
      }
    }
    guard keepsPrompts, house.drafts != before else { return [] }
    let gone = before.all.map(\.key).filter { house.drafts[$0] == nil }
    let changed = house.drafts.last.flatMap { before[$0.key] == $0.draft ? nil : $0 }
    return gone.map { .dropDraft(key: $0) } + (changed.map { [.keepDraft($0)] } ?? [])
  }

  mutating func startOver() {
    guard let form else { return }
    self.form?.show(form.pristine)
    house.notify(form.pristine.taken.map { "as it stands in \($0.words)" } ?? "a new request")
  }

  mutating func toggleHeader() {
    guard form?.toggle() == false else { return }
    house.notify("this is for a header line: it stays and is not sent")
  }

  mutating func undo() {
    guard form?.undo() == false else { return }
    house.notify("nothing was changed in this form, or all of it is taken back")
  }

  // MARK: In an editor

  /// Opens the whole request as a text: the way to forms, parts and files.
  mutating func editForm() -> [Effect] {
    guard let form else { return [] }
    if let unread = form.draft.unread { return [.editDraft(unread)] }
    switch form.draft.editable {
    case .success(let text): return [.editDraft(text)]
    case .failure(let why): return house.warn(why.words)
    }
  }

  /// Takes what came back; what cannot be read stays as a text.
  mutating func take(edited text: String) {
    guard var draft = form?.draft else { return }
    do throws(RequestFileProblem) {
      draft.take(try WrittenRequest.read(text).request)
      form?.show(draft)
      house.notify("taken over from the editor: Ctrl-s sends it", .ok)
    } catch {
      form?.keep(unread: text)
    }
  }

  // MARK: Looking at it

  /// Asks what will be sent, unless something is wrong with it.
  mutating func previewForm() -> [Effect] {
    guard let request = form?.request() else { return [] }
    guard let placed = placed(request, beside: form?.neighbour) else { return [] }
    return [.previewDraft(placed, beside: form?.neighbour)]
  }

  mutating func take(draftPreview preview: Result<RequestPreview, NetError>) {
    guard let form else { return }
    switch preview {
    case .failure(let error): house.warn("\(error.message); \(error.hint)")
    case .success(let preview):
      show(TextPage(.preview(of: "this request", preview.document(form.draft.sources))))
    }
  }

  // MARK: Sending

  /// Fires what the form holds, unless something is wrong with it.
  mutating func sendForm() -> [Effect] {
    guard let request = form?.request(), let form else { return [] }
    above.removeAll { $0 is ComposeForm }
    house.drafts.remove(form.key)
    let taken = TakenOver(
      draft: form.pristine, neighbour: form.neighbour, key: form.key, root: form.root)
    return send(TypedRequest(request: request, draft: form.draft, taken: taken))
  }

  /// Takes a typed request out of the list: one that never worked need not stay for ever.
  mutating func discard() -> [Effect] {
    guard let target = main.list.selectedTarget, house.composed[target] != nil else {
      return house.notify("only a request that was typed here goes away; e edits a file's")
    }
    guard !house.isInFlight(target) else {
      return house.notify("it is running: x cancels it first")
    }
    house.composed[target] = nil
    return [.discard(target: target)]
  }

  /// Fires a request of one line; an odd method is shown in the form, where it can be mended.
  mutating func sendChecked(_ request: ComposedRequest) -> [Effect] {
    openForm(Draft(request))
    guard form?.request() != nil else { return [] }
    return sendForm()
  }

  /// Shows a request in the form whose URL has a blank: what stands behind it was meant as something
  /// else, and should not go out as a part of the URL.
  mutating func mend(_ request: ComposedRequest) -> [Effect] {
    openForm(Draft(request))
    return house.warn("a URL has no blank: write %20, or the rest as -H 'Name: value' -d BODY")
  }

  /// It cannot be sent: it goes back into the form, to be mended.
  mutating func refuse(_ request: ComposedRequest, _ why: String) {
    let typed = main.awaited
    main.awaited = nil
    // It was said to be fired.
    house.notice = nil
    guard let typed, typed.request.body == request.body else {
      return openForm(Draft(request), mistake: why)
    }
    open(typed.taken, draft: typed.draft)
    form?.refuse(why)
  }

  /// Makes a request of what was typed and fires it; its row comes with the next list.
  ///
  /// The same one again is the same row again.
  private mutating func send(_ typed: TypedRequest) -> [Effect] {
    let (request, neighbour) = (typed.request, typed.taken.neighbour)
    let known = house.composed.filter {
      $0.value.request == request && main.list.order.contains($0.key)
    }.keys.min()
    if let known {
      main.sent = MainScreen.Sent(target: known)
      return showMain() + [send(known)]
    }
    guard var placed = placed(request, beside: neighbour, of: typed) else { return [] }
    placed.origin.key = house.key(of: typed)
    placed.origin.name = house.resentName(of: typed)?.words
    main.awaited = typed
    return showMain() + [.compose(placed, beside: neighbour)]
  }

  /// The request with the base of the one beside it, where no file says it; nil once it was said that
  /// there is none.
  private mutating func placed(
    _ request: ComposedRequest, beside neighbour: Int?, of typed: TypedRequest? = nil
  ) -> ComposedRequest? {
    var placed = request
    guard !house.items.contains(where: \.isInFile) else { return placed }
    do throws(Unplaced) {
      placed.url = try absolute(request.url, beside: neighbour)
      return placed
    } catch {
      if let typed, form == nil { open(typed.taken, draft: typed.draft) }
      form?.refuse(error.why)
      return nil
    }
  }

  private struct Unplaced: Error {
    var why: String
  }

  /// A path stands on the base URL of the request beside it; without files there are no variables.
  private func absolute(_ url: String, beside neighbour: Int?) throws(Unplaced) -> String {
    if url.utf8.starts(with: "{{".utf8) {
      throw Unplaced(why: "there are no variables here: they stand in request files")
    }
    guard url.utf8.first == UInt8(ascii: "/") else { return url }
    let own = neighbour.map {
      house.composed[$0] == nil ? house.items[$0].base : house.items[$0].url.urlOrigin
    }
    let base = own.flatMap { $0.isEmpty ? nil : $0 } ?? house.baseURL
    guard !base.isEmpty else {
      throw Unplaced(
        why: "a path needs a base URL: write https://… or select a request that has one")
    }
    return URLText.join(base: base, path: url)
  }

  /// What was sent is answered on the main screen; a session stays, with what was found out in it.
  private mutating func showMain() -> [Effect] {
    let effects = leaveAllOverRecording()
    if !isMainOn {
      // Where something is captured, q ends it.
      let key = house.capture == nil ? "q" : "Esc"
      house.notice = Notice(
        text: "sent; its response is on the main screen: \(key) goes there", saysEsc: key == "Esc")
    }
    return effects
  }
}

extension House {
  /// What a typed request is known by in other runs: the entry it was made of, and its words where
  /// something was changed.
  fileprivate func key(of typed: TypedRequest) -> String {
    let root = typed.taken.neighbour.flatMap { target in
      typed.taken.key == draftKey(of: target) ? items[target] : nil
    }
    guard let root else { return "typed#\(typed.request.fingerprint)" }
    let key = root.key ?? root.entryKey
    if typed.draft.changes(from: typed.taken.draft).isEmpty { return key }
    let entry = key.split(separator: "\u{0}").first.map(String.init) ?? key
    return "\(entry)\u{0}\(typed.request.fingerprint)"
  }

  /// The request of a row as it is written.
  func draft(of target: Int) -> Draft {
    if let typed = composed[target] { return typed.draft }
    let item = items[target]
    if let draft = item.writtenDraft { return draft }
    let url = item.source ?? item.url
    let isPath = url.utf8.first == UInt8(ascii: "/") && item.source == nil
    return Draft(
      WrittenRequest(method: item.method, target: isPath ? item.base + url : url), from: "the list")
  }

  /// What a draft of a row's request is known by, in other runs too.
  func draftKey(of target: Int) -> String {
    if let typed = composed[target] { return typed.draft.fingerprint }
    let item = items[target]
    return item.key ?? Drafts.key("\(item.method) \(item.name)", url: item.url)
  }
}

extension TargetItem {
  /// All of its request, where somebody has written it.
  var writtenDraft: Draft? {
    switch origin {
    case .file(let request):
      return Draft(
        WrittenRequest(request), from: "\(request.place.file):\(request.place.line)")
    case .own(let own): return own.make().map { Draft(sent: $0, from: "its target") }
    case nil: return nil
    }
  }
}

extension Drafts {
  /// What is typed from nothing is one draft, a line that has to be mended another.
  static let ownKey = ""
  static let typedKey = "typed"

  /// Keys are written beside the drafts: they hold no secret either.
  static func key(_ words: String, url: String) -> String {
    var names = SecretsAsNames()
    return "\(words) \(names.named(url: url))"
  }
}
