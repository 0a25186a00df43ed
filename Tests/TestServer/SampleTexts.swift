import DemoServer

/// Text in charsets that are not UTF-8, as other systems encode it.
enum SampleTexts {
  // Größe: 3 µm, naïve café, ½ £
  static let latin1 = Base64.decode(
    "R3L232U6IDMgtW0sIG5h73ZlIGNhZuksIL0gowo=")

  // 您的一台手机从其他地方登陆 𠀀 €
  static let gb18030 = Base64.decode(
    "xPq1xNK7zKjK1rv6tNPG5Mv7tdi3vbXHwr0glTKCNiCi4wo=")

  // 查无此人
  static let gbk = Base64.decode(
    "sunO3rTLyMsK")

  // 日本語のテキスト、ﾊﾝｶｸ
  static let shiftJIS = Base64.decode(
    "k/qWe4zqgsyDZYNMg1iDZ4FByt22uAo=")

  // 안녕하세요
  static let eucKR = Base64.decode(
    "vsiz58fPvLy/5Ao=")

  // 繁體中文
  static let big5 = Base64.decode(
    "wWPF6aSkpOUK")

  // Привет, мир
  static let windows1251 = Base64.decode(
    "z/Do4uXyLCDs6PAK")

  // “quoted” — 5 € …
  static let windows1252 = Base64.decode(
    "k3F1b3RlZJQglyA1IIAghQo=")

  // Привет, мир
  static let koi8R = Base64.decode(
    "8NLJ18XULCDNydIK")

  /// Text in UTF-16, with a byte order mark when asked for.
  static func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    let units = (mark ? [0xfeff] : []) + Array(text.utf16)
    return units.flatMap { unit in
      let bytes = [UInt8(unit & 0xff), UInt8(unit >> 8)]
      return bigEndian ? bytes.reversed() : bytes
    }
  }

  /// Text in UTF-32, little endian, with a byte order mark.
  static func utf32(_ text: String) -> [UInt8] {
    ([0xfeff] + text.unicodeScalars.map(\.value)).flatMap { Deflate.littleEndian($0) }
  }
}
