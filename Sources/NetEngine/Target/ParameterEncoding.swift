import LosslessJSON

/// How parameters are written.
public enum ParameterEncoding: Sendable, Hashable {
  /// As `a=1&b=2`, in the query or as a form.
  case url(URLEncoding)
  /// As a JSON object in the body.
  case json

  /// A query for methods that read or delete, a form for the others.
  public static let `default` = ParameterEncoding.url(.default)

  /// Whether a request with this method carries the parameters in its query.
  func usesQuery(for method: HTTPMethod) -> Bool {
    switch self {
    case .json: false
    case .url(let encoding): encoding.usesQuery(for: method)
    }
  }
}

/// Parameters as `a=1&b=2`: names sorted at every level, everything reserved escaped but `?` and `/`.
public struct URLEncoding: Sendable, Hashable {
  /// Where they go.
  public var destination: Destination
  /// How a list is spelled.
  public var arrays: Arrays
  /// How true and false are spelled.
  public var bools: Bools

  /// Chooses destination and spelling.
  public init(
    destination: Destination = .methodDependent, arrays: Arrays = .brackets, bools: Bools = .numeric
  ) {
    self.destination = destination
    self.arrays = arrays
    self.bools = bools
  }

  /// A query for GET, HEAD and DELETE, a form otherwise.
  public static let `default` = URLEncoding()
  /// Always the query.
  public static let queryString = URLEncoding(destination: .queryString)
  /// Always the body, as a form.
  public static let httpBody = URLEncoding(destination: .httpBody)

  /// Where parameters go.
  public enum Destination: Sendable, Hashable {
    /// The query for GET, HEAD and DELETE, the body otherwise.
    case methodDependent
    /// The query.
    case queryString
    /// The body.
    case httpBody
  }

  /// The spelling of a list `a` of 1 and 2.
  public enum Arrays: Sendable, Hashable {
    /// `a[]=1&a[]=2`
    case brackets
    /// `a=1&a=2`
    case plain
    /// `a[0]=1&a[1]=2`
    case indexed
  }

  /// The spelling of true.
  public enum Bools: Sendable, Hashable {
    /// `1`
    case numeric
    /// `true`
    case literal
  }

  func usesQuery(for method: HTTPMethod) -> Bool {
    switch destination {
    case .methodDependent: method.prefersQuery
    case .queryString: true
    case .httpBody: false
    }
  }

  /// The parameters as text.
  package func encode(_ parameters: Parameters) -> String {
    var pairs: [String] = []
    for (name, value) in parameters.sortedByName {
      write(value, as: name.escapedForQuery, into: &pairs)
    }
    return pairs.joined(separator: "&")
  }

  private func write(_ value: Parameter, as name: String, into pairs: inout [String]) {
    switch value {
    case .null: pairs.append("\(name)=null")
    case .bool(let flag):
      let text = bools == .numeric ? (flag ? "1" : "0") : (flag ? "true" : "false")
      pairs.append("\(name)=\(text)")
    case .integer(let number): pairs.append("\(name)=\(number)")
    case .number(let number): pairs.append("\(name)=\("\(number)".escapedForQuery)")
    case .digits(let text), .string(let text): pairs.append("\(name)=\(text.escapedForQuery)")
    case .array(let items):
      for (index, item) in items.enumerated() {
        switch arrays {
        case .brackets: write(item, as: name + "%5B%5D", into: &pairs)
        case .plain: write(item, as: name, into: &pairs)
        case .indexed: write(item, as: name + "%5B\(index)%5D", into: &pairs)
        }
      }
    case .object(let members):
      for (member, item) in members.sortedByName {
        write(item, as: "\(name)%5B\(member.escapedForQuery)%5D", into: &pairs)
      }
    }
  }
}

extension [String: Parameter] {
  /// By the bytes of the names, so that every machine writes the same.
  var sortedByName: [(key: String, value: Parameter)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

extension String {
  /// Leaves letters, digits, `-._~` and, as RFC 3986 §3.4 allows, `?` and `/`.
  var escapedForQuery: String {
    percentEscaped { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "?"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }

}
