import NetEngine
import RequestFiles

/// The keys that change how answers are read.
extension App {
  // MARK: The status filter

  /// 2xx → 2xx+3xx → none → a range that is typed; what the target says itself comes after that.
  mutating func nextStatusFilter() -> [Effect] {
    var lens = house.lens
    switch lens.filter ?? currentPipeline.filter {
    case .successful: lens.filter = .successfulAndRedirect
    case .successfulAndRedirect: lens.filter = StatusFilter.none
    case .none where lens.filter != nil: return open(Prompt(.statusRange))
    default: lens.filter = lens.filter == nil ? .successful : nil
    }
    return judge { $0 = lens }
  }

  /// Takes a typed range; nothing typed leaves it to the targets again.
  mutating func takeStatusRange(_ text: String) -> [Effect] {
    judge { $0.filter = text.isEmpty ? nil : StatusFilter(text) ?? $0.filter }
  }

  static func note(ofRange text: String) -> Prompt.Note {
    if text.isEmpty { return .hint("2xx, 200-299,304 or none; nothing: what the targets say") }
    guard let filter = StatusFilter(text) else {
      return .mistake(offset: 0, "not a range: write 2xx, 200-299,304 or none")
    }
    return .words("statuses in \(filter.text) pass")
  }

  /// What stands at a path that is being typed.
  func note(ofPath text: String) -> Prompt.Note {
    guard let document = pathDocument else {
      return .hint("the body is not JSON: a path leads nowhere in it")
    }
    if text.isEmpty {
      return .hint("data.items.0.name, data>items>0, /data/items/0; Tab completes")
    }
    let json = document.json[path: JSONPath(text)]
    guard json.exists else { return .hint(json.error.map { "\($0)" } ?? "nothing there") }
    return .words(json.glance)
  }

  // MARK: Choosing from a list

  mutating func chooseProfile() {
    let choices = profileChoices
    let inForce = [choices.first { $0.choice == .own }?.profile, currentPipeline.profile]
    var rows = choices.map { choice in
      let outcome = viewedRecord.flatMap { verdict(of: $0, under: choice.profile, inForce) }
      return Chooser.Row(
        text: choice.text, note: outcome?.words ?? "", style: outcome?.style ?? Style(.faint),
        profile: choice.choice, isCurrent: choice.choice == house.lens.profile)
    }
    if viewedRecord?.reading?.document != nil {
      rows.append(Chooser.Row(text: "edit …", note: "pick its keys in this response"))
    }
    var chooser = Chooser(.profile, title: "Profile", rows: rows)
    // As long as nobody has chosen anything, what was detected is what one is here for.
    if house.lens.profile == .own, choices[0].choice != .own { chooser.cursor.select(0) }
    answer.chooser = chooser
  }

  /// What can be chosen: the detected one, the target's own, none, the configured ones, the library's.
  private var profileChoices:
    [(text: String, choice: Lens.ProfileChoice, profile: EnvelopeProfile?)]
  {
    let record = viewedRecord
    let isStored = shown.isRecorded || record?.isRecalled == true
    let own =
      isStored
      ? house.lens.ownProfile(ofStored: record?.response)
      : shown.item.flatMap { house.lens.ownProfile(of: $0, response: record?.response) }
    let whose = isStored ? "as recorded" : "the target's own"
    var choices: [(text: String, choice: Lens.ProfileChoice, profile: EnvelopeProfile?)] = []
    if let detected = record?.reading?.detected?.profile {
      choices.append(("detected: \(detected.name)", .chosen(detected), detected))
    }
    choices += [("\(whose): \(own?.name ?? "none")", .own, own), ("none", .none, nil)]
    // One of a person's own takes the place of the library's of the same name.
    for profile in house.profiles + EnvelopeProfile.readyMade
    where !choices.contains(where: { $0.choice == .chosen(profile) || $0.text == profile.name }) {
      choices.append((profile.name, .chosen(profile), profile))
    }
    return choices
  }

  /// What the shown answer would be; nothing is parsed for it.
  private func verdict(
    of record: ExchangeRecord, under profile: EnvelopeProfile?, _ inForce: [EnvelopeProfile?]
  ) -> (words: String, style: Style)? {
    guard let profile, let response = record.response, let document = record.reading?.document
    else { return nil }
    let envelope = Envelope(document.json, profile: profile, statusCode: response.statusCode)
    // Those in force are taken at their word; the others are only proposed.
    if !inForce.contains(profile), !envelope.fits(document.json) {
      return ("– does not fit", Style(.faint))
    }
    switch envelope.verdict {
    case .bare: return nil
    case .success: return ("✓ success", Style(.ok))
    case .business: return ("✗ business", Style(.business))
    case .invalidSession: return ("✗ session", Style(.business))
    case .malformed: return ("– does not fit", Style(.faint))
    }
  }

  mutating func chooseMapping() {
    let rows = App.mappings.map { mapping in
      Chooser.Row(
        text: mapping?.text ?? "the target's own", note: App.words(mapping),
        isCurrent: mapping == house.lens.mapping)
    }
    answer.chooser = Chooser(.mapping, title: "Mapping", rows: rows)
  }

  private static let mappings: [Pipeline.Mapping?] = [
    nil, .auto, .json, .string, .image, .some(.none),
  ]

