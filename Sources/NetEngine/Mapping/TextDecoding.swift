import Glibc

/// Bytes as text: by the charset that is declared, else by what the bytes show, else UTF-8.
enum TextDecoding {
  /// Why bytes are not text.
  struct Problem: Error, Hashable {
    var charset: String
    /// The first byte that does not fit; nil when the charset itself is unknown.
    var offset: Int?
  }

  /// A byte order mark decides before anything that is declared, as browsers do.
  static func text(_ body: Body, declared charset: String?) throws(Problem) -> String {
    let (marked, length) = body.withUnsafeBytes { mark(in: $0) }
    let name = (marked ?? charset ?? "utf-8").lowercased()
    let bytes = length == 0 ? body.bytes : body[length..<body.count]
    if ["utf-8", "utf8", "us-ascii", "ascii", "unicode-1-1-utf-8"].contains(name) {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Problem(charset: "utf-8", offset: length + firstInvalid(bytes))
      }
      return text
    }
    return try converted(bytes, from: known[name] ?? name, offset: length)
  }

  /// The charset a mark at the start stands for, and the mark's length.
  private static func mark(in bytes: UnsafeRawBufferPointer) -> (String?, Int) {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return ("utf-8", 3) }
    if bytes.starts(with: [0xff, 0xfe, 0, 0]) { return ("utf-32le", 4) }
    if bytes.starts(with: [0, 0, 0xfe, 0xff]) { return ("utf-32be", 4) }
    if bytes.starts(with: [0xff, 0xfe]) { return ("utf-16le", 2) }
    if bytes.starts(with: [0xfe, 0xff]) { return ("utf-16be", 2) }
    return (nil, 0)
  }

  /// Names as pages use them, where they mean more than iconv's charset of that name.
  private static let known = [
    "iso-8859-1": "windows-1252", "latin1": "windows-1252", "gb2312": "gb18030", "gbk": "gb18030",
    "utf-16": "utf-16le", "utf-32": "utf-32le", "shift_jis": "cp932", "x-sjis": "cp932",
    "euc-kr": "cp949",
  ]

  private static func firstInvalid(_ bytes: [UInt8]) -> Int {
    var low = 0
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): low += scalar.count
      case .error, .emptyInput: return low
      }
    }
  }

  private static func converted(
    _ bytes: [UInt8], from charset: String, offset: Int
  ) throws(Problem) -> String {
    guard !charset.utf8.contains(0), let converter = iconv_open("UTF-8", charset),
      Int(bitPattern: converter) != -1
    else { throw Problem(charset: charset, offset: nil) }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [UInt8](repeating: 0, count: bytes.count * 4 + 16)
    var inputLeft = input.count
    var outputLeft = output.count
    let result = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBytes { target in
        var from = source.baseAddress
        var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
        return iconv(converter, &from, &inputLeft, &to, &outputLeft)
      }
    }
    guard result != -1, inputLeft == 0 else {
      throw Problem(charset: charset, offset: offset + bytes.count - inputLeft)
    }
    return String(decoding: output.prefix(output.count - outputLeft), as: UTF8.self)
  }
}
