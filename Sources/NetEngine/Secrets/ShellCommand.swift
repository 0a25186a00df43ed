import LosslessJSON

/// Passwords in commands of a shell: `curl -u user:PASS`, `mysql -pPASS`, `--token VALUE`.
enum ShellCommand {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// How a program takes a password behind a letter.
  fileprivate struct Option {
    let letters: StaticString
    /// What stands between the user and the password; nil where the password stands alone.
    let mark: UInt8?
    /// Whether it stands in the same word only.
    let isJoined: Bool
    /// Whether only `login` takes it: elsewhere the letter is a port's.
    let isOfLogin: Bool

    init(
      _ letters: StaticString, _ mark: Character? = nil, isJoined: Bool = false,
      isOfLogin: Bool = false
    ) {
      (self.letters, self.mark) = (letters, mark?.asciiValue)
      (self.isJoined, self.isOfLogin) = (isJoined, isOfLogin)
    }
  }

  /// Programs that take a password, and those behind which the letters mean something else again.
  private static let programs: [NameWord: Option] = {
    let rows: [(String, Option)] = [
      ("curl wget", Option("uU", ":")), ("http https xh", Option("a", ":")),
      ("sshpass", Option("p")),
      ("mysql mysqldump mysqladmin mysqlimport mariadb", Option("p", isJoined: true)),
      ("docker podman buildah skopeo nerdctl helm oras az", Option("p", isOfLogin: true)),
      ("redis-cli", Option("a")), ("mongo mongosh mongodump mongorestore", Option("p")),
      ("zip unzip sqlcmd bcp", Option("P")), ("ldapsearch ldapadd ldapmodify", Option("w")),
      ("smbclient rpcclient", Option("U", "%")), ("lftp", Option("u", ",")),
      ("ssh scp rsync kubectl psql sudo", Option("")),
    ]
    var table: [NameWord: Option] = [:]
    for (names, option) in rows {
      for name in names.split(separator: " ") { table[NameWord(name)] = option }
    }
    return table
  }()

  /// The last program in front of a place: what lies before is not searched again.
  struct Memory {
    private var searched = 0
    private var last: (place: Int, option: Option)?
    private var isLogin = false

    /// How the program before an option takes a password; nil where none stands near.
    fileprivate mutating func option(before index: Int, in bytes: Bytes) -> Option? {
      var place = max(searched, index - 2_000)
      searched = index
      while place < index {
        var end = place
        while end < index, bytes[end].isTokenLetter { end += 1 }
        if end > place { take(bytes, place..<end) }
        place = end + 1
      }
      guard let last, index - last.place <= 2_000, isLogin || !last.option.isOfLogin else {
        return nil
      }
      return last.option
    }

    private mutating func take(_ bytes: Bytes, _ word: Range<Int>) {
      // `\ncurl` in JSON; `https:` is no program.
      let isEscaped = word.lowerBound > 0 && bytes[word.lowerBound - 1] == 0x5c
      let name = Bytes(rebasing: bytes[(word.lowerBound + (isEscaped ? 1 : 0))..<word.upperBound])
      guard name.count <= 12, word.upperBound == bytes.count || bytes[word.upperBound] != 0x3a
      else { return }
      if name.isWord("login") { isLogin = true }
      guard let option = programs[NameWord(name)] else { return }
      (last, isLogin) = ((word.lowerBound, option), false)
    }
  }

  /// The password that an option at this dash gives.
  static func secret(
    _ bytes: Bytes, _ index: Int, _ memory: inout Memory
  ) -> (range: Range<Int>, name: String)? {
    bytes[index + 1] == UInt8(ascii: "-")
      ? long(bytes, index, &memory) : short(bytes, index, &memory)
  }

  /// `-u user:PASS`, `-su user:PASS`, `-pPASS`.
  private static func short(
    _ bytes: Bytes, _ index: Int, _ memory: inout Memory
  ) -> (range: Range<Int>, name: String)? {
    var letter = index + 1
    // What curl and others put in front of a letter in the same word.
    while letter < bytes.count, "sSkfvLiIgGjnNO".utf8.contains(bytes[letter]) { letter += 1 }
    guard letter < bytes.count, letter - index < 16, "uUapPw".utf8.contains(bytes[letter]),
      let option = memory.option(before: index, in: bytes),
      option.letters.withUTF8Buffer({ $0.contains(bytes[letter]) })
    else { return nil }
    var start = letter + 1
    while !option.isJoined, start < bytes.count, bytes[start] == 0x20 { start += 1 }
    guard start < bytes.count, bytes[start] > 0x20 else { return nil }
    return password(bytes, from: start, behind: option.mark).map { ($0, "password") }
  }

