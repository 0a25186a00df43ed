import LosslessJSON
import NetEngine

/// What a request's body means, as far as that can be told without knowing the server.
///
/// JSON counts whatever its white space, the order of its members and the spelling of its numbers; a
/// form whatever the order of its fields; parts whatever the boundary; everything else byte for byte.
package enum BodyFingerprint: Sendable, Hashable {
  /// No body, or an empty one.
  case none
  /// The hash of what it means.
  case json(UInt64)
  /// The hash of the canonical form.
  case form(SHA256.Digest)
  case multipart(SHA256.Digest)
  case bytes(SHA256.Digest)
  /// The size of a body of which a recording keeps only a part.
  case part(Int)
  /// A file that is not there any more: equal to itself only.
  case unreadable(String)

  /// What of a JSON body is `ignored` may be any value, or none.
  package init(_ request: HTTPRequest, ignoring ignored: [JSONPathPattern] = []) {
    if let size = request.keptPartOf {
      self = .part(size)
      return
    }
    guard let body = request.body.collected else {
      self = .unreadable("\(request.body)")
      return
    }
    guard !body.isEmpty else {
      self = .none
      return
    }
    let type = request.headers["Content-Type"].flatMap { MediaType($0) }
    if type?.essence == "application/x-www-form-urlencoded" {
      self = .form(Self.digest(ofForm: body))
    } else if type?.essence.hasPrefix("multipart/") == true,
      let boundary = type?.parameters["boundary"], !boundary.isEmpty
    {
      self = .multipart(Self.digest(of: body, without: boundary))
    } else if let document = body.wholeDocument {
      let nodes = document.root.map { root in
        ignored.flatMap { $0.nodes(in: document, below: root) }
      }
      self = .json(document.meaning(leavingOut: nodes ?? []))
    } else {
      self = .bytes(SHA256.digest(of: RedactedText.comparable(ifAny: body)))
    }
  }

  private static func digest(ofForm body: Body) -> SHA256.Digest {
    // A blank is written in two ways.
    let bytes = RedactedText.comparable(ifAny: body).flatMap { byte in
      byte == UInt8(ascii: "+") ? Array("%20".utf8) : [byte]
    }
    let fields = bytes.split(separator: UInt8(ascii: "&"))
    let sorted = fields.sorted { left, right in
      left.prefix { $0 != UInt8(ascii: "=") }
        .lexicographicallyPrecedes(right.prefix { $0 != UInt8(ascii: "=") })
    }
    return SHA256.digest(of: Array(sorted.joined(separator: [UInt8(ascii: "&")])))
  }

  /// Every boundary is cut down to its two hyphens.
  private static func digest(of body: Body, without boundary: String) -> SHA256.Digest {
    let mark = Array("--\(boundary)".utf8)
    var hash = SHA256()
    body.withUnsafeBytes { bytes in
      var kept = 0
      while let found = ByteSearch.first(mark, in: bytes, from: kept) {
        hash.update(UnsafeRawBufferPointer(rebasing: bytes[kept..<found.lowerBound + 2]))
        kept = found.upperBound
      }
      hash.update(UnsafeRawBufferPointer(rebasing: bytes[kept...]))
    }
    return hash.digest
  }
}

extension RedactedText {
  /// The bytes of a body with empty marks.
  static func comparable(ifAny body: Body) -> [UInt8] {
    let bytes = body.bytes
    return mayOccur(in: bytes) ? comparable(bytes) : bytes
  }
}
