import NetEngine
import NetRecordings

/// A recording on the screen: which rows show, what is said of them, what has become of each.
///
/// Rows are read when they are drawn; a hundred thousand cost no more than those that show.
struct SessionScreen: Sendable {
  let path: String
  private(set) var session: Session
  /// How much of the file is read, from 0 to 1.
  private(set) var fraction: Double
  /// A program is still writing it.
  private(set) var isGrowing = false
  /// The rows that had no answer when they were read.
  private var pending: Set<Int> = []
  /// How much there was when the rows that show were ordered.
  var siftedCount = 0
  /// The rows that show, in their order; nil for all as recorded.
  private(set) var rows: [Int]?
  var cursor = ListCursor()
  /// The row that was selected when a filter left nothing.
  private var lost: Int?
  /// Every row that is marked, in the file or since.
  private(set) var marked: Set<Int> = []
  /// What was said of rows since the file was opened.
  private(set) var remarks: [Int: Remark] = [:]
  /// Rows of which something is said that does not stand in the file yet.
  private(set) var unsaved: Set<Int> = []
  var filter = ""
  var sort = SessionSort.recorded
  /// The number of the order that is being worked on.
  var siftID = 0
  /// The filter whose rows show.
  private var filterInForce = ""
  /// The rows of an order are still to come.
  var isSifting = false
  /// The exchange in the pane below, as it was recorded.
  private(set) var exchange: Exchange?
  private(set) var record: ExchangeRecord?
  private(set) var item: TargetItem?
  /// What cannot be shown of the selected row.
  private(set) var problem: String?
  /// The row that was ordered to be read.
  var ordered: Int?
  /// Of which kind answers are, as far as they have been judged, and what was ordered to be.
  private(set) var kinds: [Int: JudgedRow] = [:]
  private var judging: Set<Int> = []
  /// The number of the lens they are judged under.
  private(set) var lensID = 0
  /// What has become of exchanges that were fired again, by their numbers.
  private(set) var changes: [Int: LiveReplay.Row] = [:]
  /// The numbers of those whose new answer is the recording by now.
  private(set) var kept: Set<Int> = []
  /// What had become of them before, until something is fired: it comes back where nothing is.
  private var earlier: (changes: [Int: LiveReplay.Row], kept: Set<Int>)?
  /// The rows that are fired again, one after the other; nil while none are.
  var replaying: [Int]? { didSet { turn = 0 } }
  /// How many of them have had their turn.
  private(set) var turn = 0
  /// How it is fired again.
  var settings = ReplaySettings()
  /// What is forgiven, and the file that says so.
  var rules: (all: Rules, name: String?) = (Rules(), nil)
  /// The order that waits until a person has said what it needs.
  var waiting: (order: SessionReplay, needs: ReplayNeeds)?
  var answer = AnswerView()
  /// Answers are shown as their apps have got them, where those are others than the servers'.
  private(set) var showsToApp = false
  var focus = Pane.list
  var isZoomed = false
  /// The rows of the list, chosen by keys; nil for what suits.
  var chosenRows: Int?

  /// The number of the exchange to be selected as soon as it is read.
  var sought: Int?

  init(path: String, _ session: Session, fraction: Double) {
    self.path = path
    self.session = session
    self.fraction = fraction
    findMarks(from: 0)
  }

  var count: Int { rows?.count ?? session.count }

  /// The row of the session at a line of the list; nil behind the end.
  func row(atLine line: Int) -> Int? {
    if let rows { return rows.indices.contains(line) ? rows[line] : nil }
    return line >= 0 && line < session.count ? line : nil
  }

  var selected: Int? { row(atLine: cursor.selected) }

  /// How many exchanges have their responses.
  var answeredCount: Int { (0..<session.count).count { !session.isPending(at: $0) } }

  // MARK: Changing

  /// Takes more of the file.
  mutating func grow(_ session: Session, fraction: Double) {
    let before = self.session.count
    self.session = session
    self.fraction = fraction
    findMarks(from: before)
  }

