extension RequestRow {
  /// Variables.
  static let variables: [RequestRow] = [
    RequestRow(
      "variable",
      "@host = http://h.test\nGET {{host}}/a\n",
      ["GET http://h.test/a"]),
    RequestRow(
      "variable blanks",
      "@host   =   http://h.test   \nGET {{ host }}/a\n",
      ["GET http://h.test/a"]),
    RequestRow(
      "variable of variable",
      "@a = {{b}}/x\n@b = http://h.test\nGET {{a}}\n",
      ["GET http://h.test/x"]),
    RequestRow(
      "variable below",
      "GET http://h.test/{{x}}\nA: {{x}}\n###\n@x = 1\n",
      ["GET http://h.test/1 | A: 1"]),
    RequestRow(
      "variable set again",
      "@x = 1\nGET http://h.test/{{x}}\n###\n@x = 2\nGET http://h.test/{{x}}\n",
      ["GET http://h.test/1", "GET http://h.test/2"]),
    RequestRow(
      "variable empty",
      "@x =\nGET http://h.test/a{{x}}b\n",
      ["GET http://h.test/ab"]),
    RequestRow(
      "variable unknown",
      "@host = h.test\nGET http://{{hots}}/a\n",
      ["✗ t.http:2:12: there is no variable 'hots' — did you mean 'host'?"]),
    RequestRow(
      "variable unknown in header",
      "GET http://h.test/a\nX: 1\nY: ab {{nope}}\n",
      [
        "✗ t.http:3:7: there is no variable 'nope'"
          + " — write @nope = … in the file, or say it for this run: --set nope=…, in the screens :set nope=…"
      ]),
    RequestRow(
      "variable unknown in body",
      "POST http://h.test/a\n\nline 1\nline {{ nope }} 2\n",
      [
        "✗ t.http:4:6: there is no variable 'nope'"
          + " — write @nope = … in the file, or say it for this run: --set nope=…, in the screens :set nope=…"
      ]),
    RequestRow(
      "variable itself",
      "@x = {{x}}\nGET http://h.test/{{x}}\n",
      [
        "✗ t.http:1:6: a variable needs itself: x → x — give one of them a value of its own"
      ]),
    RequestRow(
      "variable circle",
      "@x = {{y}}\n@y = a{{z}}\n@z = {{x}}\nGET http://h.test/{{y}}\n",
      [
        "✗ t.http:1:6: a variable needs itself: y → z → x → y — give one of them a value of its own"
      ]),
    RequestRow(
      "variable sixteen deep",
      """
      @v16 = end
      @v1 = {{v2}}
      @v2 = {{v3}}
      @v3 = {{v4}}
      @v4 = {{v5}}
      @v5 = {{v6}}
      @v6 = {{v7}}
      @v7 = {{v8}}
      @v8 = {{v9}}
      @v9 = {{v10}}
      @v10 = {{v11}}
      @v11 = {{v12}}
      @v12 = {{v13}}
      @v13 = {{v14}}
      @v14 = {{v15}}
      @v15 = {{v16}}
      GET http://h.test/{{v1}}

      """,
      ["GET http://h.test/end"]),
    RequestRow(
      "variable seventeen deep",
      """
      @v17 = end
      @v1 = {{v2}}
      @v2 = {{v3}}
      @v3 = {{v4}}
      @v4 = {{v5}}
      @v5 = {{v6}}
      @v6 = {{v7}}
      @v7 = {{v8}}
      @v8 = {{v9}}
      @v9 = {{v10}}
      @v10 = {{v11}}
      @v11 = {{v12}}
      @v12 = {{v13}}
      @v13 = {{v14}}
      @v14 = {{v15}}
      @v15 = {{v16}}
      @v16 = {{v17}}
      GET http://h.test/{{v1}}

      """,
      [
        "✗ t.http:17:8: variables are more than 16 deep: v1 → v2 → v3 → v4 → v5 → v6 → … → v17 — give one of them a value of its own"
      ]),
    RequestRow(
      "variable bad line",
      "@na me = 1\nGET http://h.test/a\n",
      [
        "problem t.http:1:1: expected '@name = value', found '@na me = 1' — names have letters, digits, '-', '_' and '.'",
        "GET http://h.test/a",
      ]),
    RequestRow(
      "variable no value",
      "@x\nGET http://h.test/a\n",
      [
        "problem t.http:1:1: expected '@name = value', found '@x' — names have letters, digits, '-', '_' and '.'",
        "GET http://h.test/a",
      ]),
    RequestRow(
      "variable dotted",
      "@a.b-c_d = 1\nGET http://h.test/{{a.b-c_d}}\n",
      ["GET http://h.test/1"]),
    RequestRow(
      "variable letters",
      "@名 = 1\nGET http://h.test/{{名}}\n",
      ["GET http://h.test/1"]),
    RequestRow(
      "variable line break in url",
      "@x = {{$processEnv LINES}}\nGET http://h.test/{{x}}\n",
      [
        #"✗ the URL 'http://h.test/a\x0D\x0AB: c' cannot be sent: a carriage return at byte 15"#
      ]),
    RequestRow(
      "variable line break in header",
      "@x = {{$processEnv LINES}}\nGET http://h.test/a\nX-Id: 1{{x}}\n",
      ["GET http://h.test/a | X-Id: 1a␍⏎B: c ·secret $processEnv LINES ·secret x"]),
    RequestRow(
      "variable in path of host",
      "@p = users\nGET /{{p}}\nHost: h.test\n",
      ["GET http://h.test/users"]),
    RequestRow(
      "value is not read again",
      "@x = {{$processEnv BRACES}}\nPOST http://h.test/a\n\n{{x}}\n",
      ["POST http://h.test/a ‖ {{x}} ·secret $processEnv BRACES ·secret x"]),
    RequestRow(
      "uuid",
      "POST http://h.test/a\n\n{{$uuid}} {{$guid}} {{$random.uuid}}\n",
      [
        "POST http://h.test/a ‖ 01020304-0506-4708-890a-0b0c0d0e0f10 11121314-1516-4718-991a-1b1c1d1e1f20 21222324-2526-4728-a92a-2b2c2d2e2f30"
      ]),
    RequestRow(
      "uuid kept",
      "@id = {{$uuid}}\nPOST http://h.test/a\n\n{{id}} {{id}}\n",
      [
        "POST http://h.test/a ‖ 01020304-0506-4708-890a-0b0c0d0e0f10 01020304-0506-4708-890a-0b0c0d0e0f10"
      ]),
    RequestRow(
      "times",
      """
      POST http://h.test/a

      {{$timestamp}} {{$isoTimestamp}} {{$timestamp -3 h}} {{$timestamp 1 d}}

      """,
      [
        "POST http://h.test/a ‖ 1714564800 2024-05-01T12:00:00.123Z 1714554000 1714651200"
      ]),
    RequestRow(
      "dates long ago",
      "POST http://h.test/a\n\n{{$isoTimestamp -20000 d}} {{$datetime rfc1123 -999999999 m}}\n",
      ["POST http://h.test/a ‖ 1969-07-29T12:00:00.123Z Mon, 04 Jan 0123 01:21:00 GMT"]),
    RequestRow(
      "dates",
      """
      POST http://h.test/a

      {{$datetime iso8601}} {{$datetime rfc1123}} {{$datetime iso8601 -1 d}}

      """,
      [
        "POST http://h.test/a ‖ 2024-05-01T12:00:00.123Z Wed, 01 May 2024 12:00:00 GMT 2024-04-30T12:00:00.123Z"
      ]),
    RequestRow(
      "random numbers",
      """
      POST http://h.test/a

      {{$randomInt}} {{$randomInt 5 6}} {{$random.integer(-3, -2)}} {{$randomInt 10 20}}

      """,
      ["POST http://h.test/a ‖ 1 5 -3 14"]),
    RequestRow(
      "random letters",
      """
      POST http://h.test/a

      {{$random.alphabetic(4)}} {{$random.alphanumeric(3)}} {{$random.hexadecimal(2)}}

      """,
      ["POST http://h.test/a ‖ bcde fgh 89"]),
    RequestRow(
      "process environment",
      "GET http://h.test/{{$processEnv TOKEN}}/{{$env.TOKEN}}\n",
      ["GET http://h.test/t-1/t-1 ·secret $processEnv TOKEN ·secret $env.TOKEN"]),
    RequestRow(
      "process environment by name",
      "@n = TOKEN\nGET http://h.test/{{$processEnv %n}}\n",
      ["GET http://h.test/t-1 ·secret $processEnv %n"]),
    RequestRow(
      "process environment unset",
      "GET http://h.test/{{$processEnv NOPE}}\n",
      [
        "✗ t.http:1:19: 'NOPE' is not set in the environment of this process — export it before "
          + "the start, or for this run: --set NOPE=…, in the screens :set NOPE=…"
      ]),
    RequestRow(
      "process environment by a name whose value is not told",
      "@n = NOPE\nGET http://h.test/{{$processEnv %n}}\n",
      [
        "✗ t.http:2:19: '%n' is not set in the environment of this process — export it before "
          + "the start, or for this run: --set NAME=…, in the screens :set NAME=…"
      ]),
    RequestRow(
      "process environment no name",
      "GET http://h.test/{{$processEnv}}\n",
      ["✗ t.http:1:19: $processEnv needs the name of a variable"]),
    RequestRow(
      "dotenv",
      """
      POST http://h.test/a

      {{$dotenv KEY}}|{{$dotenv QUOTED}}|{{$dotenv SINGLE}}|{{$dotenv PLAIN}}|{{$dotenv EMPTY}}

      """,
      [
        #"POST http://h.test/a ‖ value|a "b" ⏎#c|d \n e|f g| ·secret $dotenv KEY ·secret $dotenv QUOTED ·secret $dotenv SINGLE ·secret $dotenv PLAIN ·secret $dotenv EMPTY"#
      ]),
    RequestRow(
      "dotenv by a name that stands there itself",
      "GET http://h.test/{{$dotenv %KEY}}\n",
      ["GET http://h.test/value ·secret $dotenv %KEY"]),
    RequestRow(
      "dotenv unset",
      "GET http://h.test/{{$dotenv KYE}}\n",
      ["✗ t.http:1:19: 'KYE' is not set in .env — did you mean 'KEY'?"]),
    RequestRow(
      "dynamic unknown",
      "GET http://h.test/{{$uiud}}\n",
      ["✗ t.http:1:19: there is no dynamic variable '$uiud' — did you mean '$uuid'?"]),
    RequestRow(
      "dynamic odd",
      "GET http://h.test/{{$nothing like it}}\n",
      ["✗ t.http:1:19: there is no dynamic variable '$nothing'"]),
    RequestRow(
      "random bad range",
      "GET http://h.test/{{$randomInt 5 5}}\n",
      ["✗ t.http:1:19: $randomInt needs two whole numbers, the smaller one first"]),
    RequestRow(
      "random bad words",
      "GET http://h.test/{{$randomInt a b}}\n",
      ["✗ t.http:1:19: $randomInt needs two whole numbers, the smaller one first"]),
    RequestRow(
      "timestamp bad",
      "GET http://h.test/{{$timestamp 3 years}}\n",
      [
        "✗ t.http:1:19: $timestamp needs nothing, or an offset such as -3 h in ms, s, m, h, d or w"
      ]),
    RequestRow(
      "datetime alone",
      "GET http://h.test/{{$datetime -1 d}}\n",
      [
        "GET http://h.test/2024-04-30T12:00:00.123Z"
      ]),
    RequestRow(
      "datetime in a form of one's own",
      """
      POST http://h.test/a

      {{$datetime "YYYY-MM-DD"}} {{$datetime 'D MMMM YY, HH:mm:ss.SSS A Z' 1 d}} {{$datetime "dddd [at] h"}}

      """,
      ["POST http://h.test/a ‖ 2024-05-01 2 May 24, 12:00:00.123 PM +00:00 Wednesday at 12"]),
    RequestRow(
      "local datetime",
      """
      POST http://h.test/a

      {{$localDatetime iso8601}} {{$localDatetime rfc1123}} {{$localDatetime "HH:mm ZZ" -1 h}}

      """,
      [
        "POST http://h.test/a ‖ 2024-05-01T14:00:00.123+02:00 Wed, 01 May 2024 14:00:00 +0200 13:00 +0200"
      ]),
    RequestRow(
      "letters bad",
      "GET http://h.test/{{$random.alphabetic(0)}}\n",
      ["✗ t.http:1:19: $random.alphabetic needs how many, from 1 to 100000"]),
    RequestRow(
      "environment",
      "GET {{host}}/{{user}}\nX: {{number}} {{flag}} {{shared}} {{secret}} {{nested}}\n",
      ["GET http://h.test/ada | X: 1.50 true all s3cret <ada> ·secret secret"]),
    RequestRow(
      "environment shared",
      "GET http://h.test/{{$shared user}}/{{user}}\n",
      ["GET http://h.test/nobody/ada"]),
    RequestRow(
      "file over environment",
      "@user = file\nGET http://h.test/{{user}}\n",
      ["GET http://h.test/file"]),
  ]
}