  private static func words(_ mapping: Pipeline.Mapping?) -> String {
    switch mapping {
    case .auto?: "what the body is"
    case .json?: "must be JSON"
    case .string?, .stringAt?: "must be text"
    case .image?: "must be an image"
    case .object?: "must hold this"
    case Pipeline.Mapping.none?: "not looked at"
    case nil: ""
    }
  }

  mutating func choose() -> [Effect] {
    guard let chooser = answer.chooser else { return [] }
    answer.chooser = nil
    let row = chooser.cursor.selected
    switch chooser.subject {
    case .profile:
      // What the row says: the answer behind the list may be another one by now.
      guard chooser.rows.indices.contains(row), let choice = chooser.rows[row].profile else {
        return editProfile()
      }
      return judge { $0.profile = choice }
    case .mapping:
      guard App.mappings.indices.contains(row) else { return [] }
      return judge { $0.mapping = App.mappings[row] }
    case .environment:
      guard house.environments.indices.contains(row) else { return [] }
      return chooseEnvironment(house.environments[row])
    }
  }

  // MARK: By name

  mutating func filterStatus(typed text: String) -> [Effect] {
    guard let filter = StatusFilter(text) else {
      return house.warn("'\(text.shortened)' is no range: write 2xx, 200-299,304 or none")
    }
    return judge { $0.filter = filter }
  }

  mutating func chooseMapping(typed text: String) -> [Effect] {
    guard let mapping = Pipeline.Mapping(text) else {
      return house.warn(
        "'\(text.shortened)' is no mapping: auto, json, string, string(path), object(path), image"
      )
    }
    return judge { $0.mapping = mapping }
  }

  mutating func chooseProfile(typed text: String) -> [Effect] {
    guard let choice = profile(named: text) else {
      let names = (house.profiles + EnvelopeProfile.readyMade).map(\.name)
      let near = NearestWord.question(text, in: names).map { "; " + $0 } ?? ""
      return house.warn("there is no profile '\(text.shortened)'\(near)")
    }
    return judge { $0.profile = choice }
  }

  private func profile(named name: String) -> Lens.ProfileChoice? {
    if name == "none" { return Lens.ProfileChoice.none }
    let own = house.items.lazy.compactMap(\.pipeline.profile)
    let known = house.profiles.first { $0.name == name } ?? EnvelopeProfile.named(name)
    return (known ?? Array(own).named(name)).map { .chosen($0) }
  }

  // MARK: What was detected

  /// Keeps the detected profile for this request, and when asked again for its whole backend.
  mutating func keepProfile() -> [Effect] {
    guard let record = viewedRecord, let item = shown.viewedItem else {
      let next = shown.isRecorded ? "" : ": send the request first"
      return house.notify("there is no response to detect a profile in\(next)")
    }
    if let kept = house.lens.kept[item.place], house.lens.profile == .own {
      guard house.lens.kept[item.basePlace] != kept else {
        return house.notify("\(kept.name) is kept for \(item.basePlace) already")
      }
      return keep(
        kept, at: item.basePlace,
        "\(kept.name) reads every response of \(item.basePlace) without a profile")
    }
    guard var detected = record.reading?.detected?.profile else {
      return house.warn(noDetection(record, item))
    }
    detected.invalidSessionValues = EnvelopeDetector.sessionCodes(
      of: detected, in: envelopeSamples(record))
    let profile = house.named(detected)
    return keep(
      profile, at: item.place,
      "\(profile.name) kept for this request\(Self.sessionWords(profile));"
        + " P again: all of \(item.basePlace)")
  }

  /// The first code that means an ended session, and how many more there are.
  private static func sessionWords(_ profile: EnvelopeProfile) -> String {
    let codes = profile.invalidSessionValues
    guard let first = codes.first else { return "" }
    let more = codes.count > 1 ? " +\(codes.count - 1)" : ""
    return " (log in again: \(first.shortened(to: 20))\(more))"
  }

  private func envelopeSamples(_ record: ExchangeRecord) -> [EnvelopeSample] {
    guard let document = record.reading?.document, let response = record.response else { return [] }
    return profileSamples(record, document, response).map {
      EnvelopeSample($0.document.json, statusCode: $0.status)
    }
  }

  private mutating func keep(
    _ profile: EnvelopeProfile, at place: String, _ words: String
  ) -> [Effect] {
    var lens = house.lens
    lens.kept[place] = profile
    lens.profile = .own
    house.know(profile)
    house.notify(words)
    let change = ConfigurationChange(profile: profile, places: [place], words: words)
    return [.configure(change)] + look(through: lens)
  }

  /// What became of it in the file; what was kept counts in any case as long as the program runs.
  mutating func take(_ event: ConfigurationEvent) {
    switch event {
    case .kept(let change, let file): house.notify("\(change.words) · in \(file)", .ok)
    case .failed(let text): house.warn("not kept in a file: \(text); it counts until you quit")
    }
  }

  private func noDetection(_ record: ExchangeRecord, _ item: TargetItem) -> String {
    if item.readsNoEnvelope {
      return "this request says '# @profile none': take that line out of its file first"
    }
    if let profile = record.reading?.pipeline.profile {
      return "this response is read by \(profile.name) already: p chooses another profile"
    }
    if record.response?.readsNoEnvelope == true {
      return "this response was asked for with '# @profile none': send it again"
    }
    return "no envelope was detected in this response: p chooses a profile"
  }
}
