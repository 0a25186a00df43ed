import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Fields and paths of ordinary traffic, in which redaction finds nothing.
@Suite("Ordinary texts") struct OrdinaryTextsTests {
  /// A name, a blank and a value each.
  static let fields = #"""
    primaryKey userId|primary_key userId2|sessions keynote-1|pwd /home/ada/src|PWD /var/www
    puk hockey|puk black-rubber|pin red|pin GPIO17|pin D13|pins PA5,PB7|sas airline1|sas SK1426
    ticket SUP-1234|ticket SUP-2026-1234|ticketId 48213|ticket_number INC0012345|tan 12.5
    tan 0.785398|nonce 42|nonce 1764288000|tok verb|token_type Bearer|tokenType mac
    token_count 512|total_tokens 4096|max_tokens 1024|prompt_tokens 12|completion_tokens 87
    expires_in 3600|refresh_interval 15m|refreshRate 60Hz|refresh 30|autoRefresh true
    lastRefresh 2026-11-27T10:00:00Z|password_policy min12|passwordLength 12|password_hint pet
    password_changed_at 2026-01-31|requires_password false|passwordless true
    password_strength strong|secret_name prod/db|secretary Ann|session_count 17
    session_timeout 1800|session-expired true|sessionDuration 00:15:00|cookie_policy strict
    cookie_domain shop.example|cookieConsent accepted|credentials same-origin
    credential_type public-key|author Jane Smith|authority example.com|auth_type oauth2
    authorized true|auth basic|auth none|key value-1|key users|public_key_id k-17|primary_key id
    sort_key created_at|partitionKey user#17
    idempotency_key 550e8400-e29b-41d4-a716-446655440000|keyboard qwertz|monkey banana
    pinned true|pinterest boards|shipping DHL-Express|spin left|pin_count 4|account_sid AC17
    ssid HomeNet5G|signature_method HMAC-SHA256|signature_version 4|bypass cache
    csrf_header X-CSRF|jwt_issuer auth.example|postal_code 10115|zip 94103-1234|error_code E4096
    code NOT_FOUND|code 401|code ERR_VALIDATION_42|status_code 200|country_code DE
    currency_code EUR|promo_code SUMMER20|coupon WELCOME-2026|otp_length 6|otpEnabled true
    user_code U001|userCode 4711|magic_link false|magicLinkEnabled true|passkey_count 2
    passkeysSupported true|mnemonic MOV|mnemonic jmp|sas airline|tango dance|tandem bike
    tanker ship|nonceless true|tokenizer cl100k_base|stock 17|tokens 7|secrets 3|sessions 12
    passwords 0|id 17|id 550e8400-e29b-41d4-a716-446655440000
    uuid 8f14e45f-ceea-467f-a8f0-1c3c2e8b9d01|guid 3F2504E0-4F89-11D3-9A0C-0305E82C3301
    ulid 01HZX3QK9V8M7N6P5R4S3T2W1Y|etag W/"a1b2c3d4e5f6"|hash 9f86d081884c7d659a2feaa0c55ad015
    sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    md5 d41d8cd98f00b204e9800998ecf8427e|commit 3f786850e387550fdab836ed7e6dc881de23001b
    checksum crc32c:AAAAAA==|fingerprint SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
    version 1.2.3-beta.4|build 20261127.4|release v2026.11|branch feature/login-form|tag v1.0.0
    sku AB-1234-XL|isbn 978-3-16-148410-0|ean 4006381333931|gtin 00012345600012
    vin 1HGCM82633A004352|iata FRA|icao EDDF|flight LH1234|pnr_status confirmed
    order_id ORD-2026-000123|invoice INV-2026-0042|customer_number K-100234
    tracking 1Z999AA10123456784|reference RF18539007547034|bic COBADEFFXXX|vat DE123456789
    tax_rate 19.0|price 129.99|amount 1299|total 4200.50|currency EUR|quantity 3|weight 1.25kg
    height 180|width 640|depth 32|color #ff8800|theme dark|locale de-DE|language pt_BR
    timezone Europe/Berlin|country Germany|city São Paulo|street Hauptstraße 5
    phone +49 30 123456|mobile 01701234567|email ada@example.com|username ada|user ada-lovelace
    login ada|name Ada Lovelace|first_name Ada|last_name Lovelace|nickname l33tcoder
    avatar https://cdn.example/a/17.png|url https://api.example/v1/users?page=2
    href /v1/orders/17/items|link https://example.com/docs/getting-started
    callback_url https://app.example/callback|redirect /home|path /var/log/app/2026-11-27.log
    file report-2026-11.pdf|filename IMG_20261127_101530.jpg|mime image/svg+xml
    content_type application/json|encoding utf-8|charset iso-8859-1|size 10485760|bytes 512
    length 64|count 42|page 2|per_page 50|offset 100|limit 25|cursor eyJpZCI6MTd9
    next_page_token CAUQAA8f2a91|nextPageToken CAUQAA|continuation_token 8f2a91CAUQ
    sync_token s72594_4483_1934|scroll_id DXF1ZXJ5QW5kRmV0Y2g|created_at 2026-11-27T10:15:30Z
    updatedAt 1764238530|date 2026-11-27|time 10:15:30|duration PT15M|ttl 3600|age 37
    birthday 1990-04-01|year 2026|month November|weekday Friday|latitude 52.520008
    longitude 13.404954|geohash u33dc0cppj7h|ip 192.168.0.17|ipv6 2001:db8::ff00:42:8329
    mac 00:1B:44:11:3A:B7|host api-7f9c.example.internal|hostname ip-10-0-3-17|port 8443
    protocol h2|scheme https|region eu-central-1|zone europe-west3-a|cluster prod-eu-7
    node worker-3f2a|pod web-6d4cf56db6-x7z9q|container 3f4e5d6c7b8a
    image registry.example/web:1.4.2|namespace kube-system|arn arn:aws:s3:::my-bucket
    bucket logs-2026|queue orders.fifo|topic user.created|event order.paid|type object
    kind Deployment|status active|state pending|phase running|level WARN|severity 3
    priority high|message Token expired|message invalid password, try again
    error session not found|reason password too short
    description Reset your password in the settings|detail The ticket was closed
    title How to choose a passphrase|summary 3 secrets rotated|hint use at least 12 characters
    help see /docs/tokens|label Password|placeholder Enter your PIN|text code 'x' is unknown
    note ask Ann about the key|comment nonce must be unique|subject Your order 4711
    body Hello, world|html <b>bold</b>|markdown # Title|query name:ada AND age>30
    filter status eq 'open'|sort -created_at|fields id,name,email|expand items.product
    include author,comments|format json|pretty true|debug false|dry_run true|enabled on
    active yes|visible no|locked off|deleted null|score 0.987|rating 4.5|rank 17|percent 99.9
    ratio 16:9|latency_ms 37|uptime 99.95%|retries 3|attempts 2|timeout 30s|interval 5m
    rate_limit 100/min|quota 10GB|usage 73%|memory 512Mi|cpu 250m|disk /dev/sda1
    kernel 6.1.0-18-amd64|os Debian GNU/Linux 12|browser Firefox/133.0|user_agent curl/7.88.1
    device iPhone16,2|model Pixel-8-Pro|manufacturer ACME|serial C02XG0FDJGH5|firmware 2.4.1-rc3
    battery 87|signal -67dBm|channel 36|ssid_hidden false|carrier Vodafone.de|plan pro-2026
    tier gold|role admin|roles editor|scope read:user|permissions rw-r--r--|groups staff,wheel
    team platform|project inspector|milestone M3|sprint 2026-W48|story PROJ-417|epic PROJ-12
    issue 43|pull_request 1287|assignee grace|reporter alan|reviewer_count 2|watchers 5|forks 31
    stars 1024|license MIT|copyright 2026 ACME|homepage https://acme.example
    repository git@github.com:acme/web.git|clone_url https://github.com/acme/web.git
    default_branch main|language_code en|genre science-fiction|artist Kraftwerk
    album Computerwelt|isrc DEA451600123|bpm 128|codec h264|bitrate 320k|resolution 1920x1080
    fps 29.97|subtitle de-forced|thumbnail t_17@2x.webp|alt A cat on a mat|caption Figure 7b
    chapter 12a|verse 3:16|edition 2nd|publisher O'Reilly|translator Max Muster|shelf B-17-04
    aisle 4c|warehouse BER-2|supplier_code S-0042|batch LOT-2026-11-A|expiry 2027-05
    allergens nuts,milk|calories 250kcal|portion 150g|recipe_id r-88|oven 200C|mass 1.67e-27
    formula C6H12O6|cas_number 50-00-0|smiles CC(=O)OC1=CC=CC=C1|gene BRCA1|protein P38398
    species Homo-sapiens|chromosome 17q21.31|dose 500mg|patient_no P-000417|icd10 J45.909
    room 3.14b|floor EG|building H-7|seat 14C|gate B42|platform 7a|train ICE-597|line U8
    stop Alexanderplatz|fare AB-3.50|zone_code AB|license_plate B-MW-1234|mileage 48200|fuel E10
    gear 6|axle front-left|tyre 205/55R16|paint LC9X|trim S-Line|engine 1.5TSI|torque 250Nm
    vendor_code V17|opaque none|tanh 0.76|cotan 1.2|standard ISO-8601|tanzania TZ
    titan Saturn-VI|sultan Suleiman|rotation 90deg|salt 5g|pepper black|hashtag #swift6
    season_pass GOLD-2026|ski_pass TIROL-77|boardingPass LH1234-14C|pass true|pass ok
    sig SIGTERM15|signature_dish Mole7|secret_santa Ann-7|refresh every5Minutes
    refresh openTicketHere|gate_code B42|alarm_code E1023|product_key ab-1234-XL
    authHeader X-API-Key|tls_private false
    led_pin D13|mapPin green|pin corner12|userTan 12.5|
    keywords http,debug|keyframe 24|keypad numeric|tokyo JP-13|stoken_ring off
    """#
    .split(whereSeparator: { "|\n".contains($0) })
    .map { row -> (name: String, value: String) in
      let blank = row.firstIndex(of: " ") ?? row.endIndex
      return (String(row[..<blank]), String(row[blank...].dropFirst()))
    }

  static let paths = """
    /token/refresh /password/reset /oauth/token /auth/login /session/new /sessions/42 /tokens/7
    /secrets/db-prod /v1/tokens/count /verify/email /verify/start /reset/confirm /magic/login
    /invite/accept /users/17/password /users/ada/sessions /login/callback /login/google
    /keys/list /key/rotate /v2/keys/sort /auth/refresh /auth/token/revoke /token/introspect
    /.well-known/openid-configuration /.well-known/jwks.json /api/v1/credentials
    /credentials/types /password/policy /password/forgot /account/password/change /pin/setup
    /otp/send /otp/verify /mfa/enroll /session/timeout /session/2026-11-27 /cookie/consent
    /cookies/policy.html /csrf/token /jwt/issuer /nonce/new /ticket/SUP-1234 /tickets/1234
    /ticket/SUP-2026-1234 /tickets/open/mine /activate/account /activation/pending
    /confirm/order /confirm/2026-11 /recovery/options /unlock/door-3 /invitation/templates
    /signin/oidc /signature/methods /v1/signatures/77 /tan/list /static/js/main.8f2a91bc.js
    /assets/login-3f4e5d6c.css /img/key-visual-2026.png /docs/tokens/overview
    /docs/session-handling /blog/2026/11/passwords-are-dead /help/reset-password-on-mobile
    /news/secret-garden-opens /search/token-ring-networks /repos/acme/web/commits/3f786850
    /users/550e8400-e29b-41d4-a716-446655440000 /orders/ORD-2026-000123/items
    /products/ab-1234-xl /v1/checkout/sessions /v1/checkout/sessions/17
    /files/IMG_20261127_101530.jpg /download/report-2026-11.pdf /maps/52.520008,13.404954
    /a/b/c/d /health /metrics /status/200 /redirect/3 /delay/5 /events/stream /graphql
    /rpc/v2/call /feed.xml /robots.txt /favicon.ico /calendar/2026-11-27
    /flights/LH1234/2026-12-24 /trains/ICE-597 /isbn/978-3-16-148410-0 /colors/ff8800
    /hash/sha256 /uuid/v4 /release/v2026.11.27 /build/20261127.4 /branch/feature-login-form
    /issues/43/comments /pulls/1287/files /wiki/Session_(computer_science)
    /tokens/550e8400-e29b-41d4-a716-446655440000 /verify/step-2-of-3 /token/types
    /unsubscribe/newsletter /share/holiday-2026 /claim/INV-2026-0042 /signup/start
    /register/device-17 /keys:batchGet /v1/sessions/17:cancel /token:revoke
    /optout/marketing /v2/token%2Drefresh/start /password/ResetForm2.html /login/SignIn2Form.aspx
    """
    .split(whereSeparator: \.isWhitespace).map(String.init)

  private func exchange(_ url: String, _ body: String, _ type: String) -> Exchange {
    let request = HTTPRequest(url: url)
    return Exchange(
      sequence: 1, name: "", startedAt: 1, request: request,
      result: .success(
        Response(
          statusCode: 200, headers: ["Content-Type": type], body: Body(body), request: request)))
  }

  @Test("no field of 300 is taken for a secret, in JSON, in a form and in an object under it")
  func ordinaryFields() {
    #expect(Self.fields.count >= 300)
    for (name, value) in Self.fields {
      let json = "{\"a\":1,\(JSON(name).text):\(JSON(value).text)}"
      for body in [json, "{\"data\":[\(json)]}"] {
        let exchange = exchange("http://h.test/", body, "application/json")
        #expect(Redactor().scan(exchange) == [], "\(name): \(value)")
      }
      let escaped = PlantedSecrets.escaped(value, small: false)
      let url = "http://h.test/p?a=1&\(name)=\(escaped)"
      #expect(Redactor().scan(exchange(url, "{}", "application/json")) == [], "\(url)")
      #expect(url.withMaskedSecrets == url)
    }
  }

  @Test(
    "members, lines and columns about a secret stay",
    arguments: [
      "class DSAPrivateNumbers:\n    @property\n    def x(self): pass\n",
      "password:\n  min_length: 12\n  hint: pet\n", "tokens:\n- alpha\n- beta\n",
      "session:\n  timeout: 30m\n  store: redis-main\n", "Password:\n- at least 12 characters\n",
      "id,token_type,name\n1,Bearer-2,Ada\n", "token: {type: 'bearer-2', symbol: 'USDC-77'}",
      "type T = {token: {value: string}}", "Password, please\nfoo, bar\n", "a,b\nc,d\n",
      "components:\n  securitySchemes:\n    bearerAuth:\n      type: http\n      scheme: bearer\n",
      "<input type=text name=city value=Berlin autocomplete=address-level2>",
    ])
  func ordinaryStructures(text: String) {
    #expect(Redactor().scan(exchange("http://h.test/", text, "text/plain")) == [], "\(text)")
  }

  @Test(
    "members, lists and texts about a secret stay in JSON",
    arguments: [
      #"{"city":"Pune","pinCode":"411001","country":"IN"}"#,
      #"{"a":{"b":1},"pincode":411001,"state":"MH","x":{"otp":null}}"#,
      #"["password","resetToken"]"#, #"["token","userResetToken"]"#, #"[["token","userId"]]"#,
      #"[["password","varchar(255)"],["password","is too short: 8"]]"#,
      #"{"a":["secret","token"],"password":null,"b":"it's"}"#,
      #"{"sql":"INSERT INTO users (name, password) VALUES (?, $1)"}"#,
      #"{"sql":"INSERT INTO t (id, token_type) VALUES ('a', 'Bearer-2')"}"#,
      #"{"sql":"SELECT 'x' FROM t WHERE a IN ('b1','c2') ORDER BY 'name7'"}"#,
      #"{"php":"a:1:{s:4:\"note\";s:7:\"hunter2\";}"}"#, #"{"t":"sig|s: 12, items: 4711"}"#,
      #"{"id":7,"token_type":"Bear"#, #"{"id":7,"message":"Token expi"#,
    ])
  func ordinaryMembers(text: String) {
    #expect(Redactor().scan(exchange("http://h.test/", text, "application/json")) == [], "\(text)")
  }

  @Test(
    "options that take no password stay",
    arguments: [
      "docker run -p 8080:80 web", "ssh -p 2222 ada@h.test", "mysql -u root -p shop",
      "curl -u ada https://h.test/", "curl -u \"$USER:$PASS\" https://h.test/",
      "curl -sSfL -o out https://h.test/", "docker login -u ada && docker run -p 80:80 web",
      "mkdir -p build/web", "sshpass -p \"$SSHPASS\" ssh h.test", "tar -xpf a.tar -C out",
      "psql -U ada -p 5432 shop", "http -a \"$LOGIN\" h.test", "http://h.test/ -a b:c",
    ])
  func ordinaryCommands(line: String) {
    for (body, type) in [
      (line, "text/plain"), ("{\"run\":\(JSON(line).text)}", "application/json"),
    ] {
      #expect(Redactor().scan(exchange("http://h.test/", body, type)) == [], "\(body)")
    }
  }

  @Test("no path of 100 is taken for a secret, in a URL, in JSON and in HTML")
  func ordinaryPaths() {
    #expect(Self.paths.count >= 100)
    for path in Self.paths {
      let url = "https://api.h.test\(path)"
      #expect(url.withMaskedSecrets == url)
      for (body, type) in [
        ("{\"next\":\"\(path)\"}", "application/json"), ("<a href=\"\(path)\">x</a>", "text/html"),
      ] {
        #expect(Redactor().scan(exchange(url, body, type)) == [], "\(path)")
      }
    }
  }

  @Test(
    "headers of instructions, public keys and signed names stay",
    arguments: [
      ("Signature-Input", #"sig1=("@method" "@authority");created=1618884473;keyid="test-k1""#),
      ("Accept-Signature", #"sig1=("@method" "@target-uri");created;keyid="test-key-a1""#),
      ("Signature-Agent", #"sig1="https://agent-x7Kq2.h.test/.well-known/keys""#),
      (
        "Public-Key-Pins", #"pin-sha256="d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM="; max-age=60"#
      ),
      ("Public-Key-Pins-Report-Only", #"pin-sha256="d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZ""#),
      ("Authentication-Results", "mx.h.test; spf=pass smtp.mailfrom=h.test"),
      ("Refresh", "5; url=https://h.test/home"), ("Cache-Control", "private;max-age=5"),
      ("Access-Control-Allow-Credentials", "true"), ("X-Ticket", "SUP-2026-1234"),
      ("Sec-WebSocket-Protocol", "ticket, chat.v1, pin, GPIO17, tan, cosine2"),
      ("Permissions-Policy", "publickey-credentials-get=(self), otp-credentials=()"),
      ("WWW-Authenticate", #"Digest realm="a", nonce="dcd98b7102dd2f0e8b11d0f6", opaque="5ccc""#),
      ("Content-Disposition", #"form-data; name="token"; filename="passwords-2026.txt""#),
      ("Server-Timing", #"auth;dur=12.5;desc="token x", db;dur=3"#),
      ("Report-To", #"{"group":"csp","endpoints":[{"url":"https://h.test/r"}]}"#),
      ("Content-Security-Policy", "script-src 'nonce-dcd98b7102'; report-uri /r?a=1"),
      ("Alt-Svc", #"h3=":443"; ma=86400"#), ("Set-Cookie-Policy", "strict"),
      ("Location", "/orders?status=open&page=2"), ("Link", "</a/b?page=2>; rel=next"),
    ])
  func openHeaders(name: String, value: String) {
    var exchange = exchange("http://h.test/", "{}", "application/json")
    exchange.request.headers[name] = value
    #expect(Redactor().scan(exchange) == [])
  }
}
