import LosslessJSON

/// The one table of words that make a name the name of a secret.
///
/// Headers, cookies, JSON, forms, queries, XML, parts and variables of request files are all judged
/// by it: a word that is missing is added here and nowhere else.
enum SecretWords {
  /// What a word does in a name.
  struct Roles: OptionSet, Sendable {
    let rawValue: UInt32

    // What the value is, from what must never be seen to what only may be a secret.
    static let password = Roles(rawValue: 1)
    static let code = Roles(rawValue: 1 << 1)
    static let token = Roles(rawValue: 1 << 2)
    static let digits = Roles(rawValue: 1 << 3)
    static let likely = Roles(rawValue: 1 << 4)
    static let weak = Roles(rawValue: 1 << 12)
    static let link = Roles(rawValue: 1 << 13)
    static let pin = Roles(rawValue: 1 << 14)
    static let grades: Roles = [.password, .code, .pin, .token, .digits, .likely, .weak, .link]

    /// Behind a secret it says something about it: `token_type`.
    static let about = Roles(rawValue: 1 << 5)
    /// Behind a secret it changes nothing: `password_confirmation`.
    static let plain = Roles(rawValue: 1 << 6)
    /// In front of `token` it is a place in a list, not a credential: `next_page_token`.
    static let place = Roles(rawValue: 1 << 7)
    /// In front of `sid` it is whose number it is: `account_sid`.
    static let owner = Roles(rawValue: 1 << 8)
    /// In front of `key`, in headers too: no key to anything.
    static let harmlessKey = Roles(rawValue: 1 << 9)
    /// It may be the second half of a pair such as `api key`.
    static let half = Roles(rawValue: 1 << 10)
    /// An identifier goes on behind it: `session_id`.
    static let ownsID = Roles(rawValue: 1 << 11)
  }

  /// Two words that are a secret together.
  struct Pair: Sendable {
    let fronts: Set<NameWord>
    let backs: Set<NameWord>
    let grade: Roles
  }

  static let id = NameWord("id")
  static let sid = NameWord("sid")
  static let tokens: Set<NameWord> = [NameWord("token"), NameWord("tokens")]
  static let keys: Set<NameWord> = [NameWord("key"), NameWord("keys")]
  /// Between the words of a pair: `código_de_acceso`.
  static let joints: Set<NameWord> = [NameWord("de"), NameWord("d"), NameWord("di")]
  /// In front of `pass` they make a ticket of it, a road or a filter: `season_pass`, `low_pass`.
  static let beforePass: Set<NameWord> = Set(
    """
    season ski lift snow boarding day week weekend month annual bus rail train metro transit travel
    museum park parking hall event festival conference battle mountain low high band render shader
    shadow depth
    """.split(whereSeparator: \.isWhitespace).map { NameWord($0) })
  static let pass = NameWord("pass")
  static let oneTime = (one: NameWord("one"), time: NameWord("time"))

  static let roles: [NameWord: Roles] = {
    var table: [NameWord: Roles] = [:]
    for (role, text) in rows {
      for word in text.split(whereSeparator: \.isWhitespace) {
        table[NameWord(word), default: []].insert(role)
      }
    }
    for pair in pairs { for word in pair.backs { table[word, default: []].insert(.half) } }
    return table
  }()

