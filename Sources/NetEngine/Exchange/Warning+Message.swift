extension Warning {
  /// What was odd, with its numbers.
  public var message: String {
    detail.isEmpty ? kind.words : "\(kind.words): \(detail.escapedForMessage)"
  }
}

extension Warning.Kind {
  /// What was odd, in words.
  public var words: String {
    switch self {
    case .lengthBesideChunked: "Content-Length beside chunks was ignored"
    case .repeatedLength: "Content-Length was said more than once"
    case .unknownCoding: "the content coding is not known, the bytes are as they came"
    case .claimedCodingIsPlain: "the body is plain although a content coding is named"
    case .trailingGarbage: "bytes after the end of the compressed data were left out"
    case .emptyEncodedBody: "a content coding is named and there is no body"
    case .foldedHeader: "a header goes on in the next line"
    case .headerWithoutColon: "a header line has no colon"
    case .emptyHeaderName: "a header has no name"
    case .spaceBeforeColon: "there is space between a header's name and its colon"
    case .nulInHeader: "a header holds a NUL"
    case .bareLF: "header lines end without a carriage return"
    case .bodyNotAllowed: "there is a body where the status allows none"
    case .bytesAfterBody: "bytes after the end of the body were left out"
    case .oddStatus: "the status is outside 100 to 599"
    case .oddVersion: "there is no such version of HTTP"
    case .cookieTooLarge: "a cookie is longer than browsers keep"
    case .tooManyCookies: "there are more cookies than browsers keep"
    case .foreignCookieDomain: "a cookie is meant for another domain"
    case .leftHTTPS: "a redirect led from https to http"
    case .bodyCrossedOrigin: "a redirect sent the request's body to another origin"
    case .redirectWithoutLocation: "a redirect says no place to go"
    case .unverifiedTLS: "the certificate was not checked, as asked"
    }
  }
}
