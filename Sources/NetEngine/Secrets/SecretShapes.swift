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
          !bytes.isWord(before: index),
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
    add(UInt8(ascii: "'"), letters + "_".utf8, letters + digits + "_.-".utf8)
    let encoded = ["eyA", "ewo", "ew0", "W3s", "WyJ"].map { Array($0.utf8) }
    for start in encoded + prefixes.joined() where start.count > 1 {
      add(start[0], start[1...1], start.count > 2 ? start[2...2] : (letters + digits)[...])
    }
    return table
  }()

  typealias Found = (range: Range<Int>, name: String)

  private static func shape(_ bytes: Bytes, at index: Int, _ memory: inout Memory) -> Found? {
    switch bytes[index] {
    case UInt8(ascii: "/"), UInt8(ascii: "%"): return path(bytes, index)
    case UInt8(ascii: "W"):
      if let found = EncodedJSON.find(bytes, index, &memory.encoded) { return found }
    case UInt8(ascii: "e"):
      if index >= memory.endWithoutJWT {
        if let found = listed(bytes, index) { return found }
        memory.endWithoutJWT =
          bytes[index...].firstIndex { !$0.isTokenLetter } ?? bytes.count
      }
      return EncodedJSON.find(bytes, index, &memory.encoded)
    case UInt8(ascii: "-"):
      let isKey = index + 5 < bytes.count && bytes[index + 5] == UInt8(ascii: "B")
      return (isKey ? listed(bytes, index) : nil)
        ?? ShellCommand.secret(bytes, index, &memory.command)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      // Most numbers are shorter than a bot's.
      let isNumber = bytes[index + 1] &- 0x30 < 10
      guard !isNumber || index + 7 < bytes.count && bytes[index + 7] &- 0x30 < 10 else {
        return nil
      }
    default: break
    }
    return listed(bytes, index)
  }

  /// A shape of the table; a few are judged by what they say.
  private static func listed(_ bytes: Bytes, _ index: Int) -> Found? {
    guard prefixes[Int(bytes[index])].contains(where: { bytes[index...].starts(with: $0) }),
      let match = expression(for: bytes[index]).match(bytes, at: index)
    else { return nil }
    let value = Bytes(rebasing: bytes[match.range])
    switch match.mark {
    case "basic":
      guard let pair = Base64Text.decode(Array(value)), pair.contains(0x3a),
        pair.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
      else { return nil }
    case "bearer-protocol":
      return SecretValue(value).isMade ? (match.range, "bearer") : nil
    case "by-name", "by-pair":
      let name = Bytes(rebasing: bytes[match.group ?? 0..<0])
      guard let secret = SecretName(name), secret.covers(text: value) else { return nil }
      // Two words in a list may be two names.
      let counts =
        match.mark == "by-name" || SecretValue(value).isMade
        || secret.grade != .likely && SecretValue(value).hasSigns
      return counts ? (match.range, String(lenient: name)) : nil
    case "sql", "sql-literal":
      let isSecret = SecretName("password")?.covers(text: value) == true
      return isSecret && (match.mark == "sql" || SecretValue(value).isOpaque)
        ? (match.range, "password") : nil
    default: break
    }
    return (match.range, match.mark)
  }

  /// The rows that begin with a byte, as one expression, compiled when it is first asked for.
  private static func expression(for first: UInt8) -> PlacePattern {
    compiled.withLock { compiled in
      if let known = compiled[Int(first)] { return known }
      let rows = Self.rows.filter { $0.prefix.utf8.first == first }
      let pattern = PlacePattern(
        rows.isEmpty ? "(?!)" : "(?|\(rows.map(\.expression).joined(separator: "|")))")
      compiled[Int(first)] = pattern
      return pattern
    }
  }

  /// The prefixes by their first byte: compared before an expression is matched, which takes longer.
  private static let prefixes: [[[UInt8]]] = {
    var table = [[[UInt8]]](repeating: [], count: 256)
    for row in rows.map({ Array($0.prefix.utf8) }) { table[Int(row[0])].append(row) }
    return table
  }()

  private static let compiled = Lock([PlacePattern?](repeating: nil, count: 256))

  /// How a shape begins and goes on.
  private struct Row: Sendable {
    let name: Substring
    let tail: Substring
    let prefix: Substring

    var expression: String {
      let letters = prefix.utf8.contains(UInt8(ascii: ".")) ? #"[\w.-]"# : #"[\w-]"#
      var expression = String(tail)
      if let least = Int(tail) {
        expression = "\(letters){\(least),}+"
      } else if let count = Int(tail.dropFirst()) {
        let isHex = tail.utf8.first == UInt8(ascii: "h")
        expression = "\(isHex ? "[0-9A-Fa-f]" : letters){\(count)}(?![\\w-])"
      }
      return "\\Q\(prefix)\\E\(expression)(*:\(name))"
    }
  }

  /// A text in one of three quotes, which may be escaped, without `Bearer` and bytes of a class.
  private static func quoted(_ refused: String = "") -> String {
    let parts = ["\"", "'", "`"].map { quote in
      let (start, letter) = (
        #"\#(quote)(?:(?i:bearer|basic)\x20++)?+\K(?![\s,:}\]$%])"#,
        #"[^\#(quote)\\\x00-\x1f\#(refused)]"#
      )
      return #"\#(start)(?:\#(letter)|\\.)++|\\++\#(start)\#(letter)++"#
    }
    return "(?:\(parts.joined(separator: "|")))"
  }

  /// A name, what follows a prefix, and the prefixes.
  ///
  /// What follows is an expression, in which `\K` is in front of the secret, or a count of letters,
  /// digits, `_` and `-`: `20` or more, `=16` exactly, `h32` exactly and hexadecimal.
  /// A run that is too long fails at once: other starts inside it must not read it again.
  private static let rows: [Row] = #"""
    jwt [\w-]++\.[\w-]{4,}+\.[\w-]*+(?:\.[\w-]{8,}+){0,2} eyJ
    private-key \x20(?:[A-Z0-9]+\x20){0,4}PRIVATE\x20KEY[^-]{0,30}-----\#
    (?:(?s:.{0,50000}?)-----END\x20(?:.{0,70}?-----)?|[^"]*+) -----BEGIN
    bearer \x20\K(?!HTTP/)(?=[\w./+~=-]{20}|[\w./+~=-]*\d)[\w./+~=-]{8,}+ bearer Bearer BEARER
    bearer \K[\w./+~=-]{8,}+ bearer.authorization.k8s.io.
    bearer-protocol \.\K[\w./+~=-]{8,}+ bearer Bearer BEARER
    basic \x20\K[\w+/=-]{6,}+ basic Basic BASIC
    telegram-token (?:(?<=/bot|%2Fbot)\K\d{5,12}+(?::|%3A)[\w-]{20,64}+\#
    |\K\d{5,12}+(?::|%3A)[\w-]{30,64}+)(?![\w-]) bot
    telegram-token \d{7,11}+(?::|%3A)[\w-]{35}(?![\w-]) 0 1 2 3 4 5 6 7 8 9
    discord-token [\w-]{21,26}+\.[\w-]{6,7}+\.[\w-]{27,40}+(?![\w-]) \#
    MD MT Mj Mz ND NT Nj Nz OD OT Oj Oz
    webhook \K[\w/@-]{20,}+ hooks.slack.com/services/ hooks.slack.com/workflows/ \#
    discord.com/api/webhooks/ discordapp.com/api/webhooks/ hooks.zapier.com/hooks/catch/ \#
    outlook.office.com/webhook/ webhook.office.com/webhookb2/
    by-name \h{1,9}+(?:/[mM]\h{1,9}+)?["']?([^\s"'\\`<>|;&=]++)["']?\h{1,9}+(?!["']?[%$])\#
    \#(ShellCommand.word()) setx setenv SetEnv ENV proxy_set_header
    by-name (?:\h{1,9}+-[gUlxe]{1,4}|(?:ure)?\h{1,9}+set)\h{1,9}+([^\s"'\\`<>|;&=]++)\h{1,9}+\#
    (?!["']?[%$])\#(ShellCommand.word()) set config
    by-name \h{1,9}+["']?([\w.-]{2,80}+)["']?\s{1,80}+(?i:value):\h{1,9}+(?![$|>&*!])\#
    \#(ShellCommand.word()) name: Name: key: Key:
    by-name ([\w.-]{2,80}+)\\++x22\s{0,9}+:\s{0,9}+\\++x22\#
    \K(?:[^"'\\\x00-\x1f]|\\(?!\\*+x22))++ \x22
    by-pair ((?:\w{1,40}+\x20){0,2}?(?i:password|passwort|passcode|passphrase)):?\s{0,9}+</\w{1,9}+>\#
    [\s:]{0,20}+(?:<\w{1,9}+[^<>]{0,200}+>\s{0,20}+)?\K[^<>\s]{4,200}+(?=\s{0,20}+<) \#
    <td> <th> <dt> <b> <strong> <label>
    password \h{1,9}+(?!["']?[%$])\#(ShellCommand.word()) requirepass masterauth bindpw rootpw
    password (?:[A-Z]:[^;\x00-\x1f]{0,80};){0,6}?P:\K[^;\x00-\x1f]+ WIFI:
    password [\w$#.-]{1,60}+/\K[^@\s"'\\]+(?=@) jdbc:oracle:thin:
    password ::\h{1,3}+\K[\w+/=]+ userPassword
    password-hash [\w./$=,+-]{20,}+ $2a$ $2b$ $2y$ $6$ $apr1$ $argon2 $scrypt$ $pbkdf2
    private-key (?s:\x20\d{1,4}+(?:\s|\\[rn])++\K.{20,8000}?(?=(?:\s|\\[rn])++Private-MAC)) \#
    Private-Lines:
    cookie \h?(?:\\t)?[^\s\\]{1,200}+(?:\t|\\t)(?:TRUE|FALSE)(?:\t|\\t)\d{1,12}+(?:\t|\\t)\#
    [^\s\\]{1,200}+(?:\t|\\t)\K[^\s\\"]++ TRUE FALSE
    card-number \s{0,9}+:\s{0,9}+\{[^{}]{0,400}?"number"\s{0,9}+:\s{0,9}+"?\K[3-6][\d\x20-]{12,22}+\#
    (?="?\s{0,9}+[,}]) "card" "creditCard" "credit_card" "paymentCard"
    by-name \s{1,9}+\\*+"([\w-]{2,80}+)\\*+"\s{0,9}+\{[^}]{0,600}?default\s{0,40}+=\s{0,40}+\#
    \\*+"\K[^"\\\x00-\x1f]+ variable
    by-name ([\w.$-]{2,80}+)'\]?\s{0,9}+(?::|=>?)\s{0,9}+\#
    \#(quoted()) '
    by-pair ([\w.$-]{2,80}+)\\*+["']\s{0,9}+(?:,|->)\s{0,9}+\#
    \#(quoted("\\x20:|(),"))(?=\\*+["'`]\s{0,9}+[)}]) (' (" (\" {' {" {\"
    by-name ([\w.-]{2,80}+)\\*+"\]=>(?:\s|\\[nrt]){1,200}+string\(\d{1,9}\)\s\\*+"\#
    \K[^"\\]+ [" [\"
    by-name \s{1,3}+(\w{2,80}+)\s{1,3}+string\s{1,3}+=\s{1,3}+\#
    \\*+["`]\K[^"`\\\x00-\x1f]+ const var
    password ,\s{0,3}+\\*+["'][^:"'\\\x00-\x1f]{1,80}+:\K[^"'\\\x00-\x1f]+ \#
    CURLOPT_USERPWD CURLOPT_PROXYUSERPWD
    password \s{1,400}+login\s{1,400}+\S{1,400}+\s{1,400}+password\s{1,400}+\#(ShellCommand.word()) \#
    default
    sql-literal \s{1,9}+'\K(?:[^'\\\x00-\x1f]++|\\.)++ password Password PASSWORD
    sql \('\K(?:[^'\\\x00-\x1f]++|\\.)++ PASSWORD
    sql (?i:\s{1,9}+(?:WITH\s{1,9}+\S{1,64}+\s{1,9}+)?BY\s{1,9}+(?:PASSWORD\s{1,9}+)?)\#
    '\K(?:[^'\\\x00-\x1f]++|\\.)++ IDENTIFIED identified Identified
    password \s{1,400}+\S{1,400}+\s{1,400}+\#
    (?:(?:login|account)\s{1,400}+\S{1,400}+\s{1,400}+){0,2}password\s{1,400}+\#(ShellCommand.word()) machine
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
    airtable-token [\w.-]{60,}+ pat
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
    """#.split(separator: "\n").flatMap { line -> [Row] in
      let words = line.split(separator: " ")
      return words.dropFirst(2).map { Row(name: words[0], tail: words[1], prefix: $0) }
    }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a letter or digit stands in front: then this is the middle of a word.
  fileprivate func isWord(before index: Int) -> Bool {
    guard index > 0, !"/%'([{".utf8.contains(self[index]) else { return false }
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
