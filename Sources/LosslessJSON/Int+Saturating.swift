/// Arithmetic on numbers that came from outside: it stays at the end of the range and never traps.
///
/// A recording may say that a phase took `Int.max` microseconds, an image that it is four thousand
/// million pixels wide. Bare `+`, `*` and `abs` end the program on those.
extension Int {
  /// The sum, or the end of the range that lies in its direction.
  package func saturatingSum(_ other: Int) -> Int {
    let (sum, over) = addingReportingOverflow(other)
    return over ? (other < 0 ? .min : .max) : sum
  }

  /// The product, or the end of the range that lies in its direction.
  package func saturatingProduct(_ other: Int) -> Int {
    let (product, over) = multipliedReportingOverflow(by: other)
    return over ? ((self < 0) == (other < 0) ? .max : .min) : product
  }

  /// A floating-point number without its fraction, at the end of the range where it lies beyond; 0
  /// for what is no number.
  package init(saturating value: Double) {
    // The conversion to Double rounds Int.max up: what is equal to it is beyond.
    if value.isNaN {
      self = 0
    } else if value >= Double(Int.max) {
      self = .max
    } else {
      self = value <= Double(Int.min) ? .min : Int(value)
    }
  }
}
