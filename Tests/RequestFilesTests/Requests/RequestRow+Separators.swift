extension RequestRow {
  /// Separators, names and comments.
  static let separators: [RequestRow] = [
    RequestRow(
      "two",
      "GET http://h.test/1\n\n###\nGET http://h.test/2\n",
      ["GET http://h.test/1", "GET http://h.test/2"]),
    RequestRow(
      "names",
      "### first\nGET http://h.test/1\n\n### second ###\nGET http://h.test/2\n",
      ["[first] GET http://h.test/1", "[second] GET http://h.test/2"]),
    RequestRow(
      "many hashes",
      "####### Name here\nGET http://h.test/1\n",
      ["[Name here] GET http://h.test/1"]),
    RequestRow(
      "separator first and last",
      "###\nGET http://h.test/1\n###\n",
      ["GET http://h.test/1"]),
    RequestRow(
      "only separators",
      "###\n\n### empty\n\n###\n",
      []),
    RequestRow(
      "empty",
      "",
      []),
    RequestRow(
      "blank lines",
      "\n\n  \n",
      []),
    RequestRow(
      "only comments",
      "# a\n// b\n",
      []),
    RequestRow(
      "name comment",
      "# @name login\nGET http://h.test/1\n",
      ["[login] GET http://h.test/1"]),
    RequestRow(
      "name with equals",
      "# @name = login\nGET http://h.test/1\n",
      ["[login] GET http://h.test/1"]),
    RequestRow(
      "name with slashes",
      "// @name login\nGET http://h.test/1\n",
      ["[login] GET http://h.test/1"]),
    RequestRow(
      "name glued",
      "#@name login\nGET http://h.test/1\n",
      ["[login] GET http://h.test/1"]),
    RequestRow(
      "name over title",
      "### Log in\n# @name login\nGET http://h.test/1\n",
      ["[login] GET http://h.test/1"]),
    RequestRow(
      "name missing",
      "# @name\nGET http://h.test/1\n",
      ["✗ t.http:1:8: @name needs a name, found ''"]),
    RequestRow(
      "name twice",
      "# @name a\nGET http://h.test/1\n###\n# @name a\nGET http://h.test/2\n",
      [
        "[a] GET http://h.test/1",
        "[a] GET http://h.test/2",
        "note t.http:4:9: the name 'a' is taken by the request in line 2 — choose another: responses are referred to by name",
      ]),
    RequestRow(
      "crlf",
      "### one\r\n# @name a\r\nPOST http://h.test/1\r\nA: b\r\n\r\nline 1\r\nline 2\r\n\r\n###\r\nGET http://h.test/2\r\n",
      ["[a] POST http://h.test/1 | A: b ‖ line 1␍⏎line 2", "GET http://h.test/2"]),
    RequestRow(
      "bom",
      "\u{feff}GET http://h.test/1\n",
      ["GET http://h.test/1"]),
    RequestRow(
      "bom and crlf",
      "\u{feff}### x\r\nGET http://h.test/1\r\n",
      ["[x] GET http://h.test/1"]),
    RequestRow(
      "bare cr",
      "GET http://h.test/1\rA: b\n",
      [
        #"✗ the URL 'http://h.test/1\x0DA: b' cannot be sent: a carriage return at byte 15"#
      ]),
    RequestRow(
      "nul",
      "GET http://h.test/1\nA: b\0c\n",
      ["GET http://h.test/1 | A: b␀c"]),
    RequestRow(
      "broken in the middle",
      "GET http://h.test/1\n###\nGTE http://h.test/2\n###\nGET http://h.test/3\n",
      [
        "GET http://h.test/1",
        "✗ t.http:3:1: there is no method 'GTE' — did you mean 'GET'?",
        "GET http://h.test/3",
      ]),
  ]
}
