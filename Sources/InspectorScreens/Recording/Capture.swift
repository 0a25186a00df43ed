import NetRecordings

/// What the program listens to for an app, and passes on to its server.
package struct Capture: Sendable, Hashable {
  /// The journal it is kept in: a session that grows.
  package let journal: String
  /// The base URL the app is given.
  package let address: String
  /// Where it is passed on.
  package let behind: String

  /// The session it becomes when it ends; nil where nobody has given a name.
  let session: String?
  /// How many exchanges are in a saved recording.
  private(set) var saved = SavedCount()
  /// The number of changed marks and notes.
  var remarkCount = 0
  private var savedRemarks = SavedCount()
  /// The part of the recording that is not on the disk, as last said.
  var shortfall = Shortfall()
  /// How many lines of rules are gone at its end, for they stand beside no session.
  var unsavedRules: Int {
    get { keepsRules ? 0 : newRules }
    set { newRules = newValue }
  }

  /// How many lines stand in the file since a session was made.
  private var newRules = 0
  /// A person has named the file, or the session it belongs to.
  package let keepsRules: Bool
  /// What passes is kept no more.
  var isPaused = false
  /// How many lines of rules alter what passes.
  var ruleCount = 0
  /// What waits until somebody lets it go, by the numbers of the exchanges.
  var held: [Int: Alteration.Side] = [:]
  /// The one that has waited longest.
  var firstHeld: [Int] { held.keys.min().map { [$0] } ?? [] }

  package init(
    journal: String, address: String, behind: String, ruleCount: Int = 0, session: String? = nil,
    keepsRules: Bool = false
  ) {
    (self.journal, self.address, self.behind) = (journal, address, behind)
    (self.ruleCount, self.session) = (ruleCount, session)
    self.keepsRules = keepsRules || session != nil
  }

  /// How many of so many exchanges stand in no session and will not.
  func unsavedCount(of count: Int) -> Int {
    session != nil ? 0 : max(0, count - (saved.count ?? 0))
  }

  /// Whether marks or notes were changed after the last save.
  var hasUnsavedRemarks: Bool {
    session == nil && saved.count != nil && remarkCount > (savedRemarks.count ?? 0)
  }

  mutating func beginSave(_ responses: Int) {
    saved.begin(responses)
    savedRemarks.begin(remarkCount)
  }

  mutating func endSave(isSaved: Bool) {
    saved.end(isSaved: isSaved)
    savedRemarks.end(isSaved: isSaved)
  }

  /// A URL as the app says it, below its base URL; all of it where it is another server's.
  func path(of url: String) -> String {
    guard url.utf8.starts(with: behind.utf8) else { return url }
    let rest = url.utf8.dropFirst(behind.utf8.count)
    guard let first = rest.first else { return "/" }
    return first == 0x2f || first == 0x3f ? String(Substring(rest)) : url
  }
}

/// How many exchanges a saved recording has with their responses.
///
/// The response to a request that runs during the save is not in the file.
struct SavedCount: Sendable, Hashable {
  /// nil before the first save.
  private(set) var count: Int?
  private var ordered: Int?

  /// A save begins with so many responses.
  mutating func begin(_ responses: Int) { ordered = responses }

  mutating func end(isSaved: Bool) {
    if isSaved, let ordered { count = ordered }
    ordered = nil
  }
}
