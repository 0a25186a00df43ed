/// A good HTTP engine's result for a response.
package struct Expected: Sendable, Equatable {
  /// The outcome's kind when a 2xx is asked for and the body may be anything within the limits.
  package var kind: Kind
  /// The last hop's status; nil when no usable status line arrived.
  package var status: Int?
  /// Warnings about a usable response, in any order.
  package var warnings: Set<Warning>
  /// The parts of the response that must be kept.
  package var keeps: Keeps
  /// The kind after mapping: by the row's profile, or as JSON where it has none; nil = not asked.
  package var mapped: Kind?

  @inline(never) package init(
    _ kind: Kind, _ status: Int?, warnings: Set<Warning> = [], keeps: Keeps = Keeps(),
    mapped: Kind? = nil
  ) {
    self.kind = kind
    self.status = status
    self.warnings = warnings
    self.keeps = keeps
    self.mapped = mapped
  }

  /// The words by which outcomes are called.
  package enum Kind: String, Sendable, CaseIterable {
    case ok, connect, timeout, reset, empty, `protocol`, truncated, decode, redirect, limit
    case client, server, status, mapping, business, invalidSession
  }

  /// The parts that must have been kept of a response.
  package struct Keeps: Sendable, Equatable {
    /// The status line and the fields that arrived whole.
    package var head: Bool
    /// How many of the first body bytes at least, after undoing content codings; nil = not said.
    ///
    /// Of a body that arrives whole these are all.
    package var bodyBytes: Int?
    /// How many of the first fields at least; nil = not said.
    package var fields: Int?

    package init(head: Bool = true, bodyBytes: Int? = nil, fields: Int? = nil) {
      self.head = head
      self.bodyBytes = bodyBytes
      self.fields = fields
    }

    /// No usable head arrived; what came is still worth showing as bytes.
    package static let nothing = Keeps(head: false)

    package static func body(_ count: Int) -> Keeps { Keeps(bodyBytes: count) }

    package static func fields(_ count: Int) -> Keeps { Keeps(fields: count) }
  }
}

/// Oddities that leave a response usable and that a person should still be told.
package enum Warning: String, Sendable, CaseIterable {
  case bareLF, bodyCrossedOrigin, bodyNotAllowed, bytesAfterBody, chunkedInHTTP10
  case claimedCodingIsPlain, controlInHeader, controlInReason, cookieTooLarge
  case credentialsInLocation, duplicateHeader, emptyEncodedBody, emptyHeaderName, foldedHeader
  case foreignCookieDomain, leftHTTPS, lengthBesideChunked, oddCookie, oddHeaderName, oddLocation
  case oddStatus, oddStatusLine, oddVersion, redirectCutShort, redirectWithoutLocation
  case repeatedLength, secretsDropped, spaceBeforeColon, tooManyCookies, trailingGarbage
  case unknownCoding
}
