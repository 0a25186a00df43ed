/// What happened, in order, from any thread.
struct Record<Element: Sendable>: Sendable {
  private let elements = Watched<[Element]>([])

  var all: [Element] { elements.value }
  var count: Int { elements.value.count }

  func append(_ element: Element) { elements.update { $0.append(element) } }

  /// Returns once there are so many, or the task is cancelled.
  func wait(for count: Int) async { await elements.wait { $0.count >= count } }
}
