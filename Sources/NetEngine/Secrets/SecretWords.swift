import LosslessJSON

/// The one table of words that make a name the name of a secret.
///
/// Headers, cookies, JSON, forms, queries, XML, parts and variables of request files are all judged
/// by it: a word that is missing is added here and nowhere else.
enum SecretWords {
  /// What a word says: the kind of secret it names, if any, and its part beside other words.
  struct Rule: Sendable {
    var grade: SecretName.Grade?
    var roles: Roles = []
  }

  /// What a word does in a name.
  struct Roles: OptionSet, Sendable {
    let rawValue: UInt16

    /// Behind a secret it says something about it: `token_type`.
    static let about = Roles(rawValue: 1)
    /// Behind a secret it changes nothing: `password_confirmation`.
    static let plain = Roles(rawValue: 1 << 1)
    /// In front of `token` it is a place in a list, not a credential: `next_page_token`.
    static let place = Roles(rawValue: 1 << 2)
    /// In front of `sid` it is whose number it is: `account_sid`.
    static let owner = Roles(rawValue: 1 << 3)
    /// In front of `key`, in headers too: no key to anything.
    static let harmlessKey = Roles(rawValue: 1 << 4)
    /// It may be the second half of a pair such as `api key`.
    static let half = Roles(rawValue: 1 << 5)
    /// An identifier goes on behind it: `session_id`.
    static let ownsID = Roles(rawValue: 1 << 6)
    /// In front of `pass` it makes a ticket of it, a road or a filter: `season_pass`, `low_pass`.
    static let beforePass = Roles(rawValue: 1 << 7)
    /// In a path the piece behind it is a secret too, if it looks made: `/reset/VALUE`.
    static let path = Roles(rawValue: 1 << 8)
    /// It ends like a secret and is a word of its own.
    static let harmless = Roles(rawValue: 1 << 9)

    /// In front of `pin` it makes a part of a device or a badge of it: `led_pin`, `mapPin`.
    static let beforePin = Roles(rawValue: 1 << 10)

    /// By the names that the table has for them.
    static let named: [Substring: Roles] = [
      "about": .about, "plain": .plain, "place": .place, "owner": .owner,
      "harmlessKey": .harmlessKey, "ownsID": .ownsID, "beforePass": .beforePass,
      "beforePin": .beforePin, "path": .path, "harmless": .harmless,
    ]
  }

  /// Two words that are a secret together.
  struct Pair: Sendable {
    let fronts: Set<NameWord>
    let backs: Set<NameWord>
    let rule: Rule
  }

  static let id = NameWord("id")
  static let sid = NameWord("sid")
  static let tokens: Set<NameWord> = [NameWord("token"), NameWord("tokens")]
  static let keys: Set<NameWord> = [NameWord("key"), NameWord("keys")]
  /// Between the words of a pair: `código_de_acceso`.
  static let joints: Set<NameWord> = [NameWord("de"), NameWord("d"), NameWord("di")]
  static let pass = NameWord("pass")
  static let oneTime = (one: NameWord("one"), time: NameWord("time"))

  /// The lines of the table by their first word; a line that begins with blanks goes on.
  private static let lines: [Substring: [(rule: Substring, words: [Substring])]] = {
    var lines: [Substring: [(rule: Substring, words: [Substring])]] = [:]
    var kind: Substring = ""
    for line in table.utf8.split(separator: 0x0a) {
      var words = line.split(separator: 0x20).map { Substring($0) }
      if line.first == 0x20 {
        let last = lines[kind, default: []].count - 1
        lines[kind, default: []][last].words += words
        continue
      }
      kind = words.removeFirst()
      lines[kind, default: []].append((words.removeFirst(), words))
    }
    return lines
  }()

  /// The words of their own, and the second halves of pairs.
  static let rules: [NameWord: Rule] = {
    var rules: [NameWord: Rule] = [:]
    for line in lines["is", default: []] {
      let grade = SecretName.Grade(rawValue: String(line.rule))
      for word in line.words.map({ NameWord($0) }) {
        if let grade { rules[word, default: Rule()].grade = grade }
        if let role = Roles.named[line.rule] {
          rules[word, default: Rule()].roles.insert(role)
        }
      }
    }
    for word in pairs.flatMap(\.backs) { rules[word, default: Rule()].roles.insert(.half) }
    return rules
  }()

  static let pairs: [Pair] = readPairs("pair") + readPairs("pairWithID", [.ownsID])

  private static func readPairs(_ kind: Substring, _ roles: Roles = []) -> [Pair] {
    lines[kind, default: []].map { line in
      let halves = line.words.split(separator: "+").map { Set($0.map { NameWord($0) }) }
      let grade = SecretName.Grade(rawValue: String(line.rule))
      return Pair(fronts: halves[0], backs: halves[1], rule: Rule(grade: grade, roles: roles))
    }
  }

