/// Where a cookie goes: hosts, paths, TLS, prefixes.
extension CookieRow {
  private static let www = "https://www.example.com/docs/page"

  static let hosts = [
    CookieRow(
      "without Domain to its host", "a=1; Path=/", asks: "https://www.example.com/", sent: "a=1"),
    CookieRow("to none below it", "a=1; Path=/", asks: "https://a.www.example.com/", sent: ""),
    CookieRow("to none above it", "a=1; Path=/", asks: "https://example.com/", sent: ""),
    CookieRow("to no other", "a=1; Path=/", asks: "https://www.example.org/", sent: ""),
    CookieRow("to any port", "a=1; Path=/", asks: "https://www.example.com:8443/", sent: "a=1"),
    CookieRow("to http too", "a=1; Path=/", asks: "http://www.example.com/", sent: "a=1"),
    CookieRow("hosts in any case", "a=1; Path=/", asks: "https://WWW.Example.COM/", sent: "a=1"),
    CookieRow("Domain above", "a=1; Path=/; Domain=example.com", asks: www, sent: "a=1"),
    CookieRow(
      "goes to the domain itself", "a=1; Path=/; Domain=example.com", asks: "https://example.com/",
      sent: "a=1"),
    CookieRow(
      "and to its sisters", "a=1; Path=/; Domain=example.com", asks: "https://api.example.com/",
      sent: "a=1"),
    CookieRow(
      "and far below", "a=1; Path=/; Domain=example.com", asks: "https://a.b.c.example.com/",
      sent: "a=1"),
    CookieRow(
      "but not to what only ends so", "a=1; Path=/; Domain=example.com",
      asks: "https://badexample.com/", sent: ""),
    CookieRow(
      "a dot before it", "a=1; Path=/; Domain=.example.com", asks: "https://api.example.com/",
      sent: "a=1"),
    CookieRow("two dots are another name", "a=1; Domain=..example.com", sent: ""),
    CookieRow("a dot behind it is another name", "a=1; Domain=example.com.", sent: ""),
    CookieRow(
      "Domain in any case", "a=1; Path=/; DOMAIN=EXAMPLE.com", asks: "https://api.example.com/",
      sent: "a=1"),
    CookieRow(
      "the host itself is with all below", "a=1; Path=/; Domain=www.example.com",
      asks: "https://a.www.example.com/", sent: "a=1"),
    CookieRow(
      "an empty Domain is none", "a=1; Path=/; Domain=", asks: "https://a.www.example.com/",
      sent: ""),
    CookieRow("a dot alone is none", "a=1; Domain=.", sent: "a=1"),
    CookieRow("blanks are none", "a=1; Domain=   ", sent: "a=1"),
    CookieRow("the last Domain counts", "a=1; Domain=example.org; Domain=example.com", sent: "a=1"),
    CookieRow(
      "also where it is empty", "a=1; Path=/; Domain=example.com; Domain=",
      asks: "https://example.com/", sent: ""),
    CookieRow("a foreign Domain", "a=1; Domain=example.org", sent: ""),
    CookieRow("a Domain below", "a=1; Domain=a.www.example.com", sent: ""),
    CookieRow("a sister's Domain", "a=1; Domain=api.example.com", sent: ""),
    CookieRow("a Domain that only ends so", "a=1; Domain=ample.com", sent: ""),
    CookieRow("a top level", "a=1; Domain=com", sent: ""),
    CookieRow("a top level with a dot", "a=1; Domain=.com", sent: ""),
    CookieRow("a public suffix", "a=1; Domain=co.uk", from: "https://bank.co.uk/", sent: ""),
    CookieRow(
      "below a public suffix", "a=1; Domain=bank.co.uk", from: "https://www.bank.co.uk/",
      asks: "https://api.bank.co.uk/", sent: "a=1"),
    CookieRow(
      "everybody's pages", "a=1; Domain=github.io", from: "https://me.github.io/",
      asks: "https://you.github.io/", sent: ""),
    CookieRow(
      "a public suffix for itself", "a=1; Domain=github.io", from: "https://github.io/", sent: "a=1"
    ),
    CookieRow(
      "and for nobody below", "a=1; Domain=github.io", from: "https://github.io/",
      asks: "https://me.github.io/", sent: ""),
    CookieRow(
      "one label for itself", "a=1; Domain=intranet", from: "http://intranet/", sent: "a=1"),
    CookieRow("letters beyond ASCII in Domain", "a=1; Domain=exämple.com", sent: ""),
    CookieRow("an IPv4 address", "a=1", from: "http://192.0.2.1/", sent: "a=1"),
    CookieRow(
      "an address as Domain", "a=1; Domain=192.0.2.1", from: "http://192.0.2.1/", sent: "a=1"),
    CookieRow("a part of an address", "a=1; Domain=0.2.1", from: "http://192.0.2.1/", sent: ""),
    CookieRow(
      "an address below an address", "a=1; Domain=2.1", from: "http://2.1/",
      asks: "http://192.0.2.1/", sent: ""),
    CookieRow("an IPv6 address", "a=1", from: "http://[2001:db8::1]/", sent: "a=1"),
    CookieRow(
      "another address", "a=1", from: "http://[2001:db8::1]/", asks: "http://[2001:db8::2]/",
      sent: ""),
    CookieRow(
      "with and without Domain are two", "a=1; Path=/", "a=2; Path=/; Domain=www.example.com",
      sent: "a=1; a=2"),
  ]

