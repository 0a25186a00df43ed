import DemoServer

/// Bytes 0 to 255 over and over: any piece of them is known from where it begins.
package enum ByteRamp {
  private static let pieceSize = 256 * 1_024
  private static let piece = [UInt8]((0..<pieceSize).lazy.map { UInt8(truncatingIfNeeded: $0) })

  package static func bytes(count: Int) -> [UInt8] {
    [UInt8]((0..<count).lazy.map { UInt8(truncatingIfNeeded: $0) })
  }

  /// The same bytes as steps that are sent without ever being held whole.
  static func steps(count: Int) -> [Step] {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: pieceSize)
    return [.repeated(whole, [.body(piece)]), .body(Array(piece[..<rest]))]
  }
}