  /// Takes what a program has written since; who looks at the last row goes on with it.
  mutating func grow(_ session: Session, isOver: Bool, _ house: House) -> [Effect] {
    let (before, old) = (self.session.count, self.session)
    let follows = rows == nil && cursor.selected >= before - 1
    self.session = session
    isGrowing = !isOver
    if isOver {
      // Another program may have written over what this one has saved.
      if let selected, let note = remarks[selected]?.note { exchange?.note = note }
      remarks = remarks.filter { unsaved.contains($0.key) }
    }
    let isMarkedAnew = isOver || session.hasNewRemarks(since: old)
    if isMarkedAnew { marked = [] }
    findMarks(from: isMarkedAnew ? 0 : before)
    for row in before..<max(before, session.count) where session.isPending(at: row) {
      pending.insert(row)
    }
    for row in pending where !session.isPending(at: row) {
      pending.remove(row)
      kinds.removeValue(forKey: row)
      judging.remove(row)
      if ordered == row { ordered = nil }
    }
    // A response that was held is written again once it is let go.
    if let selected, selected < min(before, session.count),
      session.isAmended(at: selected, since: old)
    {
      kinds.removeValue(forKey: selected)
      ordered = nil
    }
    if follows {
      cursor.shape(count: count, height: cursor.height)
      cursor.select(count - 1)
    }
    return siftGrown(house)
  }

  /// Orders the rows again where there are more than when they were.
  mutating func siftGrown(_ house: House) -> [Effect] {
    guard isGrowing || siftedCount > 0, !isSifting, siftedCount < session.count,
      !filter.isEmpty || sort != .recorded
    else { return [] }
    return sift(house)
  }

  /// How many have no answer yet.
  var openCount: Int { isGrowing ? pending.count : 0 }

  /// Selects the exchange that was asked for, or says that there is none once all is read.
  mutating func seek(_ house: inout House) {
    guard let sought else { return }
    if let row = session.index(ofSequence: sought) {
      cursor.shape(count: count, height: cursor.height)
      cursor.select(row)
    } else if fraction == 1 {
      house.warn("there is no exchange \(sought) in it")
    } else {
      return
    }
    self.sought = nil
  }

  private mutating func findMarks(from row: Int) {
    for row in row..<max(row, session.count)
    where remarks[row]?.isMarked ?? session.isMarked(at: row) {
      marked.insert(row)
    }
  }

  /// Takes the rows a filter and an order leave; the selected one stays selected if it can.
  mutating func show(_ rows: [Int]) {
    let before = selected ?? lost
    isSifting = false
    filterInForce = filter
    self.rows = filter.isEmpty && sort == .recorded ? nil : rows
    cursor.shape(count: count, height: cursor.height)
    let line = before.flatMap { row in self.rows.map { $0.firstIndex(of: row) } ?? row }
    cursor.select(line ?? 0)
    lost = count == 0 ? before : nil
  }

  /// What was asked for cannot be had: the rows that show are those of the filter before.
  mutating func keepRows() {
    isSifting = false
    filter = filterInForce
  }

  // MARK: Marks and notes

  mutating func toggleMark(_ house: inout House) {
    guard let row = selected else { return }
    let isMarked = marked.remove(row) == nil
    if isMarked { marked.insert(row) }
    remarks[row, default: Remark()].isMarked = isMarked
    unsaved.insert(row)
    if capture(house) != nil { house.capture?.remarkCount += 1 }
    cursor.move(by: 1)
  }

  /// The selected exchange; nil while another one is still shown, or none.
  var selectedExchange: Exchange? {
    guard let row = selected, let exchange, exchange.sequence == session.sequence(at: row) else {
      return nil
    }
    return exchange
  }

  /// What is written about the selected exchange; nil while it is not read.
  var selectedNote: String? {
    selectedExchange.map { exchange in
      selected.flatMap { remarks[$0]?.note } ?? exchange.note
    }
  }

