/// A value behind a reference: copies share it until one of them is changed.
///
/// A request and its answer go through many hands. Each of them counts one reference then, and not
/// one for every text within.
///
/// `@unchecked Sendable`: the buffer is written only while nobody else holds it.
package struct SharedValue<Value: Sendable>: @unchecked Sendable {
  private var buffer: ManagedBuffer<Value, Void>

  package init(_ value: Value) {
    buffer = .create(minimumCapacity: 0) { _ in value }
  }

  package var value: Value {
    @inline(__always) _read { yield buffer.header }
    @inline(__always) _modify {
      if !isKnownUniquelyReferenced(&buffer) {
        buffer = .create(minimumCapacity: 0) { [old = buffer.header] _ in old }
      }
      yield &buffer.header
    }
  }

  /// Both are the same value because neither was changed since one was copied from the other.
  package func isIdentical(to other: SharedValue) -> Bool { buffer === other.buffer }
}

extension SharedValue: Equatable where Value: Equatable {
  package static func == (left: SharedValue, right: SharedValue) -> Bool {
    left.isIdentical(to: right) || left.value == right.value
  }
}

extension SharedValue: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
