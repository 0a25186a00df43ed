/// A value behind a reference: copies share it until one of them is changed.
///
/// A request and its answer go through many hands. Each of them counts one reference then, and not
/// one for every text within.
///
/// `@unchecked Sendable`: the box is written only while nobody else holds it.
struct SharedValue<Value: Sendable>: @unchecked Sendable {
  private final class Box {
    // Unchecked: every look at a request or an answer comes through here, and whoever writes has made
    // sure that nobody else has the box.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) {
    box = Box(value)
  }

  var value: Value {
    @inline(__always) _read { yield box.value }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  /// Both are the same value because neither was changed since one was copied from the other.
  func isIdentical(to other: SharedValue) -> Bool { box === other.box }
}

extension SharedValue: Equatable where Value: Equatable {
  static func == (left: SharedValue, right: SharedValue) -> Bool {
    left.isIdentical(to: right) || left.value == right.value
  }
}

extension SharedValue: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
