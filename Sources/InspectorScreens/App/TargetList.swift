/// The list of requests: which rows show, what is folded, marked and filtered.
struct TargetList: Sendable {
  /// Those that are there, in order.
  private(set) var order: [Int]
  /// The same in another order, when a person wants one.
  private var arranged: [Int]?
  /// The headings in the order of their first request; an empty one has no row.
  private(set) var groups: [String] = []
  private var groupOf: [Int] = []
  private(set) var rows: [Row] = []
  /// The requests of each heading that the filter lets through.
  private(set) var members: [[Int]] = []
  private(set) var folded: Set<Int> = []
  /// The requests a filter lets through; nil for all of them.
  private var passing: Set<Int>?
  /// Whether a request is there and the filter lets it through.
  private var isListed: [Bool] = []
  var marked: Set<Int> = []
  var cursor = ListCursor()
  /// How wide the method column is.
  private(set) var methodWidth = 3
  /// How wide the pane is that cuts neither names nor paths, within reason, and no names.
  private(set) var wantedWidth = (whole: 0, names: 0)
  /// How many bytes the paths below one base have in common.
  private(set) var sharedPaths: [String: Int] = [:]

  enum Row: Hashable, Sendable {
    case group(Int)
    case target(Int)

    var isTarget: Bool {
      if case .target = self { true } else { false }
    }
  }

  init(_ items: [TargetItem]) {
    order = Array(items.indices)
    measure(items)
    choose()
    rebuild()
    cursor.shape(count: rows.count, height: rows.count)
    if case .group = row(0), rows.count > 1 { cursor.select(1) }
  }

  private mutating func measure(_ items: [TargetItem]) {
    (groups, groupOf) = Self.headings(items, order)
    methodWidth = Self.methodWidth(items)
    wantedWidth = Self.wantedWidth(items)
    sharedPaths = Self.sharedPaths(items)
  }

  private static func headings(
    _ items: [TargetItem], _ order: [Int]
  ) -> (groups: [String], groupOf: [Int]) {
    guard items.contains(where: { $0.group != items[0].group }) else {
      return (items.isEmpty ? [] : [items[0].group], items.map { _ in 0 })
    }
    var places: [String: Int] = [:]
    var names: [String] = []
    var groupOf = Array(repeating: 0, count: items.count)
    // Those that are gone come last: their heading may be gone as well.
    for index in order + Array(Set(items.indices).subtracting(order)) {
      let name = items[index].group
      if places[name] == nil {
        places[name] = names.count
        names.append(name)
      }
      groupOf[index] = places[name] ?? 0
    }
    return (names, groupOf)
  }

  private static func methodWidth(_ items: [TargetItem]) -> Int {
    max(3, items.map { $0.shortMethod.utf8.count }.max() ?? 3)
  }

  /// Beside a name and its path stand the method, the outcome, and the borders.
  private static func wantedWidth(_ items: [TargetItem]) -> (whole: Int, names: Int) {
    var (name, path) = (0, 0)
    for item in items {
      let isPair = item.name != item.path && !item.name.isEmpty
      name = max(name, item.name.utf8.count)
      if isPair { path = max(path, item.path.utf8.count) }
    }
    let text = min(40, name) + (path > 0 ? 2 + min(40, path) : 0)
    let rest = methodWidth(items) + 21
    // Figures would take the room that is meant for the names.
    return (min(text + rest, TargetColumns.withFigures + 1), min(40, name) + rest)
  }

  /// Whole segments: `/api/v2` of `/api/v2/users` and `/api/v2/orders`.
  private static func sharedPaths(_ items: [TargetItem]) -> [String: Int] {
    var shared: [String: Substring.UTF8View] = [:]
    for item in items {
      let folder = item.path.utf8.prefix { $0 != UInt8(ascii: "?") }
      let known = shared[item.base] ?? folder
      let count = zip(known, folder).prefix { $0 == $1 }.count
      shared[item.base] = known.prefix(count)
    }
    return shared.mapValues { shared in
      shared.lastIndex(of: UInt8(ascii: "/")).map {
        shared.distance(from: shared.startIndex, to: $0)
      }
        ?? 0
    }
  }