  private static let rows: [(Roles, String)] = [
    (
      .password,
      """
      password passwd passwort kennwort pwd passphrase pw psw pswd passwrd passw pword
      adminpw rootpw userpw dbpw
      contrasena contrasenya contrasinal senha palavrapasse motdepasse
      wachtwoord wachtzin losenord passord adgangskode kodeord salasana tunnussana lykilord
      parool salasona slaptazodis haslo heslo jelszo lozinka zaporka geslo sifre sifrə
      pasahitza pasvorto pasvorta pasvorton facalfaire sandi katasandi katalaluan matkhau
      пароль парола лозинка құпиясөз סיסמה סיסמא گذرواژه συνθηματικο
      密码 密碼 口令 密令 パスワード 合言葉 비밀번호 암호 패스워드 비번
      parol parolu fjalekalim fjalekalimi adgangsord losungswort kontrasenyas nenosiri nywila
      iphasiwedi wagwoord cyfrinair pasfhocal passwuert modpas сырсөз συνθημα پاسورڈ
      """
    ),
    (
      .code,
      """
      otp totp hotp passcode cvv cvc ssn cvn mpin upin tpin ipin pincode geheimzahl
      验证码 驗證碼 暗証 暗証番号 認証コード 인증번호 인증코드 보안코드 通行码 通行碼 访问码 授权码 动态码
      zugangscode geheimcode sicherheitscode bestatigungscode einmalcode toegangscode engangskode
      belepokod tunnusluku paasykoodi codeacces codigoacceso codigoacesso codiceaccesso пинкод пин
      पिन পিন
      """
    ),
    (.pin, "pin puk"),
    (
      .token,
      """
      token secret credential psk authorization bearer cookie csrf xsrf jwt assertion sid sess sessid
      session signature sig apikey accesskey secretkey privatekey authkey signingkey masterkey
      encryptionkey sessionid jsessionid phpsessid cfid cftoken samlrequest samlresponse
      connectionstring connstr dsn accesstoken refreshtoken idtoken authtoken
      geheimnis zugangsdaten secreto segredo segreto geheim geheime hemlighet hemmelighed jeton
      токен секрет 令牌 权杖 密钥 密鑰 秘钥 秘密 秘密鍵 トークン シークレット 토큰 비밀키 시크릿
      hemmelighet tajemstvi टोकन টোকেন אסימון توکن
      """
    ),
    (.digits, "iban cardnumber ccnumber creditcard"),
    (
      .likely,
      """
      auth authentication authn oauth creds credentials tokens secrets passwords cookies
      userpass dbpass mypass adminpass rootpass loginpass smtppass mailpass ftppass sshpass
      signatures assertions pass hmac otps passcodes authz passkey passkeys mnemonic parola
      parole passe mdp mima κωδικος
      losen tajne tajny titok salaisuus saladus rahasia rahsia lihim hemmelig шифра таємниця нууц
      暗号 凭证 रहस्य गुप्त গোপন סוד
      """
    ),
    (
      .weak,
      """
      tan nonce ticket tok sas pins sessions refresh pepper clave chave chiave cle sleutel schlussel schluessel zugangsschlussel
      anahtar anahtari nyckel nokkel avain kulcs klucz ключ κλειδι 钥匙 鍵
      รหัส مفتاح
      """
    ),
    (.ownsID, "session sess secret sessions"),
    (
      .about,
      """
      type types kind class count counts counter limit limits remaining usage used total size length
      len bytes chars characters max maximum min minimum ttl age lifetime life expires expire expiry
      expired expiration exp expiring at in on by until since date time times timestamp created
      updated issued issuer iat last first url uri urls uris endpoint endpoints path link href
      callback domain host hostname port policy policies rule rules strength score level required
      requires requirement requirements enabled enable disabled disable allowed allow supported
      support valid invalid validity validated verified changed change status state name names label
      title description desc hint help placeholder message messages msg error errors reason format
      pattern regex schema algorithm algorithms alg method methods provider providers scheme schemes
      scope scopes mode version versions index offset id ids uuid guid prefix fingerprint thumbprint
      owner user users username audience role roles bits rotation rotated manager store storage field
      fields column param params parameter header headers location source setting settings config
      configuration option options budget cost price balance symbol address decimals supply standard
      rate duration timeout interval delay attempts tries retries failures consent banner notice
      preference preferences accepted samesite present exists found missing requested reset ref refs
      reference arn namespace env variable file filename command helper service server servers grant
      details list group color colour free less required notbefore available
      santa garden shopper dish drink cocktail recipe ingredient flavor flavour dough cutter scent
      """
    ),
    (
      .plain,
      """
      value values val text string str data raw plain plaintext cleartext new old current previous
      confirm confirmation confirmed repeat repeated again verify verification hash hashed digest salt
      salted encrypted encoded base b binary content contents body input answer v dev prod production
      staging test live sandbox local default primary secondary main backup hex sha pem md code codes
      number
      """
    ),
    (
      .place,
      """
      page next prev continuation continue sync cursor scroll resume pagination paging stop eos bos
      pad unk mask sep cls special vocab lexer syntax idempotency concurrency cancellation cancel
      abort design start end delta snapshot prompt completion input output cached reasoning
      """
    ),
    (
      .owner,
      """
      account subaccount message call service conversation participant chat channel recording flow
      trunk workspace worker task queue object domain group machine
      """
    ),
    (
      .harmlessKey,
      """
      idempotency websocket socket cache surrogate partition sort routing message public foreign
      """
    ),
  ]

  static let pairs: [Pair] = [
    pair(
      """
      api secret private signing sign signature master encryption encrypt decryption decrypt
      authentication authorization auth shared server session sas webhook hmac aes jwt subscription
      functions admin unseal wallet symmetric
      """, "key keys", .token),
    pair("access", "key keys", [.token, .ownsID]),
    pair(
      """
      app application account client consumer security service license licence
      deploy root function token partner merchant bot integration storage sendgrid mailgun stripe
      openai twilio encryptor recovery activation priv enc ssh rsa
      """, "key keys", .likely),
    pair(
      """
      verification security sms auth authorization recovery backup mfa fa factor device login access
      otp reset pairing onetime activation unlock door keypad lockbox
      """, "code codes", .code),
    pair("gate garage alarm disarm locker safe", "code codes", .pin),
    pair("primary secondary product serial cd registration retail", "key keys", .weak),
    pair("rsa dsa ecdsa ec ssh pgp gpg tls ssl", "private", .likely),
    pair("auth authorization authentication", "header headers", .weak),
    pair("password passwords passwd pwd auth hash", "pepper", .likely),
    pair("facal focal", "faire", .password),
    pair("card cc creditcard", "number no num nr", .digits),
    pair("connection conn", "string str strings", .token),
    pair("seed recovery mnemonic secret backup wallet", "phrase words", .likely),
    pair("user", "code", .likely),
    pair("security recovery", "answer answers", .likely),
    pair("de palavra", "passe", .password),
    pair("clave", "acceso secreta privada api", .token),
    pair("codigo cod code codice", "acceso acces acesso accesso", .code),
    pair("kod pristupovy pristupni", "dostepu kod", .code),
    pair("код קוד", "доступа доступу גישה", .code),
    pair("нууц", "үг", .password),
    pair("neno", "siri", .password),
    pair("پاس", "ورڈ", .password),
    pair("گذر", "واژه", .password),
    pair("kata", "laluan", .password),
    pair("mat", "khau", .password),
    pair("كلمة", "المرور مرور السر", .password),
    pair("رمز الرمز", "عبور المرور الدخول السري", .password),
    pair("кодовое секретное", "слово", .password),
    pair("magic", "link links url uri", .link),
    pair("saml", "request response", .token),
    pair("code oauth", "verifier", .token),
  ]