  mutating func write(note: String, row: Int) {
    let seen = row == selected ? selectedNote.map { [$0] } : nil
    remarks[row, default: Remark()].known = (remarks[row]?.known ?? []) + (seen ?? [])
    remarks[row]?.note = note
    unsaved.insert(row)
  }

  /// Whether something is written about a row.
  func hasNote(_ row: Int, _ stored: SessionRow) -> Bool {
    remarks[row]?.note.map { !$0.isEmpty } ?? stored.hasNote
  }

  /// Takes what stands in the file now; what was said since is still to be written.
  mutating func take(_ order: SessionRemarks, written: [Int: Remark]) {
    guard path == order.path else { return }
    for (row, remark) in order.remarks where remarks[row] == remark {
      unsaved.remove(row)
      remarks[row] = written[row]
    }
  }

  // MARK: The answer below

  /// Turns to the answers that apps have got, and back to those of the servers.
  mutating func turnAnswers(_ house: inout House) {
    guard let exchange = selectedExchange else { return }
    guard exchange.toApp != nil else {
      house.notify("the recording has one response of it")
      return
    }
    showsToApp.toggle()
    ordered = nil
  }

  /// Takes an exchange that was read, or read again under another lens; `toApp` says which answer.
  mutating func show(_ exchange: Exchange, _ reading: Reading?, row: Int, toApp: Bool) {
    guard row == selected, toApp == showsToApp else { return }
    problem = nil
    self.exchange = exchange
    var new = ExchangeRecord(
      number: row + 1, clock: Self.clock(exchange.startedAt), began: Instant(microseconds: 0))
    // The same record read once more keeps its place in every page.
    let shownAnswer: ExchangeRecord.ShownAnswer? =
      exchange.toApp == nil ? nil : toApp ? .apps : .servers
    if let record, record.number == row + 1, record.shownAnswer == shownAnswer { new = record }
    let result = toApp ? exchange.asApp.result : exchange.result
    if let result {
      new.result = result
      new.reading = reading
      new.summary = AnswerSummary(result, reading?.outcome)
      if let reading {
        let detected = reading.outcome.kind == .ok ? reading.detectedKind : nil
        new.summary?.detectedKind = detected
        // The list says what the server's answer means.
        if shownAnswer != .apps {
          kinds[row] = JudgedRow(kind: reading.outcome.kind, detected: detected)
        }
      }
    }
    if result?.failure?.isCancelled == true {
      new.summary?.failure?.hint = "c sends such a request again"
    }
    (new.altered, new.fromApp) = (exchange.altered, exchange.fromApp)
    new.shownAnswer = shownAnswer
    record = result == nil ? nil : new
    if result == nil {
      problem =
        exchange.result == nil
        ? "the recording ends before the response" : Exchange.responseIsHeld
    }
    item = TargetItem(
      name: exchange.name, method: exchange.request.method.rawValue, path: exchange.request.url,
      isSafe: exchange.request.method.isSafe)
  }

  /// The time of day something was sent, as it was recorded; nobody knows in which zone that was.
  private static func clock(_ startedAt: Int) -> String {
    startedAt > 0
      ? Units.clock(seconds: startedAt / 1_000_000 % 86_400) + " UTC" : "an unknown time"
  }

  mutating func show(problem: String, row: Int) {
    guard row == selected else { return }
    (exchange, record, item, self.problem) = (nil, nil, nil, problem)
  }

  /// The selected row when it is not the one that is shown or ordered.
  mutating func rowToLoad() -> Int? {
    guard let row = selected, ordered != row else { return nil }
    ordered = row
    return row
  }

  // MARK: Judging

  /// Everything is judged anew, under another lens.
  mutating func judgeAgain() {
    lensID += 1
    (kinds, judging, ordered) = ([:], [], nil)
  }

