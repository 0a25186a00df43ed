import LosslessJSON

/// Finds what looks like a secret wherever it stands.
package enum SecretShapes {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Every shape in some bytes, from left to right.
  package static func spans(_ bytes: Bytes) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    var memory = Memory()
    starts.withUnsafeBufferPointer { starts in
      var index = 0
      while index + 2 < bytes.count {
        let first = starts[Int(bytes[index])].asFirst
        guard first & starts[Int(bytes[index + 1])].asSecond != 0,
          first & starts[Int(bytes[index + 2])].asThird != 0,
          first & slash != 0 || !bytes.isWord(before: index),
          let found = shape(bytes, at: index, &memory)
        else {
          index += 1
          continue
        }
        var span = SecretSpan(range: found.range, name: found.name, form: .plain)
        // `/token/550e8400-…`: the same number is an identifier in other places.
        span.isLocal =
          first & slash != 0 && SecretValue(Bytes(rebasing: bytes[found.range])).isUUID
        spans.append(span)
        index = found.range.upperBound
      }
    }
    return spans
  }

  /// What earlier places told: without it a run is read again from each start inside it.
  private struct Memory {
    /// In front of it no JWT begins.
    var endWithoutJWT = 0
    var encoded = EncodedJSON.Run()
    var command = ShellCommand.Memory()
  }

  /// The first three bytes a shape may have, as sets of bits: most places end after one look.
  private struct Start {
    var asFirst: UInt64 = 0
    var asSecond: UInt64 = 0
    var asThird: UInt64 = 0
  }

  /// The bit of a path's slashes, in front of which a letter may stand.
  private static let slash: UInt64 = 1

  /// Each byte that begins a shape has a bit of its own, all digits one together.
  ///
  /// A byte that may follow has the bits of those it may follow.
  private static let starts: [Start] = {
    let digits = Array("0123456789".utf8)
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    var table = [Start](repeating: Start(), count: 256)
    for byte in "/%".utf8 { table[Int(byte)].asFirst = slash }
    for digit in digits { table[Int(digit)].asFirst = 2 }
    var next: UInt64 = 4
    func add(_ first: UInt8, _ seconds: some Sequence<UInt8>, _ thirds: some Sequence<UInt8>) {
      if table[Int(first)].asFirst == 0 {
        table[Int(first)].asFirst = next
        next *= 2
      }
      for byte in seconds { table[Int(byte)].asSecond |= table[Int(first)].asFirst }
      for byte in thirds { table[Int(byte)].asThird |= table[Int(first)].asFirst }
    }
    add(UInt8(ascii: "/"), letters + "2%".utf8, letters + "234567".utf8)
    add(UInt8(ascii: "1"), digits, digits)
    add(UInt8(ascii: "-"), letters + "-".utf8, UInt8(0x20)..<0x7f)
    for first in "MNO".utf8 { add(first, "DTjz".utf8, letters + digits) }
    for start in [
      "eyJ", "eyA", "ewo", "ew0", "W3s", "WyJ", "Bea", "bea", "BEA", "Bas", "bas", "BAS",
      "htt", "bot", "set", "mac",
    ].map({ Array($0.utf8) }) + prefixes.map(\.text) {
      add(start[0], start[1...1], start.count > 2 ? start[2...2] : (letters + digits)[...])
    }
    return table
  }()

  typealias Found = (range: Range<Int>, name: String)

  private static func shape(_ bytes: Bytes, at index: Int, _ memory: inout Memory) -> Found? {
    switch bytes[index] {
    case UInt8(ascii: "/"), UInt8(ascii: "%"): return path(bytes, index)
    case UInt8(ascii: "e"):
      return jwt(bytes, index, &memory.endWithoutJWT)
        ?? EncodedJSON.find(bytes, index, &memory.encoded)
    case UInt8(ascii: "W"): return EncodedJSON.find(bytes, index, &memory.encoded)
    case UInt8(ascii: "-"):
      return pem(bytes, index) ?? ShellCommand.secret(bytes, index, &memory.command)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if let found = telegram(bytes, index) { return found }
    case UInt8(ascii: "B"), UInt8(ascii: "b"):
      if let found = bearer(bytes, index) ?? basic(bytes, index) ?? telegram(bytes, index) {
        return found
      }
    case UInt8(ascii: "h"):
      if let found = webhook(bytes, index) { return found }
    case UInt8(ascii: "s"), UInt8(ascii: "m"):
      if let found = ShellCommand.setting(bytes, index) ?? ShellCommand.machine(bytes, index) {
        return found
      }
    case UInt8(ascii: "M"), UInt8(ascii: "N"), UInt8(ascii: "O"):
      if let found = discord(bytes, index) { return found }
    default: break
    }
    for row in prefixesByFirst[Int(bytes[index])] {
      if let found = run(bytes, index, row) { return found }
    }
    return nil
  }

  private static let prefixesByFirst: [[Prefix]] = {
    var table = [[Prefix]](repeating: [], count: 256)
    for row in prefixes { table[Int(row.text[0])].append(row) }
    return table
  }()

  /// A prefix, how many letters, digits, `_` and `-` are behind it, and what it is called.
  private struct Prefix: Sendable {
    let text: [UInt8]
    let least: Int
    let most: Int
    /// Whether hexadecimal digits alone are behind it: some prefixes are words too.
    let isHex: Bool
    let name: String
  }

  /// A name, the count of letters behind (`=16` exactly, `h32` exactly and hexadecimal), prefixes.
  private static let prefixes: [Prefix] = """
    aws-key =16 AKIA ASIA ABIA ACCA
    google-key =35 AIza
    google-token 20 ya29. 1//0 1%2F%2F0 1%2f%2f0
    google-code 30 4/0A 4%2F0A 4%2f0A
    google-secret 20 GOCSPX-
    firebase-key 100 APA91b
    github-token 20 ghp_ gho_ ghu_ ghs_ ghr_ github_pat_
    gitlab-token 16 glpat- gldt- glrt- glptt- glcbt- glft- glimt- glagent- glsoat- gloas- glffct-
    gitlab-token =20 GR1348941
    npm-token 20 npm_
    pypi-token 40 pypi-
    rubygems-key 40 rubygems_
    nuget-key =43 oy2
    crates-token =32 cio
    clojars-token =60 CLOJARS_
    api-key 16 sk- csk-
    api-key h48 sk_
    groq-key 40 gsk_
    xai-key 40 xai-
    perplexity-key 40 pplx-
    replicate-token =37 r8_
    pinecone-key 40 pcsk_
    tavily-key 20 tvly-
    langsmith-key 30 lsv2_
    stripe-key 10 sk_live_ sk_test_ rk_live_ rk_test_ sk_org_
    webhook-secret 16 whsec_
    slack-token 10 xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe. xoxe-
    slack-token 15 xapp-
    sendgrid-key 40 SG.
    brevo-key 30 xkeysib- xsmtpsib-
    twilio-key h32 SK
    mailgun-key h32 key-
    huggingface-token 30 hf_ api_org_
    vault-token 20 hvs. hvb. hvr.
    digitalocean-token 40 dop_v1_ doo_v1_ dor_v1_
    docker-token 20 dckr_pat_ dckr_oat_
    databricks-token =32 dapi
    databricks-token =34 dapi
    shopify-token 20 shpat_ shpss_ shpca_ shppa_
    square-token 20 sq0atp- sq0csp-
    square-token =60 EAAA
    facebook-token 30 EAAC EAAB EAAG
    facebook-token 90 EAA
    atlassian-token 40 ATATT3 ATCTT3
    bitbucket-token =32 ATBB
    linear-key 20 lin_api_ lin_oauth_
    notion-token 30 ntn_
    notion-token =43 secret_
    postman-key 30 PMAK-
    newrelic-key 20 NRAK- NRII- NRJS-
    typeform-token 30 tfp_
    figma-token 20 figd_
    airtable-token 60 pat
    grafana-token 30 glc_ glsa_
    dynatrace-token 60 dt0c01. dt0s01.
    sentry-token 30 sntrys_ sntryu_
    planetscale-token 20 pscale_tkn_ pscale_pw_ pscale_oauth_
    supabase-key 20 sbp_ sb_secret_
    netlify-token 30 nfp_
    vercel-token 20 vercel_blob_rw_ vcp_
    heroku-key 30 HRKU-
    render-key 20 rnd_
    doppler-token 30 dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.
    pulumi-token h40 pul-
    circleci-token 30 CCIPAT_ CCIPRJ_
    buildkite-token 20 bkua_
    snyk-token 30 snyk_
    sonar-token h40 squ_ sqp_ sqa_
    artifactory-key 60 AKCp
    prefect-token 30 pnu_ pnb_
    duffel-token 30 duffel_test_ duffel_live_
    easypost-key 40 EZAK EZTK
    flutterwave-key 12 FLWSECK_TEST- FLWSECK-
    readme-key 40 rdme_
    shippo-token 30 shippo_live_ shippo_test_
    onepassword-token 60 ops_eyJ
    tailscale-key 16 tskey-
    mapbox-token 60 sk.eyJ
    dropbox-token 60 sl.
    hubspot-token 30 pat-na1- pat-eu1- pat-na2-
    contentful-token 30 CFPAT-
    sourcegraph-token 30 sgp_
    posthog-key 30 phx_
    alchemy-token 20 alcht_
    plaid-token =36 access-sandbox- access-production- access-development-
    launchdarkly-key =36 sdk- api-
    paseto 40 v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public.
    age-key 50 AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1
    wallet-key 100 xprv
    nostr-key 58 nsec1
    alibaba-key 16 LTAI
    adafruit-key =28 aio_
    """.split(separator: "\n").flatMap { line -> [Prefix] in
      let words = line.split(separator: " ")
      let number = Int(words[1].drop { !$0.isNumber }) ?? 0
      let isExact = Int(words[1]) == nil
      return words.dropFirst(2).map {
        Prefix(
          text: Array($0.utf8), least: number, most: isExact ? number : .max,
          isHex: words[1].hasPrefix("h"), name: String(words[0]))
      }
    }

  /// A prefix and a run behind it; a few have points inside.
  private static func run(_ bytes: Bytes, _ index: Int, _ row: Prefix) -> Found? {
    let start = index + row.text.count
    guard start <= bytes.count, bytes[index..<start].elementsEqual(row.text) else { return nil }
    let hasPoints = row.text.contains(UInt8(ascii: ".")) || row.name == "airtable-token"
    // A run that is too long fails at once: other starts inside it must not read it again.
    let limit = row.most < bytes.count - start ? start + row.most + 1 : bytes.count
    let end =
      bytes[start..<limit].firstIndex { !$0.isTokenLetter && !(hasPoints && $0 == 0x2e) } ?? limit
    guard end - start >= row.least, end - start <= row.most else { return nil }
    if row.isHex, !bytes[start..<end].allSatisfy({ $0.hexValue != nil }) { return nil }
    return (index..<end, row.name)
  }

  /// A bot's number and its token: 35 letters behind the bare number (`12345678:AA…`), fewer
  /// behind `bot`, fewest in a path (`/bot123456:AA…`).
  private static func telegram(_ bytes: Bytes, _ index: Int) -> Found? {
    let isNamed = bytes[index...].starts(with: "bot".utf8)
    let start = index + (isNamed ? 3 : 0)
    let limit = min(bytes.count, start + 13)
    guard let colon = bytes[start..<limit].firstIndex(where: { $0 &- 0x30 >= 10 }),
      colon - start >= (isNamed ? 5 : 8)
    else { return nil }
    let isEscaped = bytes[colon...].starts(with: "%3A".utf8)
    guard isEscaped || bytes[colon] == 0x3a else { return nil }
    let token = colon + (isEscaped ? 3 : 1)
    let stop = min(bytes.count, token + 65)
    guard token < stop else { return nil }
    let end = bytes[token..<stop].firstIndex { !$0.isTokenLetter } ?? stop
    let isInPath =
      index > 0 && bytes[index - 1] == UInt8(ascii: "/")
      || index > 2 && bytes[(index - 3)..<index].elementsEqual("%2F".utf8)
    let counts = isNamed ? (isInPath ? 20 : 30)...64 : 35...35
    return counts.contains(end - token) ? (start..<end, "telegram-token") : nil
  }

  /// The path of a webhook: anyone who has it can post there.
  private static func webhook(_ bytes: Bytes, _ index: Int) -> Found? {
    for host in hooks where bytes[index...].starts(with: host.utf8) {
      let start = index + host.utf8.count
      let end =
        bytes[start...].firstIndex { !$0.isTokenLetter && $0 != UInt8(ascii: "/") } ?? bytes.count
      return end - start >= 20 ? (start..<end, "webhook") : nil
    }
    return nil
  }

  private static let hooks = [
    "https://hooks.slack.com/services/", "https://hooks.slack.com/workflows/",
    "https://discord.com/api/webhooks/", "https://discordapp.com/api/webhooks/",
    "https://canary.discord.com/api/webhooks/", "https://ptb.discord.com/api/webhooks/",
    "https://hooks.zapier.com/hooks/catch/", "https://outlook.office.com/webhook/",
  ]

  /// The token of a bot: its number in base64, a time, and 27 or more letters.
  private static func discord(_ bytes: Bytes, _ index: Int) -> Found? {
    var end = index
    for (piece, counts) in [23...28, 6...7, 27...40].enumerated() {
      let start = piece == 0 ? index : end + 1
      guard piece == 0 || end < bytes.count && bytes[end] == UInt8(ascii: ".") else { return nil }
      let stop = min(bytes.count, start + counts.upperBound + 1)
      end = bytes[start..<stop].firstIndex { !$0.isTokenLetter } ?? stop
      guard counts.contains(end - start) else { return nil }
    }
    return (index..<end, "discord-token")
  }

  /// The base64 pair after `Basic `; `Basic ` itself stays.
  private static func basic(_ bytes: Bytes, _ index: Int) -> Found? {
    let start = index + 6
    guard start < bytes.count, Bytes(rebasing: bytes[index..<start]).isWord("basic ") else {
      return nil
    }
    let end =
      bytes[start...].firstIndex { !$0.isTokenLetter && !"+/=".utf8.contains($0) } ?? bytes.count
    guard end - start >= 6, let pair = Base64Text.decode(Array(bytes[start..<end])),
      pair.contains(0x3a), pair.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
    else { return nil }
    return (start..<end, "basic")
  }

  /// Three pieces of base64url, or five where it is encrypted; the first begins as `{"` does.
  private static func jwt(_ bytes: Bytes, _ index: Int, _ failed: inout Int) -> Found? {
    guard index >= failed, bytes[index...].starts(with: "eyJ".utf8) else { return nil }
    let first = bytes[index...].firstIndex { !$0.isTokenLetter } ?? bytes.count
    var end = first
    for piece in 1..<3 {
      let start = end + 1
      guard end - index >= 4, end < bytes.count, bytes[end] == UInt8(ascii: ".") else {
        failed = first
        return nil
      }
      end = bytes[start...].firstIndex { !$0.isTokenLetter } ?? bytes.count
      guard piece == 2 || end - start >= 4 else {
        failed = first
        return nil
      }
    }
    for _ in 0..<2 where end + 1 < bytes.count && bytes[end] == UInt8(ascii: ".") {
      let next = bytes[(end + 1)...].firstIndex { !$0.isTokenLetter } ?? bytes.count
      if next - end > 8 { end = next }
    }
    return (index..<end, "jwt")
  }

  /// The token after `Bearer `, unless it is an ordinary word; `Bearer ` itself stays.
  private static func bearer(_ bytes: Bytes, _ index: Int) -> Found? {
    let word = Array("bearer ".utf8)
    guard index + word.count < bytes.count,
      Bytes(rebasing: bytes[index..<(index + 6)]).isWord("bearer")
    else { return nil }
    // `bearer.TOKEN`, as the protocols of a WebSocket have it.
    let isJoined = bytes[index + 6] == UInt8(ascii: ".")
    guard isJoined || bytes[index + 6] == 0x20 else { return nil }
    let start = index + word.count
    let end =
      bytes[start...].firstIndex { !$0.isTokenLetter && !"./+~=".utf8.contains($0) } ?? bytes.count
    let token = Bytes(rebasing: bytes[start..<end])
    // `GET /bearer HTTP/1.1`, `bearer authentication`: nothing to keep.
    guard !isJoined || SecretValue(token).isMade else { return nil }
    guard token.count >= 8, !token.starts(with: "HTTP/".utf8),
      token.count >= 20 || token.contains(where: { $0 &- 0x30 < 10 })
    else { return nil }
    return (start..<end, "bearer")
  }

  /// A private key in PEM, to its end line or to the end of the text it stands in.
  private static func pem(_ bytes: Bytes, _ index: Int) -> Found? {
    let opening = Array("-----BEGIN ".utf8)
    guard bytes[index...].starts(with: opening) else { return nil }
    let line = bytes[index...].prefix(80)
    guard let word = line.firstPlace(of: "PRIVATE KEY".utf8),
      let mark = line[word.upperBound...].firstPlace(of: "-----".utf8)
    else { return nil }
    let rest = bytes[mark.upperBound...]
    let stop = rest.firstPlace(of: "-----END ".utf8)
    guard let stop else {
      let end = rest.firstIndex(of: 0x22) ?? bytes.count
      return (index..<end, "private-key")
    }
    let close = bytes[stop.upperBound...].prefix(80).firstPlace(of: "-----".utf8)
    return (index..<(close?.upperBound ?? stop.upperBound), "private-key")
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a letter or digit stands in front: then this is the middle of a word.
  fileprivate func isWord(before index: Int) -> Bool {
    guard index > 0 else { return false }
    let byte = self[index - 1]
    // `\n` in JSON ends in a letter, `%20` in a digit: neither is a word.
    if index > 1, self[index - 2] == 0x5c { return false }
    if index > 2, self[index - 3] == 0x25 { return false }
    return byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}

extension UInt8 {
  var isTokenLetter: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self == 0x5f || self == 0x2d
  }
}
