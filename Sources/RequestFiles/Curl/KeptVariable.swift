import LosslessJSON
import NetEngine

/// A variable of a copied command, `{{token}}`, on its way into a request file.
///
/// On the way stand small letters and digits, which no escaping changes: a URL is checked, a form is
/// encoded, a body is looked at, and the variable comes out as it went in.
package enum KeptVariable {
  private static let opening = "variable0x"
  private static let closing = "x0elbairav"

  /// The text with letters for each variable that is one for sure; other braces stay braces.
  static func kept(in text: String, _ names: inout DistinctTexts) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var made = ""
    for piece in Template(text, at: FilePlace("")).pieces {
      switch piece {
      case .text(let plain): made += plain
      case .use(let use):
        guard use.isCertain else {
          made += "{{\(use.written)}}"
          continue
        }
        names.insert(use.written)
        // Where no scheme stands in front it may be in the variable.
        let hasScheme = made.utf8.suffix(3).elementsEqual("://".utf8)
        made += placeholder(use.written, mayBeScheme: !hasScheme)
      }
    }
    return made
  }

  /// Letters and digits that ``written(_:)`` turns into `{{written}}`.
  package static func placeholder(_ written: String, mayBeScheme: Bool = false) -> String {
    let digits = written.utf8.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count < 2 ? "0" + text : text
    }
    return "\(opening)\(mayBeScheme ? "b" : "a")\(digits.joined())\(closing)"
  }

  static func stands(in bytes: [UInt8]) -> Bool { bytes.firstPlace(of: opening.utf8) != nil }

  /// The variables back in their place.
  static func written(_ bytes: [UInt8]) -> [UInt8] {
    var made: [UInt8] = []
    var rest = bytes[...]
    while let start = rest.firstPlace(of: opening.utf8),
      let end = rest[start.upperBound...].firstPlace(of: closing.utf8),
      let kind = rest[start.upperBound..<end.lowerBound].first
    {
      made += rest[..<start.lowerBound]
      let digits = rest[start.upperBound..<end.lowerBound].dropFirst()
      if kind == UInt8(ascii: "b"), made.suffix(8).elementsEqual(" http://".utf8) {
        made.removeLast(7)
      }
      made += "{{".utf8 + decoded(digits) + "}}".utf8
      rest = rest[end.upperBound...]
    }
    return made + rest
  }

  /// The same of a text that a person reads.
  static func text(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return stands(in: bytes) ? String(decoding: written(bytes), as: UTF8.self) : text
  }

  /// `Basic` credentials with a variable in them as user and password, which are encoded when sent.
  static func readable(credentials value: String) -> String {
    guard value.utf8.starts(with: "Basic ".utf8),
      let pair = Base64Text.decode(value.utf8.dropFirst(6)),
      pair.firstPlace(of: opening.utf8) != nil, let text = String(validating: pair, as: UTF8.self)
    else { return value }
    return "Basic " + text
  }

  private static func decoded(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    let values = digits.compactMap(\.hexValue)
    return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

extension HTTPRequest {
  /// The request with the variables of a copied command as they will stand in the file.
  package var withVariablesWritten: HTTPRequest {
    func written(_ text: String) -> String {
      String(decoding: KeptVariable.written(Array(text.utf8)), as: UTF8.self)
    }
    var request = self
    request.url = written(url)
    var fields = Headers()
    for field in headers { fields.append(HeaderField(field.name, written(field.value))) }
    request.headers = fields
    if case .bytes(let body) = request.body {
      request.body = .bytes(Body(KeptVariable.written(body.bytes)))
    }
    return request
  }
}

extension Template.Use {
  /// A name of one word, a value of an answer, or a variable that both editors make.
  fileprivate var isCertain: Bool {
    switch expression {
    case .variable(let name): !name.utf8.contains(0x20)
    case .dynamic(let name, _): DynamicValue.names.contains(name)
    case .reference, .encoded: true
    case .broken: false
    }
  }
}
