import NetEngine

/// What another way to read does to the answers that are held, until a message has told it.
struct Judging: Sendable {
  /// What was chosen, and the way back.
  let words: (choice: String, back: String)
  /// The numbers of the answers that stand under another pipeline now.
  let numbers: [Int]
  /// Those of them whose reading is still to come.
  var awaited: Set<Int>
}

/// Judging everything that is held again, and saying what came of it.
extension App {
  /// Looks through another lens, and says how many answers that judges again and how many fail.
  mutating func judge(_ change: (inout Lens) -> Void) -> [Effect] {
    let old = house.lens
    var lens = old
    change(&lens)
    guard lens != old else {
      return house.notify("responses are read like that already: nothing to judge again")
    }
    let words = (choice: lens.words(over: old), back: lens.wayBack(to: old))
    let judged = house.history.heldNumbers.filter { number in
      guard let record = house.history[number], record.response?.isComplete == true else {
        return false
      }
      let wanted = house.pipeline(of: record, through: lens)
      return record.reading?.pipeline != wanted
    }
    let effects = look(through: lens)
    if let session {
      let count = Units.count(session.count, "response")
      house.notify("\(words.choice): \(count) judged again\(words.back)")
      return effects
    }
    let awaited = judged.filter { number in
      house.history[number].map { $0.reading?.pipeline != house.pipeline(of: $0) } ?? false
    }
    judging = Judging(words: words, numbers: judged, awaited: Set(awaited))
    tellJudging()
    return effects
  }

  /// Every answer is read again as its request and the configuration say.
  mutating func resetPipeline() -> [Effect] {
    judge { ($0.filter, $0.mapping, $0.profile) = (nil, nil, .own) }
  }

  /// An awaited reading has come; the message it belongs to may be gone by now.
  mutating func finishJudging(_ number: Int) {
    guard judging?.awaited.contains(number) == true else { return }
    guard let text = judging?.text(in: house.history), house.notice?.text == text else {
      judging = nil
      return
    }
    judging?.awaited.remove(number)
    tellJudging()
  }

  private mutating func tellJudging() {
    guard let text = judging?.text(in: house.history) else { return }
    house.notify(text)
    if judging?.awaited.isEmpty == true { judging = nil }
  }
}

extension Judging {
  /// The counts as far as they are known: no number of failures before the last reading.
  func text(in history: History) -> String {
    let count = Units.count(numbers.count, "response")
    let failed = numbers.count { history[$0]?.summary?.isGood == false }
    let result =
      switch (numbers.count, awaited.isEmpty, failed) {
      case (0, _, _): "no response is read otherwise by it"
      case (1, false, _): "\(count) is being judged again"
      case (_, false, _): "\(count) are being judged again"
      case (_, true, 0): "\(count) judged again, none fails"
      case (_, true, 1): "\(count) judged again, 1 fails"
      case (_, true, _): "\(count) judged again, \(failed) fail"
      }
    return "\(words.choice): \(result)\(words.back)"
  }
}

extension Lens {
  /// What of it was chosen in place of another one's.
  fileprivate func words(over old: Lens) -> String {
    if isClear { return "as configured" }
    if filter != old.filter { return Lens.words(filter) }
    if mapping != old.mapping {
      return mapping.map { "mapping \($0.text)" } ?? "each request's own mapping"
    }
    switch profile {
    case .own: return "each request's own profile"
    case .none: return "no profile"
    case .chosen(let profile): return "profile \(profile.name.shortened(to: 24))"
    }
  }

  private static func words(_ filter: StatusFilter?) -> String {
    switch filter {
    case StatusFilter.none?: "every status passes"
    case let filter?: "statuses in \(filter.text) pass"
    case nil: "the statuses pass that the requests name themselves"
    }
  }

  /// What stood before where that was chosen as well, else the key that goes back to it.
  fileprivate func wayBack(to old: Lens) -> String {
    let earlier: String? =
      if filter != old.filter {
        old.filter?.text
      } else if mapping != old.mapping {
        old.mapping?.text
      } else {
        switch old.profile {
        case .own: nil
        case .none: "no profile"
        case .chosen(let profile): profile.name.shortened(to: 24)
        }
      }
    if let earlier { return isClear ? "" : "; was \(earlier)" }
    return isClear ? "" : "; u goes back"
  }
}
