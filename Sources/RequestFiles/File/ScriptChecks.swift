import LosslessJSON

/// How many checks a script of another tool makes, which is not run here.
///
/// It is read as far as that needs: comments and quoted text are passed over, and a call is a name
/// with an opening bracket behind it. A count that says what a green answer leaves out, no verdict.
enum ScriptChecks {
  /// The calls that check something, innermost first: a test holds assertions, which are what counts.
  private static let calls: [[String]] = [
    ["client.assert", "pm.expect", "chai.expect", "expect", "assert"],
    ["client.test", "pm.test", "test", "it"],
  ]

  /// The checks in a part of a script.
  static func count(in script: String) -> Int {
    let found = calledNames(Array(script.utf8))
    for names in calls {
      let count = found.count { name in
        names.contains(name) || ["assert.", "test."].contains { name.utf8.starts(with: $0.utf8) }
      }
      if count > 0 { return count }
    }
    return 0
  }

  /// Every name that is called, `a.b.c` as one.
  private static func calledNames(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if let end = behindAside(bytes, at) {
        at = end
      } else if byte.isScriptName {
        let start = at
        while at < bytes.count, bytes[at].isScriptName || bytes[at] == UInt8(ascii: ".") { at += 1 }
        var next = at
        while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
        if next < bytes.count, bytes[next] == UInt8(ascii: "(") {
          names.append(String(decoding: bytes[start..<at], as: UTF8.self))
        }
      } else {
        // An escaped quote is passed over as inside of quotes, so that each is looked at once.
        at += byte == UInt8(ascii: "\\") ? 2 : 1
      }
    }
    return names
  }

  /// The place behind a comment or a quoted text that starts here; nil where none does.
  static func behindAside(_ bytes: [UInt8], _ start: Int) -> Int? {
    let byte = bytes[start]
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
      return bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
    }
    if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
      var at = start + 2
      while at + 1 < bytes.count, bytes[at] != UInt8(ascii: "*") || bytes[at + 1] != byte {
        at += 1
      }
      return min(bytes.count, at + 2)
    }
    guard byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`")
    else { return nil }
    var at = start + 1
    while at < bytes.count, bytes[at] != byte {
      // An apostrophe in a pattern such as /it's/ ends with its line at the latest.
      if bytes[at] == 0x0a, byte != UInt8(ascii: "`") { return start + 1 }
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(bytes.count, at + 1)
  }
}

extension FileRequest {
  /// How many checks its writer meant to be made that nobody makes here: those of scripts that are not
  /// understood, and expectations under a misspelt word.
  public var uncheckedCount: Int {
    let misspelt = problems.count { problem in
      if case .unknownMeta(_, "expect") = problem.reason { true } else { false }
    }
    return misspelt + unreadChecks
  }
}
