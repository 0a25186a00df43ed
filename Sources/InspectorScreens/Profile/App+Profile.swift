import NetEngine
import RequestFiles

/// Making a profile: nothing is sent, nothing counts before it is kept.
extension App {
  // MARK: Opening

  /// Opens the shown answer, with the profile that reads it, or the likeliest one.
  mutating func editProfile() -> [Effect] {
    guard let record = viewedRecord, let item = shown.viewedItem, let result = record.result,
      let response = record.response
    else {
      let next = shown.isRecorded ? "" : ": send the request first"
      return house.notify("there is no response to pick keys in\(next)")
    }
    guard let document = record.reading?.document, record.reading?.parts == nil,
      document.json.kind == .object || document.json.kind == .array
    else { return house.warn("the keys are picked in a JSON document, and this body is none") }
    let samples = profileSamples(record, document, response)
    let pipeline = record.reading?.pipeline ?? Pipeline()
    let (draft, origin, start) = draftProfile(for: record, pipeline, samples)
    var editor = ProfileEditor(
      item: item, result: result, pipeline: pipeline, samples: samples, draft: draft,
      origin: origin, start: start, document: document, size: Size(width: 40, height: 10))
    // Who stands on a value of the tree already means that one.
    if let value = answer.currentValue, isInAnswer, value.node != document.root {
      editor.tree.setCursor(JSONPlace(part: 0, node: value.node))
    }
    above.append(editor)
    house.notice = nil
    return []
  }

  /// The shown answer, then the newest ones of the same backend; of a recording it is alone.
  func profileSamples(
    _ record: ExchangeRecord, _ document: JSONDocument, _ response: Response
  ) -> [ProfileEditor.Sample] {
    var samples = [ProfileEditor.Sample(document: document, status: response.statusCode)]
    guard !shown.isRecorded, let base = shown.item?.basePlace else { return samples }
    for number in house.history.heldNumbers where number != record.number {
      guard samples.count < ProfileEditor.sampleLimit else { break }
      guard let other = house.history[number], house.items[other.target].basePlace == base,
        let response = other.response, let document = other.reading?.document,
        document.error == nil, document.json.kind == .object
      else { continue }
      samples.append(ProfileEditor.Sample(document: document, status: response.statusCode))
    }
    return samples
  }

  private func draftProfile(
    for record: ExchangeRecord, _ pipeline: Pipeline, _ samples: [ProfileEditor.Sample]
  ) -> (EnvelopeProfile, origin: EnvelopeProfile?, start: String) {
    if let current = pipeline.profile {
      let known = house.profiles.first { $0 == current }
      return (current, known, known == nil ? "from \(current.name)" : "")
    }
    let heads = samples.map { EnvelopeSample($0.document.json, statusCode: $0.status) }
    let detected = record.reading?.detected ?? EnvelopeDetector.detect(heads)
    if let detected { return (detected.profile, nil, "from the detected one") }
    return (EnvelopeProfile(name: "", statusCodeKey: ""), nil, "nothing detected")
  }

  /// What a key in the name's prompt led to.
  func note(ofProfileName text: String) -> Prompt.Note {
    guard !text.isEmpty else { return .hint("a name, as p will list it") }
    if let offset = text.utf8.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
      return .mistake(
        offset: text.utf8.distance(from: text.startIndex, to: offset), "a name is one line")
    }
    if house.profiles.contains(where: { $0.name == text }) {
      return .words("changes \(text) in inspector.json")
    }
    return .words("kept as \(text) in inspector.json")
  }

  static func note(ofCodes text: String) -> Prompt.Note {
    let codes = ProfileEditor.list(text)
    guard !codes.isEmpty else { return .hint("codes between commas: 0, 200, ok") }
    return .words(codes.map { "'\($0.shortened(to: 20))'" }.joined(separator: " or "))
  }

  // MARK: Keeping

  /// Puts the draft in force under a name, and orders it to be written.
  mutating func saveProfile(as name: String) -> [Effect] {
    guard let editor = above[ProfileEditor.self], !name.isEmpty else { return [] }
    var profile = editor.draft
    profile.name = name
    let item = editor.item
    let isItsOwn = item.pipeline.profile != nil || editor.hasOwnProfile
    var lens = house.lens
    if let old = house.profiles.first(where: { $0.name == name }) {
      lens.replace(old, with: profile)
    }
    house.know(profile)
    var places: [String] = []
    if isItsOwn {
      lens.profile = .chosen(profile)
    } else {
      // Answers without a profile of their own are read by it in the next run as well.
      lens.profile = .own
      lens.kept[item.basePlace] = profile
      if lens.kept[item.place] != nil { lens.kept[item.place] = profile }
      places = [item.basePlace]
    }
    above.removeAll { $0 is ProfileEditor }
    let reach = isItsOwn ? "reads all responses now" : "reads the responses of \(item.basePlace)"
    house.notify("\(name) \(reach)")
    let change = ConfigurationChange(profile: profile, places: places, words: "\(name) \(reach)")
    return [.configure(change)] + look(through: lens)
  }
}

extension Shown {
  /// The request whose response is shown, with the URL and the host that the response is from.
  var viewedItem: TargetItem? {
    guard var item else { return nil }
    if !isRecorded {
      let url = item.sentURL(of: record?.response)
      guard !url.urlPlace.utf8.starts(with: item.place.utf8) else { return item }
      item.url = url
    }
    item.base = item.url.urlOrigin
    return item
  }

  /// Whether the shown answer is read by a profile that is kept for its request, and none for the
  /// others of its backend.
  func hasKeptForOne(_ lens: Lens) -> Bool {
    guard !lens.kept.isEmpty, lens.profile == .own, let item = viewedItem,
      let profile = record?.reading?.pipeline.profile
    else { return false }
    return lens.kept[item.place] == profile && lens.kept[item.basePlace] == nil
  }
}