  /// The rows that show and are of no known kind, to be judged; empty when nothing is to be done.
  mutating func rowsToJudge() -> [Int] {
    var wanted: [Int] = []
    for line in cursor.visible {
      guard let row = row(atLine: line), kinds[row] == nil, !judging.contains(row) else { continue }
      wanted.append(row)
    }
    judging.formUnion(wanted)
    return wanted
  }

  /// Takes what was judged; what is no longer looked at is forgotten before there is too much.
  mutating func take(_ judged: [Int: JudgedRow], lensID: Int) {
    guard lensID == self.lensID else { return }
    if kinds.count > 50_000 { kinds = [:] }
    for (row, kind) in judged {
      kinds[row] = kind
      judging.remove(row)
    }
  }

  // MARK: Changes

  /// Takes the session as its file has it by now, with new answers at some rows.
  mutating func take(_ session: Session, updated: [Int: Exchange]) {
    self.session = session
    for (row, exchange) in updated {
      kinds.removeValue(forKey: row)
      judging.remove(row)
      guard let fired = changes[exchange.sequence] else { continue }
      kept.insert(exchange.sequence)
      changes[exchange.sequence] = LiveReplay.Row(
        recorded: exchange, answered: fired.answered, change: Change(.same))
    }
    // What shows of the old answer goes: the pages of another one are made anew.
    if let row = selected, updated[row] != nil { (self.exchange, record, item) = (nil, nil, nil) }
    ordered = nil
  }

  mutating func take(_ row: LiveReplay.Row) {
    earlier = nil
    changes[row.recorded.sequence] = row
    while let place = rowOnItsWay,
      change(atRow: place) != nil || session.row(at: place).problem != nil
    {
      turn += 1
    }
  }

  /// Takes what changes are under another pipeline.
  mutating func take(_ compared: [Int: Change]) {
    for (sequence, change) in compared { changes[sequence]?.change = change }
  }

  /// The row that is on its way just now.
  var rowOnItsWay: Int? {
    guard let rows = replaying, turn < rows.count else { return nil }
    return rows[turn]
  }

  /// Rows are about to be fired: what had become of them stands by, that of other rows stays.
  mutating func putChangesBy(of rows: [Int]) {
    earlier = earlier ?? (changes, kept)
    for row in rows {
      let number = session.sequence(at: row)
      changes[number] = nil
      kept.remove(number)
    }
  }

  /// Something is fired now, with what is forgiven: what was before is over.
  mutating func startReplay(_ rules: Rules, name: String?) {
    earlier = nil
    self.rules = (rules, name)
  }

  /// All have had their turn; where nothing was fired, what was before is what there is.
  mutating func endReplay() {
    replaying = nil
    if let earlier { (changes, kept) = earlier }
    earlier = nil
  }

  /// The change of the exchange at a row.
  func change(atRow row: Int) -> LiveReplay.Row? { changes[session.sequence(at: row)] }

  /// Whether the selected exchange was fired again.
  var hasChange: Bool { selected.flatMap { change(atRow: $0) } != nil }

  /// Whether any of what was fired again has changed.
  var hasChanged: Bool { changes.values.contains { $0.change.isChange } }

  /// The line of the next exchange that has changed, or the one before.
  func nextChange(forward: Bool) -> Int? {
    let after = cursor.selected + 1
    let (first, last, step) =
      forward ? (after, max(count, after), 1) : (min(cursor.selected, count) - 1, -1, -1)
    return stride(from: first, to: last, by: step).first { line in
      row(atLine: line).flatMap { change(atRow: $0) }?.change.isChange == true
    }
  }

  /// How many of each there are, the worst first.
  var tally: [(kind: Change.Kind, count: Int)] {
    var counts: [String: (kind: Change.Kind, count: Int)] = [:]
    for row in changes.values {
      counts[row.change.kind.word, default: (row.change.kind, 0)].count += 1
    }
    let order = [
      "failed", "status", "envelope", "body", "headers", "slower", "unmatched", "redacted", "noise",
      "same", "skipped",
    ]
    return order.compactMap { counts[$0] }
  }
}