  private static func pair(_ fronts: String, _ backs: String, _ grade: Roles) -> Pair {
    func words(_ text: String) -> Set<NameWord> {
      Set(text.split(whereSeparator: \.isWhitespace).map { NameWord($0) })
    }
    return Pair(fronts: words(fronts), backs: words(backs), grade: grade)
  }

  /// Words that nothing parts end like this: `xaccesstoken`, `csrfmiddlewaretoken`.
  static let endings: [(text: StaticString, grade: Roles)] = [
    ("token", .token), ("secret", .token), ("password", .password), ("passwd", .password),
    ("passphrase", .password), ("passcode", .code), ("cookie", .token), ("apikey", .token),
    ("accesskey", .token), ("secretkey", .token), ("privatekey", .token), ("authkey", .token),
    ("sessionid", .token), ("sessid", .token), ("credential", .token), ("credentials", .likely),
    ("authorization", .token), ("session", .likely), ("tokens", .likely), ("secrets", .likely),
    ("passwort", .password), ("kennwort", .password), ("wachtwoord", .password),
    ("losenord", .password), ("contrasena", .password), ("motdepasse", .password),
    ("magiclink", .link), ("密码", .password), ("密碼", .password), ("口令", .password),
    ("パスワード", .password), ("비밀번호", .password), ("пароль", .password), ("令牌", .token),
    ("密钥", .token), ("トークン", .token), ("토큰", .token), ("验证码", .code), ("驗證碼", .code),
    ("पासवर्ड", .password), ("পাসওয়ার্ড", .password), ("รหัสผ่าน", .password),
    ("รหัสลับ", .password), ("โทเค็น", .token), ("கடவுச்சொல்", .password),
    ("कूटशब्द", .password), ("गुप्तशब्द", .password), ("संकेतशब्द", .password), ("ਪਾਸਵਰਡ", .password),
    ("પાસવર્ડ", .password),
    ("పాస్వర్డ్", .password), ("పాస్\u{200c}వర్డ్", .password), ("ಪಾಸ್ವರ್ಡ್", .password),
    ("ಪಾಸ್\u{200c}ವರ್ಡ್", .password), ("പാസ്\u{200c}വേഡ്", .password), ("രഹസ്യവാക്ക്", .password),
    ("මුරපදය", .password), ("ពាក្យសម្ងាត់", .password), ("ລະຫັດຜ່ານ", .password),
    ("စကားဝှက်", .password), ("アクセスコード", .code), ("アクセスキー", .token),
    ("συνθηματικο", .password), ("құпиясөз", .password), ("գաղտնաբառ", .password),
    ("პაროლი", .password),
  ]

  /// Words that nothing parts begin like this: `passwordconfirm`, `aspsessionidqqabcd`.
  static let beginnings: [(text: StaticString, grade: Roles)] = [
    ("password", .likely), ("passwd", .likely), ("aspsessionid", .token), ("apikey", .likely),
    ("accesstoken", .likely), ("authtoken", .likely), ("secretkey", .likely),
    ("sessionid", .likely), ("passwort", .likely), ("密码", .likely), ("密碼", .likely),
    ("パスワード", .likely), ("비밀번호", .likely), ("пароль", .likely),
  ]

  /// In a path the piece behind one of these is a secret too, if it looks made: `/reset/VALUE`.
  static let paths: Set<NameWord> = Set(
    """
    reset magic verify verification confirm confirmation activate activation recover recovery unlock
    invite invitation login signin signup register registration key unsubscribe optout share
    claim
    """.split(whereSeparator: \.isWhitespace).map { NameWord($0) })

  /// Headers of instructions, public keys and signed names, which have a word of a secret.
  static let openHeaders: [StaticString] = [
    "signature-input", "signature-agent", "accept-signature", "public-key-pins",
    "public-key-pins-report-only",
    "authentication-results", "arc-authentication-results", "sec-session-challenge",
    "sec-session-registration", "pin-sha256",
  ]

  /// They end like a secret and are words of their own.
  static let harmless: Set<NameWord> = [
    NameWord("obsession"), NameWord("possession"), NameWord("passwordless"),
    NameWord("repossession"), NameWord("prepossession"),
  ]
}
