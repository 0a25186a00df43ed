/// A number as JSON writes it: exact, of any size, and comparable without rounding.
package struct JSONNumber: Sendable {
  /// The number as it is written.
  package let text: String

  private let isNegative: Bool
  /// The digits without the zeros around them; empty for zero.
  private let digits: [UInt8]
  /// How many of the digits stand before the decimal point; negative for zeros after it.
  private let point: Int

  /// Reads a number; nil when the text is anything but one JSON number.
  package init?(_ text: String) {
    var phase = JSONNumberPhase.start
    var digits: [UInt8] = []
    var point = 0
    var power = 0
    var isPowerNegative = false
    for byte in text.utf8 {
      guard let next = phase.after(byte) else { return nil }
      phase = next
      switch phase {
      case .zero, .integer:
        digits.append(byte)
        point += 1
      case .fraction: digits.append(byte)
      case .sign: isPowerNegative = byte == 0x2d
      case .power: power = min(power * 10 + Int(byte - 0x30), 1 << 40)
      default: break
      }
    }
    guard phase.isNumber else { return nil }
    let leading = digits.prefix { $0 == 0x30 }.count
    digits.removeFirst(leading)
    while digits.last == 0x30 { digits.removeLast() }
    self.text = text
    self.digits = digits
    self.point = digits.isEmpty ? 0 : point - leading + (isPowerNegative ? -power : power)
    isNegative = text.utf8.first == 0x2d && !digits.isEmpty
  }

  /// Whether it is zero, however it is written.
  package var isZero: Bool { digits.isEmpty }

  /// Whether it has no fraction; `1.0` and `1e3` have none.
  package var isIntegral: Bool { digits.count <= max(point, 0) || digits.isEmpty }

  /// The integer it is; nil with a fraction, or when it does not fit.
  package var int: Int? {
    guard isIntegral, let magnitude else { return nil }
    if isNegative { return magnitude <= 1 << 63 ? Int(truncatingIfNeeded: 0 &- magnitude) : nil }
    return Int(exactly: magnitude)
  }

  /// The integer from 0 up it is; nil with a fraction, below 0, or when it does not fit.
  package var uint: UInt64? { isIntegral && !isNegative ? magnitude : nil }

  /// The integer it is without its fraction, or the nearest one there is.
  package var clampedInt: Int {
    guard let magnitude else { return isNegative ? .min : .max }
    if isNegative { return magnitude < 1 << 63 ? -Int(magnitude) : .min }
    return Int(clamping: magnitude)
  }

  /// The nearest double; infinite when it is too large for one.
  package var double: Double { Double(text) ?? 0 }

  /// Whether a double would bring it back unchanged; false for what most programs would alter.
  package var survivesDouble: Bool {
    let value = double
    guard value.isFinite else { return false }
    return JSONNumber("\(value)").map { $0 == self } ?? false
  }

  /// The digits before the point as an integer; nil when there are too many.
  private var magnitude: UInt64? {
    guard point > 0 else { return 0 }
    guard point <= 20 else { return nil }
    var value: UInt64 = 0
    for position in 0..<point {
      let digit = position < digits.count ? UInt64(digits[position] - 0x30) : 0
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = shifted.addingReportingOverflow(digit)
      guard !overflows, !carries else { return nil }
      value = sum
    }
    return value
  }
}

extension JSONNumber: Equatable {
  /// Whether two numbers are the same value, to the last digit: `1.0`, `1` and `10e-1` are.
  package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.isNegative == right.isNegative && left.point == right.point && left.digits == right.digits
  }
}

extension JSONNumber: Hashable {
  /// Hashes the value, not the spelling.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    hasher.combine(point)
    hasher.combine(digits)
  }
}

extension JSONNumber: Comparable {
  /// By value, exactly: no digit is lost.
  package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative
      ? right.isSmallerMagnitude(than: left) : left.isSmallerMagnitude(than: right)
  }

  private func isSmallerMagnitude(than other: JSONNumber) -> Bool {
    if isZero || other.isZero { return isZero && !other.isZero }
    if point != other.point { return point < other.point }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
