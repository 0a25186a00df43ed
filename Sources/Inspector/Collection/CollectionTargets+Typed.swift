import InspectorScreens
import NetEngine
import RequestFiles

/// Requests that were typed on the screen: their variables and paths mean what they mean to the
/// request they were typed beside.
extension CollectionTargets {
  /// A typed request, and the key of the one it was typed beside.
  struct Typed {
    var request: ComposedRequest
    var neighbour: String?
  }

  /// Adds a request that is in no file; answers its number.
  ///
  /// One that could not be sent is not added.
  func add(
    _ request: ComposedRequest, beside place: Int?
  ) throws(RequestFileProblem) -> Int {
    let number = numbers.count
    let typed = Typed(request: request, neighbour: place.flatMap { entries[$0]?.key })
    let entry = try self.entry(beside: typed, number)
    do throws(RequestFileProblem) {
      _ = try collection.target(entry, in: context(of: typed))
    } catch {
      // What only waits for another one's answer is fired after that.
      guard case .noAnswer = error.reason else { throw error }
    }
    numbers[entry.key] = number
    self.typed[number] = typed
    items.append(TargetItem(name: "", method: "", path: "", isSafe: true))
    relist()
    return number
  }

  /// What would be sent for a typed request, which is added nowhere.
  package func target(
    of request: ComposedRequest, beside place: Int?, namingMadeValues: Bool = false
  ) -> Result<RequestFileTarget, RequestFileProblem> {
    let typed = Typed(request: request, neighbour: place.flatMap { entries[$0]?.key })
    return Result { () throws(RequestFileProblem) in
      try collection.target(
        try entry(beside: typed, -1), in: context(of: typed, namingMadeValues: namingMadeValues))
    }
  }

  /// What its variables are found in: also values that were sent before.
  func context(of typed: Typed?, namingMadeValues: Bool = false) -> RequestContext {
    var context = context
    context.namesMadeValues = namingMadeValues
    context.held = typed?.request.secrets ?? [:]
    return context
  }

  private func entry(
    beside typed: Typed, _ number: Int
  ) throws(RequestFileProblem) -> RequestCollection.Entry {
    guard let entry = entry(of: typed, number) else {
      throw RequestFileProblem(
        FilePlace(title), .file(title, why: "there is no request in it to stand beside"))
    }
    return entry
  }

  /// Takes a typed request out of the list; its answers stay in the history.
  func discard(_ number: Int) {
    guard typed.removeValue(forKey: number) != nil else { return }
    relist()
  }

  /// Puts the typed requests behind those of the files; answers their numbers.
  func listTyped(base: String) -> [Int] {
    typed.keys.sorted().filter { number in
      guard let typed = typed[number], let entry = entry(of: typed, number) else { return false }
      entries[number] = entry
      var item = item(of: entry)
      item.isInFile = false
      item.key = typed.request.origin.key
      item.source = typed.request.url
      item.origin = nil
      items[number] = item
      setPath(of: number, below: base)
      items[number].needs = needs(of: entry)
      return true
    }
  }

  private func entry(of typed: Typed, _ number: Int) -> RequestCollection.Entry? {
    let neighbour = typed.neighbour.flatMap { key in
      entries.values.first { $0.key == key } ?? collection.entries.first { $0.key == key }
    }
    var request = typed.request.written
    request.target = written(request.target, beside: neighbour)
    // No entry of a file has such a key.
    return collection.entry(
      typed: request, key: "\u{0}\(number)", beside: neighbour, named: typed.request.origin.name)
  }

  /// A path stands where the request beside it stands, whatever environment is chosen.
  private func written(_ url: String, beside neighbour: RequestCollection.Entry?) -> String {
    let slash = UInt8(ascii: "/")
    guard url.utf8.first == slash, let other = neighbour ?? collection.entries.first else {
      return url
    }
    let source = other.request.target.source
    guard source.utf8.first == slash else { return source.urlOrigin + url }
    let hasHost = other.request.headers.contains { $0.name.source.lowercased() == "host" }
    return hasHost ? collection.url(of: other, in: context).urlOrigin + url : url
  }
}
