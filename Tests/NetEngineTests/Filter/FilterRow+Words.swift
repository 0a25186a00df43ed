extension FilterRow {
  /// Words, brackets and operators.
  static let words: [FilterRow] = [
    FilterRow(" ", "", "everything", "abcdefgh"),
    FilterRow("users", "users", "URL/name matches 'users'", "acf"),
    FilterRow("USERS", "USERS", "URL/name matches 'USERS'", "acf"),
    FilterRow(
      "users orders", "users & orders", "URL/name matches 'users' and URL/name matches 'orders'",
      ""),
    FilterRow(
      "users & orders", "users & orders",
      "URL/name matches 'users' and URL/name matches 'orders'", ""),
    FilterRow(
      "users | orders", "users | orders", "URL/name matches 'users' or URL/name matches 'orders'",
      "acef"),
    FilterRow(
      "users || orders", "users | orders",
      "URL/name matches 'users' or URL/name matches 'orders'", "acef"),
    FilterRow(
      "users && page", "users & page", "URL/name matches 'users' and URL/name matches 'page'", "a"),
    FilterRow("!users", "!users", "not URL/name matches 'users'", "bdegh"),
    FilterRow("!!users", "users", "URL/name matches 'users'", "acf"),
    FilterRow("!(!users)", "users", "URL/name matches 'users'", "acf"),
    FilterRow("! users", "!users", "not URL/name matches 'users'", "bdegh"),
    FilterRow("(users)", "users", "URL/name matches 'users'", "acf"),
    FilterRow("((users))", "users", "URL/name matches 'users'", "acf"),
    FilterRow(
      "users | log & in", "users | log & in",
      "URL/name matches 'users' or URL/name matches 'log' and URL/name matches 'in'", "abcf"),
    FilterRow(
      "(users | log) in", "(users | log) & in",
      "(URL/name matches 'users' or URL/name matches 'log') and URL/name matches 'in'", "b"),
    FilterRow(
      "users log | report", "users & log | report",
      "URL/name matches 'users' and URL/name matches 'log' or URL/name matches 'report'", "g"),
    FilterRow(
      "!(users | report)", "!(users | report)",
      "not (URL/name matches 'users' or URL/name matches 'report')", "bdeh"),
    FilterRow(
      "!users | !report", "!users | !report",
      "not URL/name matches 'users' or not URL/name matches 'report'", "abcdefgh"),
    FilterRow(
      "a | (b | c)", "a | b | c",
      "URL/name matches 'a' or URL/name matches 'b' or URL/name matches 'c'", "abcdeg"),
    FilterRow(
      "a & (b & c)", "a & b & c",
      "URL/name matches 'a' and URL/name matches 'b' and URL/name matches 'c'", ""),
    FilterRow(
      "a (b | c) d", "a & (b | c) & d",
      "URL/name matches 'a' and (URL/name matches 'b' or URL/name matches 'c') and URL/name matches 'd'",
      "e"),
    FilterRow("'users?page'", "users?page", "URL/name matches 'users?page'", ""),
    FilterRow(#""users?page""#, "users?page", "URL/name matches 'users?page'", ""),
    FilterRow(#"users\?page"#, #"users\?page"#, #"URL/name matches 'users\?page'"#, "a"),
    FilterRow("^https", "^https", "URL/name matches '^https'", "abdegh"),
    FilterRow("png$", "png$", "URL/name matches 'png$'", "d"),
    FilterRow("session", "session", "URL/name matches 'session'", "c"),
    FilterRow("it's", "it's", "URL/name matches 'it's'", ""),
    FilterRow("'it''s'", "it & s", "URL/name matches 'it' and URL/name matches 's'", "h"),
    FilterRow(#""a(1)&b""#, #""a(1)&b""#, "URL/name matches 'a(1)&b'", ""),
    FilterRow("'log in'", #""log in""#, "URL/name matches 'log in'", "b"),
    FilterRow(#""""#, #""""#, "URL/name matches ''", "abcdefgh"),
    FilterRow("''", #""""#, "URL/name matches ''", "abcdefgh"),
    FilterRow(#"!"""#, #"!"""#, "not URL/name matches ''", ""),
    FilterRow("您", "您", "URL/name matches '您'", ""),
  ]
}
