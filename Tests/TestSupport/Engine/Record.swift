/// What happened, in order, from any thread.
package struct Record<Element: Sendable>: Sendable {
  private let elements = Watched<[Element]>([])

  package init() {}

  package var all: [Element] { elements.value }
  package var count: Int { elements.value.count }

  package func append(_ element: Element) { elements.update { $0.append(element) } }

  /// Returns once there are so many, or the task is cancelled.
  package func wait(for count: Int) async { await elements.wait { $0.count >= count } }
}
