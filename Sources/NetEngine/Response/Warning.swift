import LosslessJSON

/// Something odd in an answer that did not make it fail.
public struct Warning: Sendable, Hashable {
  /// Which oddity; its raw value is the stable word for reports.
  public var kind: Kind
  /// The numbers or the bytes it is about.
  public var detail: String

  /// Makes a warning.
  package init(_ kind: Kind, _ detail: String = "") {
    self.kind = kind
    self.detail = detail
  }

  /// The oddities the engine knows.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Both Transfer-Encoding and Content-Length: the length was ignored.
    case lengthBesideChunked
    /// Content-Length several times with one value.
    case repeatedLength
    /// Chunks in an HTTP/1.0 answer, which has none.
    case chunkedInHTTP10
    /// A content coding nobody knows: the bytes are as they came.
    case unknownCoding
    /// The header names a coding, the body is plain.
    case claimedCodingIsPlain
    /// Bytes after the end of the compressed data.
    case trailingGarbage
    /// A content coding and no body at all.
    case emptyEncodedBody
    /// A header continued on the next line.
    case foldedHeader
    /// A header line that starts with its colon.
    case emptyHeaderName
    /// A header name with a byte that no name may hold.
    case oddHeaderName
    /// White space between a header's name and its colon.
    case spaceBeforeColon
    /// A control character in a header's value.
    case controlInHeader
    /// A header several times that may be there once.
    case duplicateHeader
    /// Lines that end without a carriage return.
    case bareLF
    /// A body where the status allows none.
    case bodyNotAllowed
    /// Bytes after the end of the body.
    case bytesAfterBody
    /// A status code outside 100–599.
    case oddStatus
    /// A status line that is readable but not written as it should be.
    case oddStatusLine
    /// A protocol version in the status line that does not exist, or not here.
    case oddVersion
    /// A control character in the words after the status code.
    case controlInReason
    /// A cookie longer than the limit.
    case cookieTooLarge
    /// More cookies than the limit.
    case tooManyCookies
    /// A cookie for a domain that is not the server's.
    case foreignCookieDomain
    /// A cookie without a name, or one that every client throws away.
    case oddCookie
    /// A redirect from https to http.
    case leftHTTPS
    /// A redirect sent the request's body to another origin.
    case bodyCrossedOrigin
    /// A redirect led to another origin: the headers named here were left out.
    case secretsDropped
    /// A redirect without a usable Location was not followed.
    case redirectWithoutLocation
    /// A Location that had to be encoded before it could be followed.
    case oddLocation
    /// A Location with a user or a password in it, which were not used.
    case credentialsInLocation
    /// A redirect that was followed although its own body did not come whole.
    case redirectCutShort
    /// Bytes followed the response to an earlier request, named here: a new connection was opened.
    case unaskedBytes
    /// A kept connection broke before an answer came: the request went out on a new one as well.
    case requestRepeated
    /// The end of a body could not be seen with the libcurl at hand: it may have been cut off.
    case endUnseen
    /// The server's certificate was not checked, because the request said so.
    case unverifiedTLS
    /// Another tool recorded a status, and beside it that something failed.
    case recordedError
    /// A recording calls a body Base64 that is none.
    case brokenBase64
  }
}
