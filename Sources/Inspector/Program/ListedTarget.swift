import InspectorScreens
import NetEngine

/// A target with the place it has in the list.
package nonisolated struct ListedTarget: Sendable {
  package let target: any TargetType
  let words: TargetWords
  /// The heading it stands under; empty for none.
  package let group: String
  /// How its answers are read.
  package let pipeline: Pipeline
  /// It is not fired along with others.
  var takesLong = false
  /// Its key in the history of other runs; nil uses heading, method and name.
  var key: String?

  /// Takes a target; it is read by the default pipeline with its own profile unless one is given.
  package init(_ target: some TargetType, group: String = "", pipeline: Pipeline? = nil) {
    self.target = target
    words = target.words
    self.group = group
    self.pipeline = pipeline ?? Pipeline(profile: words.envelope)
  }

  /// What the screens show of it.
  package var item: TargetItem {
    var item = TargetItem(
      name: words.name, group: group, method: words.method.rawValue,
      path: words.path.isEmpty ? words.baseURL : words.path,
      url: URLText.join(base: words.baseURL, path: words.path), isSafe: words.method.isSafe,
      pipeline: pipeline, base: words.baseURL)
    item.takesLong = takesLong
    item.key = key
    item.readsNoEnvelope = words.readsNoEnvelope
    item.isViewed = target is ViewedFile
    if !item.isViewed, !(target is ComposedTarget) {
      let target = target
      item.origin = .own(OwnRequest { try? Endpoint(target).build() })
    }
    // Its URL says it all: what it shares with others is the front of that.
    if target is ComposedTarget { item.base = item.url.urlOrigin }
    return item
  }

  /// The same in a list whose requests share a base: one that was typed shows what follows it.
  func item(below base: String) -> TargetItem {
    var item = item
    let rest = item.url.utf8.dropFirst(base.utf8.count)
    guard target is ComposedTarget, !base.isEmpty, item.url.utf8.starts(with: base.utf8),
      rest.first.map("/?#".utf8.contains) ?? true
    else { return item }
    item.path = rest.isEmpty ? "/" : String(decoding: rest, as: UTF8.self)
    item.name = item.path
    return item
  }
}