  static let paths = [
    CookieRow(
      "without Path from its folder", "a=1", asks: "https://www.example.com/docs/other", sent: "a=1"
    ),
    CookieRow(
      "and the folder's own name", "a=1", asks: "https://www.example.com/docs", sent: "a=1"),
    CookieRow("and below", "a=1", asks: "https://www.example.com/docs/a/b", sent: "a=1"),
    CookieRow("not beside", "a=1", asks: "https://www.example.com/docs2", sent: ""),
    CookieRow("not above", "a=1", asks: "https://www.example.com/", sent: ""),
    CookieRow(
      "from the root", "a=1", from: "https://www.example.com/page",
      asks: "https://www.example.com/any/where", sent: "a=1"),
    CookieRow(
      "from no path", "a=1", from: "https://www.example.com", asks: "https://www.example.com/any",
      sent: "a=1"),
    CookieRow("to no path", "a=1; Path=/", asks: "https://www.example.com", sent: "a=1"),
    CookieRow(
      "to no path with a query", "a=1; Path=/", asks: "https://www.example.com?x=/docs", sent: "a=1"
    ),
    CookieRow(
      "from a folder", "a=1", from: "https://www.example.com/docs/",
      asks: "https://www.example.com/docs/x", sent: "a=1"),
    CookieRow(
      "from a folder to its name", "a=1", from: "https://www.example.com/docs/",
      asks: "https://www.example.com/docs", sent: "a=1"),
    CookieRow("Path=/", "a=1; Path=/", asks: "https://www.example.com/x", sent: "a=1"),
    CookieRow("a Path elsewhere", "a=1; Path=/other", sent: ""),
    CookieRow(
      "is sent elsewhere", "a=1; Path=/other", asks: "https://www.example.com/other/x", sent: "a=1"),
    CookieRow("a Path and what begins so", "a=1; Path=/doc", sent: ""),
    CookieRow("a Path with a slash behind", "a=1; Path=/docs/", sent: "a=1"),
    CookieRow(
      "is not the name alone", "a=1; Path=/docs/", asks: "https://www.example.com/docs", sent: ""),
    CookieRow(
      "a query is no path", "a=1; Path=/docs", asks: "https://www.example.com/docs?x=1", sent: "a=1"
    ),
    CookieRow("paths are told apart by case", "a=1; Path=/DOCS", sent: ""),
    CookieRow("a relative Path is none", "a=1; Path=docs", sent: "a=1"),
    CookieRow("an empty Path is none", "a=1; Path=", sent: "a=1"),
    CookieRow("the last Path counts", "a=1; Path=/x; Path=/", sent: "a=1"),
    CookieRow("also where it is none", "a=1; Path=/x; Path=x", sent: "a=1"),
    CookieRow("escapes are not undone", "a=1; Path=/d%6Fcs", sent: ""),
    CookieRow(
      "the longest path first", "a=1; Path=/", "b=2; Path=/docs/page", "c=3; Path=/docs",
      sent: "b=2; c=3; a=1"),
    CookieRow(
      "of one length the oldest first", "b=1; Path=/docs", "a=2; Path=/docs", sent: "b=1; a=2"),
    CookieRow("one name on two paths", "a=1; Path=/", "a=2; Path=/docs", sent: "a=2; a=1"),
    CookieRow(
      "taken away on one path only", "a=1; Path=/", "a=2; Path=/docs", "a=; Path=/; Max-Age=0",
      sent: "a=2"),
    CookieRow(
      "taken away elsewhere stays", "a=1; Path=/", "a=; Path=/docs; Max-Age=0", sent: "a=1"),
  ]

