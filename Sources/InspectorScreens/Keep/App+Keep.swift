import NetEngine
import RequestFiles

/// What was typed, sent or recorded becomes a request of a file: shown first, then written.
extension App {
  /// Asks for the file; of the form where one is open.
  mutating func openKeep() {
    guard keepSource() != nil else { return }
    open(Prompt(.keepFile, proposedFile, isSelected: true))
  }

  /// Shows what would be written into a file, and asks nothing more.
  mutating func keep(in file: String) -> [Effect] {
    guard !file.isEmpty, let source = keepSource() else { return [] }
    let order = KeepOrder(file: file, source: source)
    house.keptFile = file
    show(TextPage(.keeping(KeepPage(order: order))))
    return [.planKeep(order)]
  }

  /// What is kept: the form's request, marked exchanges, what one stands on; nil once it was said why
  /// there is none.
  private mutating func keepSource() -> KeepOrder.Source? {
    if let form {
      return form.isSendable
        ? .drafts([
          KeepOrder.Sent(draft: form.draft, name: form.keptName, neighbour: form.neighbour)
        ])
        : mend()
    }
    if let session {
      let rows = session.markedOrSelected
      guard !rows.isEmpty else { return nothingToKeep() }
      return .recorded(session.session, rows: rows)
    }
    let targets = main.list.marked.isEmpty ? [] : main.list.order.filter(main.list.marked.contains)
    guard targets.isEmpty else { return .drafts(targets.map(sent)) }
    guard let taken = takenOver(), let target = taken.neighbour else { return nothingToKeep() }
    return .drafts([
      KeepOrder.Sent(draft: taken.draft, name: keptName(of: target), neighbour: target)
    ])
  }

  /// The name a row's request has in its file, or had where it was sent again from; empty for none.
  private func keptName(of target: Int) -> String {
    let item = house.items[target]
    guard let resent = house.composed[target]?.resent else {
      return item.isInFile && item.name != item.path ? item.name : ""
    }
    return Exchange.isName(resent.root, of: item.method) ? resent.root : ""
  }

  /// What a row of the list sends.
  private func sent(_ target: Int) -> KeepOrder.Sent {
    KeepOrder.Sent(
      draft: house.draft(of: target), name: keptName(of: target), neighbour: target)
  }

  private mutating func nothingToKeep() -> KeepOrder.Source? {
    if house.notice == nil {
      house.notify("there is no request to keep: select one, or type one with c")
    }
    return nil
  }

  /// What could not be sent cannot be kept either: the form says why.
  private mutating func mend() -> KeepOrder.Source? {
    _ = form?.request()
    return nil
  }

  /// The file that was written last, else the file of the selected request, else a new one.
  private var proposedFile: String {
    if let file = house.keptFile { return file }
    var target = session == nil ? form?.neighbour ?? main.list.selectedTarget : nil
    // A changed copy goes beside the request it was made of.
    while let place = target, let copy = house.composed[place] {
      target = copy.resent == nil ? nil : copy.taken.neighbour.flatMap { $0 < place ? $0 : nil }
    }
    if let target, case .file(let request) = house.items[target].origin {
      return request.place.file
    }
    let known = requestFiles
    return "requests.http".firstFree("requests-", ".http", unless: known.contains)
  }

  /// The files of the list, for Tab.
  var requestFiles: [String] {
    var files: [String] = []
    for target in main.list.order {
      guard case .file(let request) = house.items[target].origin,
        files.last != request.place.file, !files.contains(request.place.file)
      else { continue }
      files.append(request.place.file)
    }
    return files
  }

  // MARK: Looking at it and writing it

  mutating func take(_ event: KeepEvent) {
    switch event {
    case .planned(let plan):
      guard page?.keeping?.order == plan.order else { return }
      page?.take(plan)
    case .refused(let why):
      above.removeAll { $0.name == "keeping" }
      house.warn(why)
    case .kept(let words):
      if case .drafts(let sent)? = page?.keeping?.order.source { noteKept(sent) }
      above.removeAll { $0.name == "keeping" }
      house.notify(words, .ok)
    }
  }

  /// A form may hold another request than the one that was sent.
  private mutating func noteKept(_ sent: [KeepOrder.Sent]) {
    let isForm = above.contains { $0 is ComposeForm }
    for one in sent {
      guard let target = one.neighbour, let typed = house.composed[target] else { continue }
      house.composed[target]?.isKept = typed.isKept || !isForm || typed.draft == one.draft
    }
  }

  /// Writes what is shown.
  mutating func writeKept() -> [Effect] {
    guard let plan = page?.keeping?.plan else {
      return house.notify("the file is still being looked at")
    }
    return [.keep(plan)]
  }

  /// Asks for another name.
  mutating func renameKept() -> [Effect] {
    guard let plan = page?.keeping?.plan else { return [] }
    if case .expectation = plan.order.source {
      return house.notify("an expectation has no name: Enter writes it")
    }
    guard plan.names.count == 1 else {
      return house.notify("one of several is named in its file: e opens it there")
    }
    return open(Prompt(.keepName, plan.names[0], isSelected: true))
  }

  mutating func takeKept(name: String) -> [Effect] {
    guard !name.isEmpty, var order = page?.keeping?.order else { return [] }
    order.name = name
    page?.take(order)
    return [.planKeep(order)]
  }

  /// What a key in the prompt for the file led to.
  func note(ofKeepFile text: String) -> Prompt.Note {
    guard !text.isEmpty else { return .hint("a file of requests, new or not; Tab completes it") }
    let name = KeepOrder.fileName(text)
    if name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) {
      return .mistake(offset: 0, "a name has no control characters")
    }
    let isKnown = requestFiles.contains(name)
    return .words(
      "\(name.escapedForMessage), \(isKnown ? "behind what stands there" : "new, or behind what stands there");"
        + " shown before it is written")
  }
}

extension KeepOrder {
  /// A request file is called so.
  package static func fileName(_ typed: String) -> String {
    typed.hasSuffix(".http") || typed.hasSuffix(".rest") ? typed : typed + ".http"
  }
}

/// What becomes of a request that is to be kept.
package enum KeepEvent: Sendable, Hashable {
  /// So it would be.
  case planned(KeepPlan)
  /// It is not, and why.
  case refused(String)
  /// It stands there now.
  case kept(String)
}
