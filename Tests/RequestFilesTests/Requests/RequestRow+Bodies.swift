extension RequestRow {
  /// Bodies and scripts.
  static let bodies: [RequestRow] = [
    RequestRow(
      "body",
      "POST http://h.test/a\n\nhello\n",
      ["POST http://h.test/a ‖ hello"]),
    RequestRow(
      "body without line end",
      "POST http://h.test/a\n\nhello",
      ["POST http://h.test/a ‖ hello"]),
    RequestRow(
      "body of lines",
      "POST http://h.test/a\n\none\n\n  two\nthree\n\n\n",
      ["POST http://h.test/a ‖ one⏎⏎  two⏎three"]),
    RequestRow(
      "blank lines before body",
      "POST http://h.test/a\n\n\n\nhello\n",
      ["POST http://h.test/a ‖ hello"]),
    RequestRow(
      "json with comments",
      """
      POST http://h.test/a
      Content-Type: application/json

      {
        // first
        "a": 1, # second
        "b": "###"
      }

      """,
      [
        ####"POST http://h.test/a | Content-Type: application/json ‖ {⏎  "a": 1, # second⏎  "b": "###"⏎}"####
      ]),
    RequestRow(
      "hashes inside",
      "POST http://h.test/a\n\n## two\n ### indented\na ### b\n# one\n",
      ["POST http://h.test/a ‖ ## two⏎ ### indented⏎a ### b⏎# one"]),
    RequestRow(
      "separator ends body",
      "POST http://h.test/a\n\none\n###two\nGET http://h.test/b\n",
      ["POST http://h.test/a ‖ one", "[two] GET http://h.test/b"]),
    RequestRow(
      "crlf body",
      "POST http://h.test/a\r\n\r\na\r\nb\r\n",
      ["POST http://h.test/a ‖ a␍⏎b"]),
    RequestRow(
      "comments behind get",
      "GET http://h.test/a\n\n# just words\n// and more\n",
      ["GET http://h.test/a"]),
    RequestRow(
      "comments behind post",
      "POST http://h.test/a\n\n# a heading\n",
      ["POST http://h.test/a"]),
    RequestRow(
      "meta behind get",
      "GET http://h.test/a\n\n# @expect ~c 200\n",
      ["GET http://h.test/a ·expect ~c 200"]),
    RequestRow(
      "variable behind get",
      "GET http://h.test/{{x}}\n\n@x = 1\n",
      ["GET http://h.test/1"]),
    RequestRow(
      "get with body",
      "GET http://h.test/a\n\n{\"q\":1}\n",
      [#"GET http://h.test/a ‖ {"q":1}"#]),
    RequestRow(
      "braces that are none",
      "@y = 1\nPOST http://h.test/a\n\n{{#if x}}{{{y}}} {{}} {{ }} {{\"a\"}} {{a\n}}\n",
      [#"POST http://h.test/a ‖ {{#if x}}{1} {{}} {{ }} {{"a"}} {{a⏎}}"#]),
    RequestRow(
      "json closing braces",
      "@x = 1\nPOST http://h.test/a\n\n{\"a\":{\"b\":{{x}}}}\n",
      [#"POST http://h.test/a ‖ {"a":{"b":1}}"#]),
    RequestRow(
      "triple braces",
      "@x = 1\nPOST http://h.test/a\n\n{{{x}}}\n",
      ["POST http://h.test/a ‖ {1}"]),
    RequestRow(
      "file body",
      "POST http://h.test/a\n\n< ./body.json\n",
      [#"POST http://h.test/a ‖ {"from":"file"}"#]),
    RequestRow(
      "file body without dot",
      "POST http://h.test/a\n\n<   body.json  \n",
      [#"POST http://h.test/a ‖ {"from":"file"}"#]),
    RequestRow(
      "file body with variables",
      "@x = 1\nPOST http://h.test/a\n\n<@ ./template.txt\n",
      ["POST http://h.test/a ‖ x is 1⏎"]),
    RequestRow(
      "file body with encoding",
      "@x = 1\nPOST http://h.test/a\n\n<@utf8 ./template.txt\n",
      ["POST http://h.test/a ‖ x is 1⏎"]),
    RequestRow(
      "file between lines",
      "POST http://h.test/a\n\nbefore\n< ./body.json\nafter\n",
      [#"POST http://h.test/a ‖ before⏎{"from":"file"}⏎after"#]),
    RequestRow(
      "two files",
      "POST http://h.test/a\n\n< ./body.json\n< ./body.json\n",
      [#"POST http://h.test/a ‖ {"from":"file"}⏎{"from":"file"}"#]),
    RequestRow(
      "file name from variable",
      "@n = body\nPOST http://h.test/a\n\n< ./{{n}}.json\n",
      [#"POST http://h.test/a ‖ {"from":"file"}"#]),
    RequestRow(
      "file missing",
      "POST http://h.test/a\n\n< ./nothing.json\n",
      [
        "✗ t.http:3:3: the file './nothing.json' cannot be used: No such file or directory — paths count from the request file's folder and stay in the collection or its repository"
      ]),
    RequestRow(
      "file outside",
      "POST http://h.test/a\n\n< ../body.json\n",
      [
        "✗ t.http:3:3: the file '../body.json' cannot be used: it lies outside of the project's folder — paths count from the request file's folder and stay in the collection or its repository"
      ]),
    RequestRow(
      "file outside by variable",
      "@n = ../../etc/passwd\nPOST http://h.test/a\n\n< ./{{n}}\n",
      [
        "✗ t.http:4:3: the file './../../etc/passwd' cannot be used: it lies outside of the project's folder — paths count from the request file's folder and stay in the collection or its repository"
      ]),
    RequestRow(
      "file absolute",
      "POST http://h.test/a\n\n< /etc/hostname\n",
      [
        "✗ t.http:3:3: the file '/etc/hostname' cannot be used: it is not relative — paths count from the request file's folder and stay in the collection or its repository"
      ]),
    RequestRow(
      "file a folder",
      "POST http://h.test/a\n\n< ./\n",
      [
        "✗ t.http:3:3: the file './' cannot be used: it lies outside of the project's folder — paths count from the request file's folder and stay in the collection or its repository"
      ]),
    RequestRow(
      "file a fifo",
      "POST http://h.test/a\n\n< ./fifo\n",
      [
        "✗ t.http:3:3: the file './fifo' cannot be used: it is not a plain file — paths count from the request file's folder and stay in the collection or its repository"
      ]),
    RequestRow(
      "file a link out",
      "POST http://h.test/a\n\n< ./link\n",
      [
        "✗ t.http:3:3: the file './link' cannot be used: it lies outside of the project's folder — paths count from the request file's folder and stay in the collection or its repository"
      ]),
    RequestRow(
      "file a link inside",
      "POST http://h.test/a\n\n< ./inside\n",
      [#"POST http://h.test/a ‖ {"from":"file"}"#]),
    RequestRow(
      "file with nul",
      "POST http://h.test/a\n\n< ./bo\0dy.json\n",
      [
        #"✗ t.http:3:3: the file './bo\u{0}dy.json' cannot be used: its name holds a NUL — paths count from the request file's folder and stay in the collection or its repository"#
      ]),
    RequestRow(
      "xml body",
      "POST http://h.test/a\n\n<a>\n <b/>\n</a>\n",
      ["POST http://h.test/a ‖ <a>⏎ <b/>⏎</a>"]),
    RequestRow(
      "form",
      "POST http://h.test/a\nContent-Type: application/x-www-form-urlencoded\n\na=1&b=2\n",
      [
        "POST http://h.test/a | Content-Type: application/x-www-form-urlencoded ‖ a=1&b=2"
      ]),
    RequestRow(
      "form over lines",
      """
      POST http://h.test/a
      Content-Type: application/x-www-form-urlencoded

      a=1
      &b=2
        &c=3&
      d=4

      """,
      [
        "POST http://h.test/a | Content-Type: application/x-www-form-urlencoded ‖ a=1&b=2&c=3&d=4"
      ]),
    RequestRow(
      "form without marks",
      """
      POST http://h.test/a
      Content-Type: application/x-www-form-urlencoded; charset=utf-8

      a=1
      b=2

      """,
      [
        "POST http://h.test/a | Content-Type: application/x-www-form-urlencoded; charset=utf-8 ‖ a=1&b=2"
      ]),
    RequestRow(
      "form from file",
      """
      POST http://h.test/a
      Content-Type: application/x-www-form-urlencoded

      < ./body.json

      """,
      [
        #"POST http://h.test/a | Content-Type: application/x-www-form-urlencoded ‖ {"from":"file"}"#
      ]),
  ]
}
