/// What a transport asks of a cookie store: each hop of a redirect sets cookies and is sent some.
package protocol CookieKeeper: Sendable {
  /// Takes what an answer sets, as soon as its head is there.
  func take(_ headers: Headers, from url: String)
  /// Adds what the store has for the request's URL.
  func add(to request: inout HTTPRequest)
  /// What was added last.
  var sent: [SentCookie] { get }
}
