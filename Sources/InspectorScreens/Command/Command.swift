/// Everything a person can ask for; a key only ever means one of these.
package enum Command: String, CaseIterable, Sendable, Hashable {
  // Moving
  case moveDown, moveUp, goToStart, goToEnd, halfPageDown, halfPageUp, pageDown, pageUp
  case nextPane, previousPane, zoom, narrower, wider, showTab
  // Requests
  case fire, fireAgain, mark, fireAll, cancel, cancelAll, filter, fold, unfold
  // Request files
  case edit, environment, variables, set, unset, changeVariable
  case cookies, deleteCookie, clearCookies
  // Answers
  case openAnswer, previousAnswer, nextAnswer, toggleWrap, scrollLeft, scrollRight
  case search, nextMatch, previousMatch, layOut, turnEnvelope
  // The tree
  case foldValue, unfoldValue, foldSubtree, unfoldSubtree, deeper, shallower
  case nextSibling, previousSibling, goToPath, showString, showMatchesOnly, expect
  // Pages of the answer
  case sortHeaders, choosePath
  // How answers are read
  case nextStatusFilter, chooseMapping, chooseProfile, keepProfile, choose, resetPipeline
  // Making a profile
  case editProfile, takeCode, takeMessage, takeData, turnCode, editSuccess, editSession
  case changeRule, changeMissing, saveProfile
  // What leaves the program
  case copy, copyExact, copyLine, copyValue, copyKey, copyPath, copyCurl, copyHeaders, copySwift,
    copyReport, copyRequest, copyExchange
  case copyBody, write, pipe
  // Comparing
  case diff, nextChange, previousChange, olderAnswer, newerAnswer
  // Requests before they are sent
  case preview, firePreviewed, compose, openDraft, discard, sort
  case sendForm, previewForm, editForm, startOver, toggleHeader, nextField, previousField, lineDown,
    lineUp
  case goToBody, goToURL, newLine, undo
  case keep, keepForm, writeKept, renameKept
  // Recordings
  case alter, appsAnswer, hold, release, editHeld, editRules, pause, template
  case save, openSession, replay, answerFrom, note, replayBase, rules, update, forgive
  // The program
  case messages, jump, theme, guide
  case command, help, close, back, quit, interrupt, redraw, suspend, toggleMouse
  // A question in the bottom line
  case confirm, decline
  // Typing
  case accept, cursorLeft, cursorRight, cursorToStart, cursorToEnd
  case complete, completeBackward, recallOlder, recallNewer
  case deleteBackward, deleteForward, deleteWord, deleteToStart, deleteToEnd

  /// As it is written in a configuration or typed as a command: `move-down`.
  package var name: String { Command.names[self] ?? rawValue }

  private static let names = Dictionary(
    uniqueKeysWithValues: allCases.map { command in
      var (name, wasUpper) = ([UInt8](), true)
      for byte in command.rawValue.utf8 {
        let isUpper = byte & 0x20 == 0
        if isUpper, !wasUpper { name.append(UInt8(ascii: "-")) }
        name.append(byte | 0x20)
        wasUpper = isUpper
      }
      return (command, String(decoding: name, as: UTF8.self))
    })
}

/// Where a command can be asked for.
package enum Scope: String, CaseIterable, Sendable, Hashable {
  /// In every pane of the main screen.
  case main = "Main screen"
  case targets = "Targets"
  case history = "History"
  case answer = "Answer"
  /// In the tree of the JSON tab, before the keys of the answer.
  case tree = "JSON tree"
  /// On the screen that compares two answers.
  case diff = "Differences"
  /// In the headers, before the keys of the answer.
  case headers = "Headers"
  /// In the String tab, before the keys of the answer.
  case string = "String"
  /// On the screen of a recording.
  case session = "Session"
  case exchanges = "The session's list"
  /// On every screen, unless something is typed.
  case everywhere = "Everywhere"
  /// Even while something is typed.
  case always = "Always"
  /// On the page of help.
  case help = "Help"
  /// While a question stands in the bottom line; every other key goes on working.
  case question = "A question"
  /// While a small list is open to choose from.
  case choice = "Choosing"
  /// After a key that copies: the next one says what.
  case copying = "Copying"
  /// While a profile is made of an answer.
  case profile = "Editing a profile"
  /// While the variables of a request are shown.
  case variables = "Variables"
  /// While the cookies that are kept are shown.
  case cookies = "Cookies"
  /// While the screen shows what will be sent.
  case preview = "What will be sent"
  /// While the screen shows what would be written into a file of requests.
  case keeping = "What will be kept"
  /// While a request is typed.
  case form = "A new request"
  /// In the body of a request that is typed, before the keys of the form.
  case formBody = "The body of a new request"
  /// While a header line is typed that Tab can complete, before the keys of the form.
  case completing = "A header that is typed"
  /// While something is typed.
  case prompt = "Typing"

  /// The heading over its commands.
  package var title: String { rawValue }
}