  static let secure = [
    CookieRow("Secure over TLS", "a=1; Secure", sent: "a=1"),
    CookieRow(
      "not over plain HTTP", "a=1; Secure", asks: "http://www.example.com/docs/page", sent: ""),
    CookieRow(
      "not from plain HTTP", "a=1; Secure; Path=/", from: "http://www.example.com/", asks: www,
      sent: ""),
    CookieRow("from localhost", "a=1; Secure", from: "http://localhost:8791/", sent: "a=1"),
    CookieRow("from 127.0.0.1", "a=1; Secure", from: "http://127.0.0.1/", sent: "a=1"),
    CookieRow("from [::1]", "a=1; Secure", from: "http://[::1]/", sent: "a=1"),
    CookieRow("not from 127.0.0.2", "a=1; Secure", from: "http://127.0.0.2/", sent: ""),
    CookieRow("SameSite=Lax is noted", "a=1; SameSite=Lax", sent: "a=1"),
    CookieRow("SameSite=Strict is noted", "a=1; SameSite=Strict", sent: "a=1"),
    CookieRow("any other SameSite is none", "a=1; SameSite=Sometimes", sent: "a=1"),
    CookieRow("SameSite=None asks for Secure", "a=1; SameSite=None", sent: ""),
    CookieRow("and is kept with it", "a=1; SameSite=None; Secure", sent: "a=1"),
    CookieRow("the last SameSite counts", "a=1; SameSite=None; SameSite=Lax", sent: "a=1"),
    CookieRow("__Secure-", "__Secure-a=1; Secure", sent: "__Secure-a=1"),
    CookieRow("__Secure- asks for Secure", "__Secure-a=1", sent: ""),
    CookieRow("in any case", "__SECURE-a=1", sent: ""),
    CookieRow(
      "__Secure- may have a Domain", "__Secure-a=1; Secure; Domain=example.com",
      sent: "__Secure-a=1"),
    CookieRow("__Host-", "__Host-a=1; Secure; Path=/", sent: "__Host-a=1"),
    CookieRow("__Host- asks for Secure", "__Host-a=1; Path=/", sent: ""),
    CookieRow(
      "__Host- asks for Path", "__Host-a=1; Secure", from: "https://www.example.com/", sent: ""),
    CookieRow("__Host- asks for Path=/", "__Host-a=1; Secure; Path=/docs", sent: ""),
    CookieRow(
      "__Host- has no Domain", "__Host-a=1; Secure; Path=/; Domain=www.example.com", sent: ""),
    CookieRow(
      "an empty Domain is none to it", "__Host-a=1; Secure; Path=/; Domain=", sent: "__Host-a=1"),
    CookieRow("__host- in any case", "__hOsT-a=1", sent: ""),
    CookieRow("a value that plays __Host-", "=__Host-a=1", sent: ""),
    CookieRow("a word that plays __Secure-", "=__Secure-a; Secure", sent: ""),
    CookieRow("__Hos is any name", "__Hos-a=1", sent: "__Hos-a=1"),
  ]
}
