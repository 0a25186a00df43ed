/// What is left to look through, as a value that any thread may work on; the text is not copied.
package struct SearchJob: Sendable {
  /// Counted up: what comes of an older job is dropped.
  package let id: Int
  let needle: Needle
  let text: TextDocument
  /// The next place to find, before anything is counted; nil where the count will come to it.
  var hunt: TextSearch?
  /// How far it was counted before.
  var scan: SearchScan

  /// Tells of each piece as soon as it is looked through; between two it may be told to stop.
  package func run(unless isCancelled: () -> Bool = { false }, tell: (SearchFinding) -> Void) {
    var job = self
    while job.hunt?.isSearching == true {
      if isCancelled() { return }
      job.hunt?.step(in: text, budget: needle.slice)
    }
    if let hunt = job.hunt { tell(SearchFinding(id: id, news: .hunted(hunt))) }
    while !job.scan.isWhole {
      if isCancelled() { return }
      let piece = job.scan.step(needle, in: text, budget: needle.slice)
      tell(SearchFinding(id: id, news: .counted(piece)))
    }
    tell(SearchFinding(id: id, news: .done))
  }
}

/// What a search beside the loop has to say.
package struct SearchFinding: Sendable {
  package let id: Int
  package let news: News

  package enum News: Sendable {
    /// The next place was found, or is known not to be there.
    case hunted(TextSearch)
    /// The next piece of the count.
    case counted(SearchScan.Piece)
    case done
  }

  /// Whether nothing more comes of the job.
  package var isLast: Bool {
    if case .done = news { true } else { false }
  }
}
