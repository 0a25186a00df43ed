import NetEngine
import TestSupport
import Testing

/// Names that make a value a secret, shapes that are one by themselves, and what only looks like it.
enum PlantedNames {
  /// A name or a shape, with a value that must not be left.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var value: String
    var testDescription: String { name }
  }

  /// Names people and programs give to what nobody else may know.
  static let names: [Row] =
    """
    password newPassword oldPassword user_password passwordConfirmation password1 PASSWORD passwd
    pwd passphrase DB_PASSWORD passwort currentPassword confirm_password smtpPassword
    secret clientSecret client_secret appSecret aws_secret_access_key secretKey secret_key_base
    SECRET_KEY webhook_secret signingSecret secret_id shared_secret
    token accessToken access_token refreshToken refresh_token idToken authToken auth_token apiToken
    sessionToken csrfToken csrfmiddlewaretoken authenticity_token x-vault-token X-Auth-Token
    __RequestVerificationToken deviceToken bot_token personal-access-token xaccesstoken fcmToken
    token_secret token2
    apiKey api_key APIKey apikey APIKEY x-api-key privateKey private_key encryptionKey masterKey
    signing_key accessKey secretAccessKey SharedAccessKey session_key X-Goog-Api-Key
    Ocp-Apim-Subscription-Key AccountKey
    sessionId session_id JSESSIONID PHPSESSID sid connect.sid ASP.NET_SessionId laravel_session
    authorization Proxy-Authorization bearer credential credentials jwt client_assertion
    SAMLResponse code_verifier oauth_verifier signature X-Amz-Signature sig X-Hub-Signature-256
    connectionString connection_string cookie xsrf csrf
    pw db_pw psw pswd passw passkey nonce client_nonce sas tan tanCode mnemonic tok authz ticket
    serviceTicket magic_link magicLink user_code userCode X-Refresh refresh_tok
    contraseña Contraseña CONTRASEÑA contrasena nuevaContraseña nueva_contraseña clave_secreta
    senha novaSenha senha_atual palavra-passe Passwort benutzerPasswort BENUTZERPASSWORT kennwort
    motDePasse mot_de_passe motdepasse wachtwoord Lösenord lösenord losenord passord adgangskode
    salasana hasło HASŁO haslo heslo jelszó lozinka şifre Şifre ŞİFRE şifrə mật_khẩu matkhau
    katasandi пароль Пароль ПАРОЛЬ новый_пароль секрет токен κωδικός_πρόσβασης סיסמה كلمة_المرور
    密码 新密码 用户密码 密碼 口令 パスワード 新しいパスワード ｐａｓｓｗｏｒｄ 비밀번호 새비밀번호 토큰 令牌
    密钥 トークン पासवर्ड รหัสผ่าน
    σύνθημα lösen parol 비번 รหัส fjalëkalim aðgangsorð கடவுச்சொல் 暗号 रहस्य tajne kata_sandi
    kontrasenyas nenosiri neno_siri wagwoord cyfrinair pasfhocal passwuert сырсөз нууц_үг پاسورڈ
    پاس_ورڈ گذر_واژه كلمة_مرور الرمز_السري పాస్వర్డ్ ಪಾಸ್ವರ್ಡ್ രഹസ്യവാക്ക് මුරපදය ពាក្យសម្ងាត់
    psk wifi_psk adminpw userpass DBPASS ftppass privKey sshKey enc_key activationKey
    security_answer गुप्तशब्द
    ລະຫັດຜ່ານ စကားဝှက် ਪਾਸਵਰਡ પાસવર્ડ संकेतशब्द โทเค็น टोकन টোকেন אסימון توکن tajemství
    pasvorta facal-faire rsaPrivate ssh_private authHeader authorizationHeader pepper productKey
    cdKey serial_key
    salaisuus rahasia titok таємниця アクセスキー 密令 hemmelighet
    """
    .split(whereSeparator: \.isWhitespace).map { Row(name: String($0), value: "pl4nt3d-Value.77") }
    + [
      "pin", "otp", "totp", "cvv", "cvv2", "cvc", "ssn", "passcode", "userPin", "mfa_code",
      "verification_code", "securityCode", "puk", "simPuk", "mpin", "验证码", "one_time_code",
      "otpCode", "pinCode", "gate_code", "alarmCode", "activation_code", "unlockCode", "doorCode",
      "暗証", "código_de_acceso",
      "codigoDeAcceso", "cod_acces", "code_d_acces",
      "codice_di_accesso", "Zugangscode", "Bestätigungscode", "toegangscode", "kod_dostępu",
      "přístupový_kód", "код_доступа", "пинкод", "पिन", "アクセスコード", "授权码", "보안코드",
    ].map { Row(name: $0, value: "482913") }
    + ["card_number", "cardNumber", "creditCardNumber", "iban"]
    .map { Row(name: $0, value: "4111111111111111") } + codesWithLetters

  private static let codesWithLetters: [Row] = {
    let compounds = [
      "userPin", "user_pin", "card-pin", "cardPIN", "simPuk", "loginPin", "X-Pin", "card_cvv",
      "login-otp", "smsCode", "customerPasscode", "myPwd", "adminSecret",
    ]
    return compounds.map { Row(name: $0, value: "kestrel") }
      + (compounds + ["pin", "puk", "ledPin"]).map { Row(name: $0, value: "73x19") }
  }()

  /// What is a secret wherever it stands.
  ///
  /// Put together here: a file with a whole one in it is held for a leak by who hosts it.
  static let shapes: [Row] = [
    ("jwt", "eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLWhlcmU"),
    ("aws", "AKIA", "IOSFODNN7EXAMPLE"), ("aws session", "ASIA", "IOSFODNN7EXAMPLE"),
    ("google", "AIza", "SyA1234567890abcdefghijklmnopqrstuv"),
    ("google access", "ya29.", "a0AfH6SMBxxxxxxxxxxxxxxxxxxxx"),
    ("github", "ghp_", "abcdefghijklmnopqrst0123"),
    ("github server", "ghs_", "abcdefghijklmnopqrst0123"),
    ("github fine", "github_pat_", "11ABCDEFG0abcdefghijkl"),
    ("gitlab", "glpat-", "abcdefghij0123456789"),
    ("npm", "npm_", "abcdefghijklmnopqrstuvwxyz012345"),
    ("stripe", "sk_live_", "51H8abcdefghijklmnop"),
    ("stripe test", "sk_test_", "51H8abcdefghijklmn"),
    ("stripe restricted", "rk_live_", "51H8abcdefghijklmnop"),
    ("stripe hook", "whsec_", "abcdefghijklmnop0123"), ("openai", "sk-", "abcdefghijklmnop1"),
    ("slack bot", "xoxb-", "1234567890-abcdefghij"), ("slack app", "xapp-", "1-A0123456789-abcdef"),
    ("sendgrid", "SG.", "abcdefghijklmnopqrstuv.wxyz0123456789abcdefghijklmnop"),
    ("twilio", "SK", "0123456789abcdef0123456789abcdef"),
    ("telegram", "123456789:", "AAabcdefghijklmnopqrstuvwxyz0123456"),
    ("hugging face", "hf_", "abcdefghijklmnopqrstuvwxyz01234567"),
    ("vault", "hvs.", "CAESIabcdefghijklmnopqrstuv"),
    ("shopify", "shpat_", "0123456789abcdef0123456789"),
    ("digital ocean", "dop_v1_", "0123456789abcdef0123456789abcdef0123456789abcdef"),
    ("mailgun", "key-", "0123456789abcdef0123456789abcdef"),
    ("telegram path", "/bot123456:", "AAabcdefghijklmnopqrstuvwxyz0123456"),
    ("google refresh", "1//0", "4dAbCdEfGhIjKlMnOpQrStUvWxYz-0123456789"),
    ("google code", "4/0A", "X4XfWjAbCdEfGhIjKlMnOpQrStUvWxYz0123456789"),
    ("age", "AGE-SECRET-KEY-1", "QYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQS"),
    ("discord", "MTIzNDU2Nzg5MDEyMzQ1Njc4", ".GabcDE.abcdefghijklmnopqrstuvwxyz012345"),
    ("jwe", "eyJhbGciOiJSU0EifQ.abcdefgh.ijklmnop", ".qrstuvwxyz0123.456789ABCDEF"),
    ("groq", "gsk_", "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ"),
    ("grafana", "glsa_", "abcdefghijklmnopqrstuvwxyz012345_0a1b2c3d"),
    ("sentry", "sntryu_", "0123456789abcdef0123456789abcdef0123456789"),
    ("supabase", "sbp_", "0123456789abcdef0123456789abcdef01234567"),
    ("gitlab job", "glcbt-", "64_abcdefghij0123456789"),
    ("tailscale", "tskey-", "auth-kAbCdEfGhIjK-0123456789abcdef"),
    ("rubygems", "rubygems_", "0123456789abcdef0123456789abcdef0123456789abcdef"),
    ("docker", "dckr_pat_", "abcdefghijklmnopqrstu-01234"),
    ("databricks", "dapi", "0123456789abcdef0123456789abcdef"),
    ("paseto", "v4.local.", "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOP"),
    ("hubspot", "pat-na1-", "01234567-89ab-cdef-0123-456789abcdef"),
  ].map { Row(name: $0.0, value: $0.1 + $0.2) }

  /// A name and a value that stay as they are.
  static let lookAlikes: [Row] = [
    ("total_tokens", "4096"), ("max_tokens", "1024"), ("prompt_tokens", "12"), ("tokens", "7"),
    ("token_type", "Bearer"), ("tokenType", "access-8f2a91"), ("token_count", "123456789012"),
    ("token_endpoint", "/oauth2/v1/t0ken"), ("token_expires_at", "2026-01-31T00:00:00Z"),
    ("access_token_expires_in", "1234567890123"), ("has_token", "true"), ("token", "false"),
    ("next_page_token", "CAUQAA8f2a91"), ("nextPageToken", "CAUQAA8f2a91"),
    ("continuation_token", "8f2a91CAUQ"), ("tokenizer", "cl100k-base"), ("token_id", "tok-8f2a91"),
    ("password_policy", "min12chars"), ("passwordLength", "12345678901"),
    ("password_changed_at", "2026-01-31"), ("requires_password", "yes"), ("passwordless", "m4gic"),
    ("password_strength", "v3ry-good"), ("secret_name", "prod/db1"), ("secretary", "Ann-Marie7"),
    ("session_count", "12345678901"), ("session_timeout", "3600"), ("session-expired", "true"),
    ("obsession", "Ch0colate"), ("cookie_policy", "l4x-strict"), ("cookie_domain", "a1.example"),
    ("credentials", "same-origin"), ("credential_type", "public-key1"), ("author", "J0hn-Smith"),
    ("authority", "c4-example"), ("auth_type", "oauth2-pkce"), ("authorized", "true"),
    ("auth", "basic"), ("key", "value-1"), ("public_key", "ssh-ed25519AAAA1"),
    ("primary_key", "id"), ("sort_key", "created-1"), ("idempotency_key", "8f2a91c0-77aa"),
    ("keyboard", "qw3rtz-DE"), ("monkey", "b4nana-77"), ("pinned", "true"),
    ("pinterest", "p1ns-77"),
    ("shipping", "sh1p-77"), ("spin", "c1ockwise"), ("account_sid", "ACxx8f2a91"),
    ("ssid", "h0me-net"),
    ("signature_method", "HMAC-SHA256"), ("signature_version", "v4-2026a"), ("bypass", "l4ne-2"),
    ("csrf_header", "X-CSRF1"), ("jwt_issuer", "c4.example"), ("postal_code", "10115"),
    ("error_code", "E4096-77"), ("code", "ok-1234"), ("otp_length", "123456"), ("pin", "true"),
    ("ticket", "SUP-1234"), ("ticket", "SUP-2026-001234"), ("tan", "12.5"), ("nonce", "42"),
    ("tok", "verb"), ("refresh", "every-15-minutes"), ("refresh", "2026-01-31T00:00:00Z"),
    ("mnemonic", "MOV"), ("passkey", "enabled"), ("sas", "airline"), ("clave", "PROD-1234"),
    ("magic_link", "enabled"), ("magic_link", "https://h.test/login/magic"), ("pintle", "a1-b2"),
    ("密码长度", "12"), ("fecha_de_acceso", "2026-01-31"), ("tipo_de_acceso", "admin-77"),
    ("nivel_acceso", "n1v-77"), ("lösen", "aufgabe"), ("暗号", "aes-gcm"), ("код_доставки", "k0d-77"),
    ("รหัส", "P-1001"), ("parolier", "J0hn-77"), ("note", "Ｎｏｔｅ-77"),
    ("season_pass", "GOLD-2026a"), ("skiPass", "TIROL-77"), ("low_pass", "24dB-oct"),
    ("pass", "ok"), ("pass", "true"), ("sig", "SIGTERM15"), ("sig", "SIGRTMIN+3"),
    ("signature_dish", "M0le-77"), ("secret_santa", "Ann-Marie7"), ("refresh", "every5Minutes"),
    ("ledPin", "GPIO17"), ("mapPin", "green"), ("pin", "corner12"), ("pin", "kestrel"),
    ("smsTan", "cosine2"), ("login_tok", "verb-7"), ("serviceTicket", "SUP-2026-1234"),
    ("authHeader", "X-API-Key"), ("gate_code", "B42"), ("alarmCode", "E1023"),
    ("productKey", "ab-1234-XL"), ("pepper", "Serrano-7"), ("privateHost", "h0st-77"),
    ("note", "sk-ating is fun"), ("password", "{{password}}"), ("token", "****"),
    ("X-RateLimit-Tokens", "1000"), ("X-Token-Count", "55"), ("X-Password-Policy", "min=12;max=64"),
  ].map { Row(name: $0.0, value: $0.1) }

  /// Where a name and its value stand.
  enum Place: String, CaseIterable, Sendable {
    case json, form, query, header, xml, html, utf16, binary
    case list, escaped, script, multipart

    /// In headers doubt counts against a value, and a header that is a cookie has no small numbers.
    func takes(_ row: Row) -> Bool {
      guard self != .header || row.name.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
      return self != .header
        || ![
          "credentials", "auth", "key", "primary_key", "productKey", "passkey", "sas", "mnemonic",
        ]
        .contains(row.name)
    }

    /// An exchange with the pair in it.
    func exchange(_ row: Row) -> Exchange {
      let (name, value) = (row.name, row.value)
      let escaped = PlantedSecrets.escaped(value, small: false)
      let json = "{\"a\":1,\"\(name)\":\(JSON(value).text),\"b\":[]}"
      switch self {
      case .json: return Self.answer(Body(json), "application/json")
      case .form:
        return Self.request("http://h.test/", body: "a=1&\(name)=\(escaped)&b=2", form: true)
      case .query: return Self.request("http://h.test/p?a=1&\(name)=\(escaped)&b=2")
      case .header: return Self.request("http://h.test/", headers: [name: value])
      case .xml:
        return Self.answer(
          Body("<?xml version=\"1.0\"?>\n<r><\(name)>\(value)</\(name)><b/></r>"), "text/xml")
      case .html:
        return Self.answer(
          Body(
            "<p>see <a href=\"/x?\(name)=\(escaped)&amp;b=2\">it</a>"
              + "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\"></p>"), "text/html")
      case .utf16: return Self.answer(Body([0xff, 0xfe] + Self.utf16(json)), "application/json")
      case .binary:
        return Self.answer(
          Body([0, 0xff, 0x80, 1] + Array("\(name)=\(escaped)".utf8) + [0, 0xfe, 0x9c]),
          "application/octet-stream")
      case .list:
        return Self.answer(
          Body("[{\"name\":\"\(name)\",\"value\":\(JSON(value).text)}]"), "application/json")
      case .escaped: return Self.answer(Body("{\"log\":\(JSON(json).text)}"), "application/json")
      case .script:
        return Self.answer(Body("# settings\n\(name)=\(value)\nb=2\n"), "text/plain")
      case .multipart:
        let part = "--BB\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        var exchange = Self.request("http://h.test/", body: part + "--BB--\r\n")
        exchange.request.headers["Content-Type"] = "multipart/form-data; boundary=BB"
        return exchange
      }
    }

    static func utf16(_ text: String) -> [UInt8] {
      text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    }

    private static func request(
      _ url: String, headers: Headers = [:], body: String? = nil, form: Bool = false
    ) -> Exchange {
      var request = HTTPRequest(method: body == nil ? .get : .post, url: url, headers: headers)
      if let body { request.body = .bytes(Body(body)) }
      if form { request.headers["Content-Type"] = "application/x-www-form-urlencoded" }
      return Exchange(sequence: 1, name: "", startedAt: 1, request: request)
    }

    private static func answer(_ body: Body, _ type: String) -> Exchange {
      let request = HTTPRequest(url: "http://h.test/")
      let response = Response(
        statusCode: 200, headers: ["Content-Type": type], body: body, request: request)
      return Exchange(
        sequence: 1, name: "", startedAt: 1, request: request, result: .success(response))
    }
  }
}