  /// Takes others; those at the same places are the same requests.
  mutating func replace(_ items: [TargetItem], order: [Int]) {
    let selected = selectedRow
    let name = selectedGroup.map { groups[$0] }
    let foldedNames = Set(folded.map { groups[$0] })
    self.order = order
    arranged = nil
    measure(items)
    folded = Set(groups.indices.filter { foldedNames.contains(groups[$0]) })
    marked.formIntersection(order)
    choose()
    rebuild()
    cursor.shape(count: rows.count, height: cursor.height)
    switch selected {
    case .target(let target): select(target: target)
    case .group:
      let row = rows.firstIndex { row in
        if case .group(let group) = row { groups[group] == name } else { false }
      }
      if let row { cursor.select(row) }
    case nil: if case .group = row(0), rows.count > 1 { cursor.select(1) }
    }
  }

  func row(_ index: Int) -> Row? { rows.indices.contains(index) ? rows[index] : nil }

  var selectedRow: Row? { row(cursor.selected) }

  /// The request under the cursor; nil on a heading.
  var selectedTarget: Int? {
    if case .target(let index) = selectedRow { return index }
    return nil
  }

  /// Every request the filter lets through, folded away or not, in the order of the rows.
  var shownTargets: [Int] { Array(members.joined()) }

  /// How many requests the filter lets through.
  var shownCount: Int { members.reduce(0) { $0 + $1.count } }

  /// Under which heading a request stands.
  func group(of target: Int) -> Int { groupOf[target] }

  /// Whether a request is there and the filter lets it through.
  func shows(_ target: Int) -> Bool { isListed.indices.contains(target) && isListed[target] }

  // MARK: Changing what shows

  /// Shows only these; nil for all of them.
  ///
  /// False when they show already.
  @discardableResult
  mutating func show(_ targets: Set<Int>?) -> Bool {
    guard targets != passing else { return false }
    passing = targets
    keepingSelection {
      $0.choose()
      $0.rebuild()
    }
    return true
  }

  /// Orders the requests under each heading; nil as they are listed.
  mutating func arrange(_ order: [Int]?) {
    guard order != arranged else { return }
    arranged = order
    keepingSelection {
      $0.choose()
      $0.rebuild()
    }
  }

  /// Folds or unfolds the heading of the selected row; folding selects the heading.
  mutating func setFolded(_ isFolded: Bool) {
    guard let group = selectedGroup, !groups[group].isEmpty else { return }
    if isFolded { folded.insert(group) } else { folded.remove(group) }
    keepingSelection { $0.rebuild() }
    if isFolded, let row = rows.firstIndex(of: .group(group)) { cursor.select(row) }
  }

  mutating func toggleFolded(_ group: Int) {
    if folded.remove(group) == nil { folded.insert(group) }
    keepingSelection { $0.rebuild() }
  }

  /// Selects a row if it shows.
  mutating func select(_ row: Row) {
    if let place = rows.firstIndex(of: row) { cursor.select(place) }
  }

  /// Selects a request if it shows.
  mutating func select(target: Int) {
    if let row = rows.firstIndex(of: .target(target)) { cursor.select(row) }
  }

  /// Selects a request the filter lets through, its heading unfolded.
  mutating func reveal(_ target: Int) {
    if folded.remove(groupOf[target]) != nil { keepingSelection { $0.rebuild() } }
    select(target: target)
  }

  private var selectedGroup: Int? {
    switch selectedRow {
    case .group(let group): group
    case .target(let target): groupOf[target]
    case nil: nil
    }
  }

  private mutating func keepingSelection(_ change: (inout TargetList) -> Void) {
    let selected = selectedRow
    change(&self)
    cursor.shape(count: rows.count, height: cursor.height)
    if let selected, let row = rows.firstIndex(of: selected) {
      cursor.select(row)
    } else if case .group = selectedRow, case .target = row(cursor.selected + 1) {
      cursor.move(by: 1)
    }
  }

  /// Decides anew which requests show: after another filter.
  private mutating func choose() {
    members = Array(repeating: [], count: groups.count)
    isListed = Array(repeating: false, count: groupOf.count)
    for index in arranged ?? order where passing?.contains(index) ?? true {
      isListed[index] = true
      members[groupOf[index]].append(index)
    }
  }

  /// Makes the rows anew: after another filter or fold.
  private mutating func rebuild() {
    rows = []
    for (group, targets) in members.enumerated() where !targets.isEmpty {
      if !groups[group].isEmpty { rows.append(.group(group)) }
      if groups[group].isEmpty || !folded.contains(group) { rows += targets.map { .target($0) } }
    }
  }
}
