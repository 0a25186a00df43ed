import InspectorCore
import NetEngine

/// A target with the place it has in the list.
package nonisolated struct ListedTarget: Sendable {
  package let target: any TargetType
  /// The heading it stands under; empty for none.
  package let group: String

  package init(_ target: some TargetType, group: String = "") {
    self.target = target
    self.group = group
  }

  /// What the screens show of it.
  package var item: TargetItem {
    TargetItem(
      name: target.name, group: group, method: target.method.rawValue,
      path: target.path.isEmpty ? target.baseURL : target.path, isSafe: target.method.isSafe)
  }
}
