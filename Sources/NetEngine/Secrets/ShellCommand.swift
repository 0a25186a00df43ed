import LosslessJSON

/// Passwords in commands of a shell: `curl -u user:PASS`, `mysql -pPASS`, `--token VALUE`.
enum ShellCommand {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// A word of a command line without its quotes, which does not begin with one of these.
  static func word(_ refused: String = "") -> String {
    let first = refused.isEmpty ? "" : "(?![\(refused)])"
    return #"\\*+(?:"\K\#(first)[^"\\\x00-\x1f]+|'\K\#(first)[^'\\\x00-\x1f]+"#
      + #"|\K\#(first)[^\x00-\x20"'\\`<>|;&]+)"#
  }

  /// What a password does not begin with: a variable, another option, a sign of JSON.
  private static let refused = #"$,:}\]-"#

  /// Flags of one letter that may be in front of an option in the same word.
  private static let flags = "-[sSkfvLiIgGjnNO]*"
  private static let userOption = "--(?:user|proxy-user|auth)[= ]"

  /// An option with a password; behind a user and a mark where one is given.
  private static func option(_ letters: String, behind mark: String = "") -> String {
    let password = word(refused)
    guard !mark.isEmpty else { return "\(flags)[\(letters)] *\(password)" }
    let first = "(?![\(refused)])"
    return "(?:\(flags)[\(letters)]|\(userOption)) *"
      + #"(?:\\*+"[^"\\\x00-\x1f\#(mark)]{0,256}\#(mark)\K\#(first)[^"\\\x00-\x1f]+"#
      + #"|\\*+'[^'\\\x00-\x1f\#(mark)]{0,256}\#(mark)\K\#(first)[^'\\\x00-\x1f]+"#
      + #"|\\*+[^\x00-\x20"'\\`<>|;&\#(mark)]{0,256}\#(mark)\#(password))"#
  }

  private static let containers = "docker|podman|buildah|skopeo|nerdctl|helm|oras|az"

  /// Programs, and how each takes a password: elsewhere the same letters mean something else.
  private static let programs: [(names: String, option: String)] = [
    ("curl|wget", option("uU", behind: ":")), ("http|https|xh", option("a", behind: ":")),
    ("sshpass", option("p")),
    ("mysql|mysqldump|mysqladmin|mysqlimport|mariadb", "\(flags)p\(word(refused))"),
    ("(?:\(containers))(?: [\\w-]+){0,3}? login", option("p")),
    ("redis-cli", option("a")), ("mongo|mongosh|mongodump|mongorestore", option("p")),
    ("zip|unzip|sqlcmd|bcp", option("P")), ("7z|7za|rar|unrar", "-p\(word(refused))"),
    ("ldapsearch|ldapadd|ldapmodify", option("w")),
    ("smbclient|rpcclient", option("U", behind: "%")), ("lftp", option("u", behind: ",")),
    ("\(containers)|ssh|scp|rsync|kubectl|psql|sudo", "(?!)"),
  ]

  private static let options = programs.map { PlacePattern($0.option) }
  /// The last program of a text, with its row as the mark.
  ///
  /// `\ncurl` in JSON is one, `https:` is not.
  private static let lastProgram = PlacePattern(
    #"(?s).*(?:(?<![\w-])|(?<=\\[nrt]))(?:"#
      + programs.enumerated().map { "(?:\($1.names))(?![\\w:-])(*:\($0))" }.joined(separator: "|")
      + ")")
  private static let long = PlacePattern(
    "(?!\(userOption))-(?:-|(?=[A-Za-z]{4}))([\\w-]{1,38}+)[= ] *\(word("$-"))")
  private static let short = PlacePattern("\(flags)[uUapPw]|\(userOption)")

  /// The last program in front of a place: what lies before is not searched again.
  struct Memory {
    private var searched = 0
    private var last: (place: Int, row: Int)?

    /// How the program before an option takes a password; nil where none is near.
    fileprivate mutating func option(before index: Int, in bytes: Bytes) -> PlacePattern? {
      let start = max(searched, index - 2_000)
      searched = index
      if let match = lastProgram.match(Bytes(rebasing: bytes[..<index]), at: start),
        let row = Int(match.mark)
      {
        last = (match.range.upperBound, row)
      }
      guard let last, index - last.place <= 2_000 else { return nil }
      return options[last.row]
    }
  }

  /// The password that an option at this dash gives.
  static func secret(_ bytes: Bytes, _ index: Int, _ memory: inout Memory) -> SecretShapes.Found? {
    if let match = long.match(bytes, at: index), let name = match.group {
      let (name, value) = (Bytes(rebasing: bytes[name]), Bytes(rebasing: bytes[match.range]))
      if SecretName(name)?.covers(text: value) == true, SecretValue(value).isOpaque {
        return (match.range, String(lenient: name))
      }
    }
    guard short.match(bytes, at: index) != nil,
      let match = memory.option(before: index, in: bytes)?.match(bytes, at: index),
      !SecretValue(Bytes(rebasing: bytes[match.range])).isPlaceholder
    else { return nil }
    return (match.range, "password")
  }
}
