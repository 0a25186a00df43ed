/// Why a cookie is not kept, in words after its name.
package enum CookieRefusal: String, Error, Sendable {
  case empty = "is empty"
  case control = "holds a control character"
  case tooLarge = "has more than 4,096 bytes of name and value"
  case domainBeyondASCII = "is for a domain that is not in ASCII"
  case foreignDomain = "is for a domain that is not the server's"
  case publicSuffix = "is for a domain under which anybody can have a name"
  case insecure = "is Secure, and this is plain HTTP"
  case coversSecure = "would cover a Secure one, and this is plain HTTP"
  case noneWithoutSecure = "says SameSite=None without Secure"
  case securePrefix = "has a prefix that asks for Secure"
  case hostPrefix = "has a prefix that asks for Secure, Path=/ and no Domain"
}