  /// `--user user:PASS`, `--token VALUE`, both also with `=`.
  private static func long(
    _ bytes: Bytes, _ index: Int, _ memory: inout Memory
  ) -> (range: Range<Int>, name: String)? {
    var end = index + 2
    while end < bytes.count, end - index <= 40, bytes[end].isTokenLetter { end += 1 }
    let name = Bytes(rebasing: bytes[(index + 2)..<end])
    var start = end
    if start < bytes.count, bytes[start] == 0x3d { start += 1 }
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    guard start > end, start < bytes.count else { return nil }
    if name.isWord("user") || name.isWord("proxy-user") || name.isWord("auth") {
      guard let mark = memory.option(before: index, in: bytes)?.mark else { return nil }
      return password(bytes, from: start, behind: mark).map { ($0, "password") }
    }
    guard let secret = SecretName(name), let value = word(bytes, from: start) else { return nil }
    let text = Bytes(rebasing: bytes[value])
    guard secret.covers(text: text), SecretValue(text).isOpaque, !"$-".utf8.contains(text[0]) else {
      return nil
    }
    return (value, String(lenient: name))
  }

  /// `setx NAME VALUE`, `setx /M NAME VALUE`.
  static func setting(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    guard bytes[index...].starts(with: "setx ".utf8) else { return nil }
    var place = index + 5
    for _ in 0..<2 {
      guard let range = argument(bytes, &place) else { return nil }
      let name = Bytes(rebasing: bytes[range])
      if name.isWord("/m") { continue }
      guard let secret = SecretName(name), let value = argument(bytes, &place),
        secret.covers(text: Bytes(rebasing: bytes[value])), bytes[value.lowerBound] != 0x25
      else { return nil }
      return (value, String(lenient: name))
    }
    return nil
  }

  /// `machine HOST login USER password VALUE` of a `.netrc`, in one line or several.
  static func machine(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    guard bytes[index...].starts(with: "machine ".utf8) else { return nil }
    var place = index + 8
    guard argument(bytes, &place) != nil else { return nil }
    for _ in 0..<3 {
      guard let key = argument(bytes, &place), let value = argument(bytes, &place) else {
        return nil
      }
      let name = Bytes(rebasing: bytes[key])
      if name.isWord("password") { return (value, "password") }
      guard name.isWord("login") || name.isWord("account") else { return nil }
    }
    return nil
  }

  /// The next word, up to 400 bytes behind a place, which moves behind it.
  private static func argument(_ bytes: Bytes, _ place: inout Int) -> Range<Int>? {
    let limit = min(bytes.count, place + 400)
    while place < limit, bytes[place] <= 0x20 { place += 1 }
    guard place < limit, let found = word(bytes, from: place) else { return nil }
    place = found.upperBound
    if place < bytes.count, bytes[place] == 0x22 || bytes[place] == 0x27 { place += 1 }
    return found
  }

  /// The password of a word, without quotes; nil where a variable stands for it.
  private static func password(_ bytes: Bytes, from start: Int, behind mark: UInt8?) -> Range<Int>?
  {
    guard var value = word(bytes, from: start) else { return nil }
    if let mark {
      guard let place = bytes[value].firstIndex(of: mark) else { return nil }
      value = place + 1..<value.upperBound
      // `user:"PASS"`
      if value.isEmpty, place + 1 < bytes.count, "'\"\\".utf8.contains(bytes[place + 1]) {
        guard let quoted = word(bytes, from: place + 1) else { return nil }
        value = quoted
      }
    }
    guard let first = bytes[value].first, !"$-,:}]".utf8.contains(first),
      !SecretValue(Bytes(rebasing: bytes[value])).isPlaceholder
    else { return nil }
    return value
  }

  /// A word of a command line, without the quotes around it.
  private static func word(_ bytes: Bytes, from start: Int) -> Range<Int>? {
    var start = start
    while start < bytes.count, bytes[start] == 0x5c { start += 1 }
    guard start < bytes.count else { return nil }
    let quote = bytes[start]
    let isQuoted = quote == 0x22 || quote == 0x27
    if isQuoted { start += 1 }
    let end =
      bytes[start...].firstIndex { byte in
        isQuoted
          ? byte == quote || byte == 0x5c || byte < 0x20
          : byte <= 0x20 || "'\"\\`<>|;&".utf8.contains(byte)
      } ?? bytes.count
    return start < end ? start..<end : nil
  }
}
