import LosslessJSON

extension Warning {
  /// What was odd, with its numbers.
  public var message: String {
    detail.isEmpty ? kind.words : "\(kind.words): \(detail.escapedForMessage)"
  }
}

extension Warning.Kind {
  /// What was odd, in words.
  package var words: String {
    switch self {
    case .lengthBesideChunked: "Content-Length beside chunks was ignored"
    case .repeatedLength: "Content-Length was said more than once"
    case .chunkedInHTTP10: "there are chunks in an HTTP/1.0 response"
    case .unknownCoding: "the content coding is not known, the bytes are as they came"
    case .claimedCodingIsPlain: "the body is plain although a content coding is named"
    case .trailingGarbage: "bytes after the end of the compressed data were left out"
    case .emptyEncodedBody: "a content coding is named and there is no body"
    case .foldedHeader: "a header goes on in the next line"
    case .emptyHeaderName: "a header has no name"
    case .spaceBeforeColon: "there is space between a header's name and its colon"
    case .oddHeaderName: "a header's name holds bytes that no name may hold"
    case .controlInHeader: "a header's value holds control characters"
    case .duplicateHeader: "a header that means one thing is there several times"
    case .bareLF: "header lines end without a carriage return"
    case .bodyNotAllowed: "there is a body where the status allows none"
    case .bytesAfterBody: "bytes after the end of the body were left out"
    case .oddStatus: "the status is outside 100 to 599"
    case .oddStatusLine: "the status line is not written as it should be"
    case .oddVersion: "this version of HTTP does not exist, or not here"
    case .controlInReason: "the words after the status hold control characters"
    case .cookieTooLarge: "a cookie is longer than browsers keep"
    case .tooManyCookies: "there are more cookies than browsers keep"
    case .foreignCookieDomain: "a cookie is meant for another domain"
    case .oddCookie: "every client throws a cookie away"
    case .leftHTTPS: "a redirect led from https to http"
    case .bodyCrossedOrigin: "a redirect sent the request's body to another origin"
    case .secretsDropped: "a redirect led to another origin, which did not get these headers"
    case .redirectWithoutLocation: "a redirect says no place to go"
    case .oddLocation: "a Location had to be encoded before it could be followed"
    case .credentialsInLocation: "a Location names a user or a password, which were not used"
    case .redirectCutShort: "a redirect was followed although its own body was cut short"
    case .unaskedBytes:
      "a new connection was opened: on the kept one, bytes followed the response to an earlier request"
    case .requestRepeated: "a kept connection failed, and the request was sent once more"
    case .endUnseen: "the end of the body was not seen, the body may be incomplete"
    case .unverifiedTLS: "the certificate was not checked, as asked"
    case .recordedError: "beside the response the recording names an error"
    case .brokenBase64: "the recording calls the body Base64, which it is not: it is kept as text"
    }
  }
}
