import LosslessJSON

/// The letters of a name without accents: `contraseña` and `Contrasena` have the same words.
///
/// Capitals of Latin letters stay, because a capital may begin a word. Other scripts become small.
enum PlainLetters {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// A name in UTF-8 with plain letters; full-width letters become ASCII.
  static func plain(_ name: Bytes) -> [UInt8] {
    var plain: [UInt8] = []
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0xDF: plain += "ss".utf8
      case 0xC0..<0x180: append(scalar, latin, scalar.value - 0xC0, to: &plain)
      case 0x1E00..<0x1F00: append(scalar, vietnamese, scalar.value - 0x1E00, to: &plain)
      case 0x218, 0x219: plain.append(scalar.value == 0x218 ? 0x53 : 0x73)
      case 0x300..<0x370: break
      case 0xFF01..<0xFF5F: plain.append(UInt8(truncatingIfNeeded: scalar.value - 0xFEE0))
      case 0x370...: plain += withoutTonos(scalar).utf8
      default: plain += String(scalar).utf8
      }
    }
    return plain
  }

  private static func append(
    _ scalar: Unicode.Scalar, _ table: [UInt8], _ place: UInt32, to plain: inout [UInt8]
  ) {
    let letter = table[Int(place)]
    if letter == UInt8(ascii: "?") { plain += String(scalar).utf8 } else { plain.append(letter) }
  }

  /// The small letter, in Greek without its accent.
  private static func withoutTonos(_ scalar: Unicode.Scalar) -> String {
    let small = scalar.properties.lowercaseMapping
    return greek[small] ?? small
  }

  private static let greek = [
    "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω",
  ]

  /// U+00C0 to U+017F.
  private static let latin = Array(
    """
    AAAAAAACEEEEIIIIDNOOOOO?OUUUUYTsaaaaaaaceeeeiiiidnooooo?ouuuuytyAaAaAaCcCcCcCcDdDdEeEeEe\
    EeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLl??LlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUu\
    UuUuWwYyYZzZzZzs
    """.utf8)

  /// U+1E00 to U+1EFF.
  private static let vietnamese = Array(
    """
    AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOoOoOoPpPp\
    RrRrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwy????S?AaAaAaAaAaAaAaAa\
    AaAaAaAaEeEeEeEeEeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy??????
    """.utf8)
}
