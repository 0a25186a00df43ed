import NetEngine
import NetRecordings

/// The values of a request's secret variables, which no screen shows.
struct SecretVariables {
  private var known = KnownSecrets()

  /// None where no variable of the request is secret.
  init?(of request: HTTPRequest, hops: [Hop] = []) {
    guard !request.secrets.isEmpty else { return nil }
    for secret in request.secrets { known.learn(secret) }
    let heads = request.headers.map { Array($0.value.utf8) } + hops.map(\.requestHead)
    for head in heads { learnCredentials(in: head) }
  }

  /// `Basic` hides a user name and password behind Base64: with a secret in it, all of it is one.
  private mutating func learnCredentials(in head: [UInt8]) {
    for line in head.split(separator: 0x0a) {
      let words = line.split { $0 == 0x20 || $0 == 0x0d || $0 == 0x09 }
      for (scheme, text) in zip(words, words.dropFirst())
      where scheme.elementsEqual("basic".utf8, by: { $0 | 0x20 == $1 }) {
        guard let plain = Base64Text.decode(text), known.hiding(in: plain) != plain else {
          continue
        }
        known.learn(NamedSecret(name: "credentials", value: String(decoding: text, as: UTF8.self)))
      }
    }
  }

  func hiding(_ bytes: [UInt8]) -> [UInt8] { known.hiding(in: bytes) }

  func hiding(_ text: String) -> String {
    String(decoding: known.hiding(in: Array(text.utf8)), as: UTF8.self)
  }
}

extension HTTPRequest {
  /// The URL as lists and titles show it: without secrets by their names, and without values of
  /// secret variables.
  var shownURL: String { (SecretVariables(of: self)?.hiding(url) ?? url).withMaskedSecrets }
}

extension Response {
  /// The URL of one of its hops as titles show it.
  func shownURL(of hop: Hop) -> String {
    (SecretVariables(of: request)?.hiding(hop.url) ?? hop.url).withMaskedSecrets
  }

  /// With bullets in what was sent, wherever the value of a secret variable stands.
  var hidingSecretVariables: Response {
    guard let secrets = SecretVariables(of: request, hops: hops) else { return self }
    var copy = self
    copy.request.url = secrets.hiding(request.url)
    copy.request.headers = Headers(
      request.headers.map { HeaderField($0.name, secrets.hiding($0.value), source: $0.source) })
    copy.request.body = request.body.map { Body(secrets.hiding($0.bytes)) }
    for index in hops.indices {
      copy.hops[index].requestHead = secrets.hiding(hops[index].requestHead)
      copy.hops[index].url = secrets.hiding(hops[index].url)
    }
    return copy
  }
}
