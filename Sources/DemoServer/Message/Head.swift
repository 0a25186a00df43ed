import InspectorProxy

/// One header field as it is written on the wire.
package struct Field: Sendable, Equatable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A response's status line and header fields, in order.
package struct Head: Sendable, Equatable {
  package var version = "HTTP/1.1"
  package var status: Int
  package var reason: String
  package var fields: [Field]

  package init(_ status: Int, reason: String? = nil, fields: [Field] = []) {
    self.status = status
    self.reason = reason ?? Self.reason(of: status)
    self.fields = fields
  }

  /// The bytes of the status line, the fields and the empty line.
  package var bytes: [UInt8] {
    var text = "\(version) \(status) \(reason)\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    text += "\r\n"
    return Array(text.utf8)
  }

  /// True for a status that never has a body.
  var forbidsBody: Bool { status < 200 || status == 204 || status == 304 }

  static func reason(of status: Int) -> String {
    let words = StatusWords.of(status)
    return words.isEmpty ? "Unassigned" : words
  }
}