  /// Words that nothing parts end like this: `xaccesstoken`, `csrfmiddlewaretoken`.
  static let endings = parts("ends")
  /// Words that nothing parts begin like this: `passwordconfirm`, `aspsessionidqqabcd`.
  static let beginnings = parts("begins")

  private static func parts(_ kind: Substring) -> [(text: [UInt8], grade: SecretName.Grade?)] {
    lines[kind, default: []].flatMap { line in
      let grade = SecretName.Grade(rawValue: String(line.rule))
      return line.words.map { (text: Array($0.utf8), grade: grade) }
    }
  }

  /// Headers of instructions, public keys and signed names, which have a word of a secret.
  static let openHeaders: [StaticString] = [
    "signature-input", "signature-agent", "accept-signature", "public-key-pins",
    "public-key-pins-report-only",
    "authentication-results", "arc-authentication-results", "sec-session-challenge",
    "sec-session-registration", "pin-sha256",
  ]

  private static let table = """
    is password password passwd passwort kennwort pwd passphrase pw psw pswd passwrd passw pword
      adminpw rootpw userpw dbpw contrasena contrasenya contrasinal senha palavrapasse motdepasse
      wachtwoord wachtzin losenord passord adgangskode kodeord salasana tunnussana lykilord
      parool salasona slaptazodis haslo heslo jelszo lozinka zaporka geslo sifre sifrə pasahitza
      pasvorto pasvorta pasvorton facalfaire sandi katasandi katalaluan matkhau пароль парола
      лозинка құпиясөз סיסמה סיסמא گذرواژه συνθηματικο 密码 密碼 口令 密令 パスワード 合言葉 비밀번호 암호 패스워드 비번
      parol parolu fjalekalim fjalekalimi adgangsord losungswort kontrasenyas nenosiri nywila
      iphasiwedi wagwoord cyfrinair pasfhocal passwuert modpas сырсөз συνθημα پاسورڈ
    is code otp totp hotp passcode cvv cvc ssn cvn mpin upin tpin ipin pincode geheimzahl 验证码 驗證碼
      暗証 暗証番号 認証コード 인증번호 인증코드 보안코드 通行码 通行碼 访问码 授权码 动态码 zugangscode geheimcode sicherheitscode
      bestatigungscode einmalcode toegangscode engangskode belepokod tunnusluku paasykoodi
      codeacces codigoacceso codigoacesso codiceaccesso пинкод пин पिन পিন
    is pin pin puk
    is digits iban pan cardnumber ccnumber creditcard
    is token token secret credential psk authorization bearer cookie csrf xsrf jwt assertion sid
      sess sessid session signature sig apikey accesskey secretkey privatekey authkey signingkey
      masterkey encryptionkey sessionid jsessionid phpsessid cfid cftoken samlrequest
      samlresponse connectionstring connstr dsn accesstoken refreshtoken idtoken authtoken
      geheimnis zugangsdaten secreto segredo segreto geheim geheime hemlighet hemmelighed jeton
      токен секрет 令牌 权杖 密钥 密鑰 秘钥 秘密 秘密鍵 トークン シークレット 토큰 비밀키 시크릿 hemmelighet tajemstvi टोकन টোকেন
      אסימון توکن
    is likely auth authentication authn oauth creds credentials tokens secrets passwords cookies
      userpass dbpass storepass keypass mypass adminpass rootpass loginpass smtppass mailpass ftppass sshpass
      signatures assertions pass hmac otps passcodes authz passkey passkeys mnemonic parola
      parole passe mdp mima κωδικος losen tajne tajny titok salaisuus saladus rahasia rahsia
      lihim hemmelig шифра таємниця нууц 暗号 凭证 रहस्य गुप्त গোপন סוד
    is weak tan nonce ticket tok sas pins sessions refresh pepper clave chave chiave cle sleutel
      schlussel schluessel zugangsschlussel anahtar anahtari nyckel nokkel avain kulcs klucz ключ
      κλειδι 钥匙 鍵 รหัส مفتاح
    is ownsID session sess secret sessions
    is about type types kind class count counts counter limit limits remaining usage used total
      size length len bytes chars characters max maximum min minimum ttl age lifetime life
      expires expire expiry expired expiration exp expiring at in on by until since date time
      times timestamp created updated issued issuer iat last first url uri urls uris endpoint
      endpoints path link href callback domain host hostname port policy policies rule rules
      strength score level required requires requirement requirements enabled enable disabled
      disable allowed allow supported support valid invalid validity validated verified changed
      change status state name names label title description desc hint help placeholder message
      messages msg error errors reason format pattern regex schema algorithm algorithms alg
      method methods provider providers scheme schemes scope scopes mode version versions index
      offset id ids uuid guid prefix fingerprint thumbprint owner user users username audience
      role roles bits rotation rotated manager store storage field fields column param params
      parameter header headers location source setting settings config configuration option
      options budget cost price balance symbol address decimals supply standard rate duration
      timeout interval delay attempts tries retries failures consent banner notice preference
      preferences accepted samesite present exists found missing requested reset ref refs
      reference arn namespace env variable file filename command helper service server servers
      grant details list group color colour free less required notbefore available santa garden
      shopper dish drink cocktail recipe ingredient flavor flavour dough cutter scent
    is plain value values val text string str data raw plain plaintext cleartext new old current
      previous confirm confirmation confirmed repeat repeated again verify verification hash
      hashed digest salt salted encrypted encoded base b binary content contents body input
      answer v dev prod production staging test live sandbox local default primary secondary main
      backup hex sha pem md code codes number
    is place page next prev continuation continue sync cursor scroll resume pagination paging
      stop eos bos pad unk mask sep cls special vocab lexer syntax idempotency concurrency
      cancellation cancel abort design start end delta snapshot prompt completion input output
      cached reasoning
    is owner account subaccount message call service conversation participant chat channel
      recording flow trunk workspace worker task queue object domain group machine
    is harmlessKey idempotency websocket socket cache surrogate partition sort routing message
      public foreign
    is beforePass season ski lift snow boarding day week weekend month annual bus rail train
      metro transit travel museum park parking hall event festival conference battle mountain low
      high band render shader shadow depth
    is beforePin map push drop rolling safety bobby bowling lapel enamel hat collar cotter hinge
      firing gpio io led reset clock clk data tx rx sda scl miso mosi cs ss sck dc input output
      adc dac pwm analog digital button switch relay servo motor step dir sensor buzzer speaker
      trigger echo interrupt irq enable power ground gnd signal connector header chip board fan
      heater pump valve
    is path reset magic verify verification confirm confirmation activate activation recover
      recovery unlock invite invitation login signin signup register registration key unsubscribe
      optout share claim
    is harmless obsession possession passwordless repossession prepossession
    pair token api secret private signing sign signature master encryption encrypt decryption
      decrypt authentication authorization auth shared server session sas webhook hmac aes jwt
      subscription functions admin unseal wallet symmetric + key keys
    pairWithID token access + key keys
    pair likely app application account client consumer security service license licence deploy
      root function token partner merchant bot integration storage sendgrid mailgun stripe openai
      twilio encryptor recovery activation priv enc ssh rsa + key keys
    pair code verification security sms auth authorization recovery backup mfa fa factor device
      login access otp reset pairing onetime activation unlock door keypad lockbox + code codes
    pair pin gate garage alarm disarm locker safe + code codes
    pair weak primary secondary product serial cd registration retail + key keys
    pair likely rsa dsa ecdsa ec ssh pgp gpg tls ssl + private
    pair weak auth authorization authentication + header headers
    pair likely password passwords passwd pwd auth hash + pepper
    pair password facal focal + faire
    pair digits card cc creditcard + number no num nr
    pair token connection conn + string str strings
    pair likely seed recovery mnemonic secret backup wallet + phrase words
    pair likely user + code
    pair likely security recovery + answer answers
    pair password de palavra + passe
    pair token clave + acceso secreta privada api
    pair code codigo cod code codice + acceso acces acesso accesso
    pair code kod pristupovy pristupni + dostepu kod
    pair code код קוד + доступа доступу גישה
    pair password нууц + үг
    pair password neno + siri
    pair password پاس + ورڈ
    pair password گذر + واژه
    pair password kata + laluan
    pair password mat + khau
    pair password كلمة + المرور مرور السر
    pair password رمز الرمز + عبور المرور الدخول السري
    pair password кодовое секретное + слово
    pair link magic + link links url uri
    pair token saml + request response
    pair token code oauth + verifier
    ends token token secret cookie apikey accesskey secretkey privatekey authkey sessionid sessid
      credential authorization 令牌 密钥 トークン 토큰 โทเค็น アクセスキー
    ends password password passwd passphrase passwort kennwort wachtwoord losenord contrasena
      motdepasse 密码 密碼 口令 パスワード 비밀번호 пароль पासवर्ड পাসওয়ার্ড รหัสผ่าน รหัสลับ கடவுச்சொல்
      कूटशब्द गुप्तशब्द संकेतशब्द ਪਾਸਵਰਡ પાસવર્ડ పాస్వర్డ్ పాస్\u{200c}వర్డ్ ಪಾಸ್ವರ್ಡ್ ಪಾಸ್\u{200c}ವರ್ಡ್
      പാസ്\u{200c}വേഡ് രഹസ്യവാക്ക് මුරපදය ពាក្យសម្ងាត់ ລະຫັດຜ່ານ စကားဝှက် συνθηματικο құпиясөз գաղտնաբառ
      პაროლი
    ends code passcode 验证码 驗證碼 アクセスコード
    ends likely credentials session tokens secrets
    ends link magiclink
    begins likely password passwd apikey accesstoken authtoken secretkey sessionid passwort 密码 密碼
      パスワード 비밀번호 пароль
    begins token aspsessionid
    """
}
