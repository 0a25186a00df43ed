extension CurlRow {
  static let all: [CurlRow] = lines + bodies + forms + browsers

  /// Methods, URLs and header lines.
  static let lines: [CurlRow] = [
    CurlRow("plain", "curl $URL/echo"),
    CurlRow("no path", "curl $URL"),
    CurlRow("prompt", "$ curl $URL/echo"),
    CurlRow("quoted", "curl '$URL/echo?a=1&b=2'"),
    CurlRow("double quoted", #"curl "$URL/echo?a=\$1&b='2'\\c""#),
    CurlRow("ansi quoted", #"curl $'$URL/echo?a=%41\x42\u0043\103'"#),
    CurlRow("joined quotes", #"curl '$URL'"/echo"?a='b'\&c"#),
    CurlRow("continued", "curl \\\n  $URL/echo \\\n  -H 'A: b' \\\n  --compressed"),
    CurlRow("url option", "curl --url $URL/echo"),
    CurlRow("method", "curl -X PATCH $URL/echo"),
    CurlRow("method glued", "curl -XDELETE $URL/echo"),
    CurlRow("method long", "curl --request OPTIONS $URL/echo"),
    CurlRow("head", "curl -I $URL/echo"),
    CurlRow("head as method", "curl -s -o /dev/null -X PURGE $URL/echo"),
    CurlRow("flags together", "curl -sSLgk $URL/echo"),
    CurlRow("fragment", "curl '$URL/echo?a=1#top'"),
    CurlRow("dots", "curl '$URL/echo/../echo/./a'"),
    CurlRow("dots as is", "curl --path-as-is '$URL/echo/../echo/./a'"),
    CurlRow("brackets escaped", #"curl '$URL/echo?a=\[1\]&b=\{2\}'"#),
    CurlRow("brackets meant", "curl -g '$URL/echo?a=[1]&b={2}'"),
    CurlRow("header", "curl $URL/echo -H 'X-Id: 1'"),
    CurlRow("headers in order", "curl $URL/echo -H 'B: 1' -H 'a: 2' -H 'B: 3'"),
    CurlRow("header without blank", "curl $URL/echo -HX-Id:1 --header 'Y:   2'"),
    CurlRow("header empty", "curl $URL/echo -H 'X-Empty;' -H 'X-Gone:'"),
    CurlRow("header replaced", "curl $URL/echo -A mine -H 'User-Agent: other'"),
    CurlRow("accept taken away", "curl $URL/echo -H 'Accept:'"),
    CurlRow("agent", "curl $URL/echo -A 'Mozilla/5.0 (X11)'"),
    CurlRow("referer", "curl $URL/echo -e 'http://a.test/;auto'"),
    CurlRow("user", "curl -u 'ada:s3cret:x' $URL/echo"),
    CurlRow("user replaced", "curl -u a:b -H 'authorization: Bearer x' $URL/echo"),
    CurlRow("bearer", "curl --oauth2-bearer t0 $URL/echo"),
    CurlRow("cookie", "curl -b 'a=1; b=2' $URL/echo"),
    CurlRow("cookies", "curl -b a=1 -b 'b=2' $URL/echo"),
    CurlRow("compressed", "curl --compressed $URL/echo"),
    CurlRow("range", "curl -r 0-99 $URL/echo"),
    CurlRow("everything at once", "curl -u a:b -A me -e r -b c=d --compressed -H 'X: y' $URL/echo"),
  ]

  /// Data of every kind.
  static let bodies: [CurlRow] = [
    CurlRow("data", "curl -d 'a=1' $URL/echo"),
    CurlRow("data glued", "curl -da=1 $URL/echo"),
    CurlRow("data twice", "curl -d a=1 --data 'b=2 3' $URL/echo"),
    CurlRow("data empty", "curl -d '' $URL/echo"),
    CurlRow("data with method", "curl -X PUT -d a=1 $URL/echo"),
    CurlRow("data with type", "curl -d '{}' -H 'content-type: application/json' $URL/echo"),
    CurlRow("data without type", "curl -d '{}' -H 'Content-Type:' $URL/echo"),
    CurlRow("data from file", "curl -d @text.txt $URL/echo"),
    CurlRow("data from file and more", "curl -d a=1 -d @text.txt $URL/echo"),
    CurlRow("raw", "curl --data-raw '@text.txt' $URL/echo"),
    CurlRow("binary", "curl --data-binary 'a\nb' $URL/echo"),
    CurlRow("binary from file", "curl --data-binary @image.png $URL/echo"),
    CurlRow("binary from file and more", "curl --data-binary @text.txt -d a $URL/echo"),
    CurlRow("encoded", "curl --data-urlencode 'a=b&c/d~é' $URL/echo"),
    CurlRow("encoded content", "curl --data-urlencode '=b&c' --data-urlencode 'd&e' $URL/echo"),
    CurlRow("encoded file", "curl --data-urlencode x@image.png $URL/echo"),
    CurlRow("json", "curl --json '{\"a\":1}' $URL/echo"),
    CurlRow("json in pieces", "curl --json '{\"a\":' --json '1}' $URL/echo"),
    CurlRow("json from file", "curl --json @data.json $URL/echo"),
    CurlRow("json with type", "curl --json '{}' -H 'Accept: text/plain' $URL/echo"),
    CurlRow("get with data", "curl -G -d a=1 -d b=2 $URL/echo"),
    CurlRow("get with data and query", "curl -G '$URL/echo?x=0' --data-urlencode 'a=b&c'"),
    CurlRow("head with data", "curl -G -I -d a=1 $URL/echo"),
    CurlRow("upload", "curl -T data.json $URL/echo"),
    CurlRow("upload into a folder", "curl -T data.json $URL/echo/"),
    CurlRow("upload to a host", "curl -T data.json $URL"),
    CurlRow("upload odd names", "curl -T 'a b&.txt' '$URL/echo/?x=1'"),
    CurlRow(
      "text below, quoted", "curl -d @- $URL/echo <<'JSON'\n{\"a\": \"$HOME\",\n\"b\": `c`}\nJSON"),
    CurlRow("text below", "curl --json @- $URL/echo <<JSON\n{\"a\": \"\\$1\"}\nJSON\n"),
    CurlRow("text below, tabs", "curl --data-binary @- $URL/echo <<-\"T\"\n\tone\n\t two\n\tT"),
    CurlRow("text below a pipe", "curl --data-binary @- $URL/echo <<T | cat\none\ntwo\nT"),
    CurlRow("text below of another", "cat <<T | curl --data-binary @- $URL/echo\none\nT"),
    CurlRow("word as text", "curl --data-binary @- $URL/echo <<<'one two'"),
    CurlRow("file as input", "curl --data-binary @- $URL/echo <data.json"),
    CurlRow("echo in front", "echo '{\"a\":1}' | curl --data-binary @- $URL/echo"),
    CurlRow("encoded of what is read", "printf %s 'a&b' | curl --data-urlencode x@- $URL/echo"),
    CurlRow("single quotes in single quotes", #"curl -d 'it'\''s' $URL/echo"#),
    CurlRow("escapes", #"curl -d $'tab\tquote\'dollar$ \\ \x00end' $URL/echo"#),
    CurlRow("dollar in double quotes", #"curl -d "a\$b \`c\` $ d" $URL/echo"#),
  ]

  /// Parts of a form.
  static let forms: [CurlRow] = [
    CurlRow("form", "curl -F a=1 -F 'b=two words' $URL/echo"),
    CurlRow("form file", "curl -F 'f=@text.txt' $URL/echo"),
    CurlRow("form file unknown", "curl -F 'f=@data.json' $URL/echo"),
    CurlRow("form image", "curl -F 'f=@image.png' -F a=b $URL/echo"),
    CurlRow("form type", "curl -F 'f=@odd;type=text/csv' $URL/echo"),
    CurlRow("form name", #"curl -F 'f=@odd;filename="a;b.txt"' $URL/echo"#),
    CurlRow("form name and type", "curl -F 'f=@odd;filename=n.png;type=x/y' $URL/echo"),
    CurlRow("form content of file", "curl -F 'f=<text.txt' $URL/echo"),
    CurlRow("form value with type", "curl -F 'v={\"a\":1};type=application/json' $URL/echo"),
    CurlRow("form value with mark", "curl -F 'v=a;b,c' $URL/echo"),
    CurlRow("form string", "curl --form-string 'v=@a;type=b' $URL/echo"),
    CurlRow("form quoted name", #"curl -F 'a"b=1' $URL/echo"#),
    CurlRow("form with method", "curl -X PUT -F a=1 $URL/echo"),
  ]

  /// As browsers copy them.
  static let browsers: [CurlRow] = [
    CurlRow(
      "chrome",
      """
      curl '$URL/echo?page=2' \\
        -H 'accept: application/json, text/plain, */*' \\
        -H 'accept-language: en-US,en;q=0.9' \\
        -H 'authorization: Bearer t0' \\
        -b 'session=abc; theme=dark' \\
        -H 'sec-ch-ua: "Chromium";v="126", "Not/A)Brand";v="8"' \\
        -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64)'
      """),
    CurlRow(
      "chrome post",
      #"""
      curl '$URL/echo' \
        -H 'content-type: application/json' \
        --data-raw $'{"name":"O\'Neil","note":"50\u0021","lines":"a\\nb"}' \
        --compressed \
        --insecure
      """#),
    CurlRow(
      "firefox",
      """
      curl '$URL/echo' --compressed -X POST -H 'User-Agent: Mozilla/5.0' -H 'Accept: */*' -H \
      'Content-Type: application/x-www-form-urlencoded' -H 'Cookie: a=b' --data-raw 'q=a+b&l=%C3%A9'
      """),
    CurlRow(
      "safari",
      """
      curl '$URL/echo' \\
      -X 'PUT' \\
      -H 'Accept: */*' \\
      -H 'Content-Type: text/plain;charset=UTF-8' \\
      --data-binary '{"a":1}'
      """),
  ]
}

extension CurlMistakeRow {
  static let all: [CurlMistakeRow] = [
    CurlMistakeRow("", "0 expected a curl command, found ''"),
    CurlMistakeRow("wget http://h.test", "0 expected a curl command, found 'wget'"),
    CurlMistakeRow("curl", "0 the command has no URL"),
    CurlMistakeRow("curl -X", "5 -X needs a value"),
    CurlMistakeRow("curl 'http://h.test", "5 this ' is never closed"),
    CurlMistakeRow("curl -d \"a", "8 this \" is never closed"),
    CurlMistakeRow("curl -d $'a", "9 this $' is never closed"),
    CurlMistakeRow(
      "curl -H \"A: $TOKEN\" h.test",
      "12 a shell would replace '$TOKEN' — put the value in its place, or single quotes around it"),
    CurlMistakeRow(
      "curl h.test/`date`",
      "12 a shell would replace '`date`' — put the value in its place, or single quotes around it"),
    CurlMistakeRow(
      "curl --heder 'A: b' h.test", "5 curl has no option '--heder' — did you mean --header?"),
    CurlMistakeRow("curl -sW h.test", "5 curl has no option '-W'"),
    CurlMistakeRow(
      "curl -x proxy:80 h.test",
      "5 -x cannot be taken over: a proxy is taken from the environment"),
    CurlMistakeRow(
      "curl a.test --next b.test", "12 --next cannot be taken over: one command is one request"),
    CurlMistakeRow(
      "curl --digest -u a:b h.test",
      "5 --digest cannot be taken over: only Basic and Bearer can be sent"),
    CurlMistakeRow(
      "curl a.test b.test",
      "12 one request has one URL, found 'b.test' as well — write a command for each"),
    CurlMistakeRow(
      "curl 'h.test/[1-3]'",
      "0 curl would make several URLs of 'h.test/[1-3]' — add --globoff if the brackets are meant"),
    CurlMistakeRow(
      "curl h.test/{a,b}",
      "0 curl would make several URLs of 'h.test/{a,b}' — add --globoff if the brackets are meant"),
    CurlMistakeRow("curl -d a -F b=c h.test", "0 -d and -F do not go together"),
    CurlMistakeRow("curl -I -d a h.test", "0 -I and -d do not go together"),
    CurlMistakeRow("curl -T f -d a h.test", "0 -T and -d do not go together"),
    CurlMistakeRow(
      "curl -H 'no colon' h.test",
      "5 -H needs a line such as 'Name: value', found 'no colon'"),
    CurlMistakeRow("curl -u ada h.test", "5 -u needs user:password, found 'ada'"),
    CurlMistakeRow(
      "curl -b jar.txt h.test",
      "5 -b needs name=value, not a file, found 'jar.txt'"),
    CurlMistakeRow(
      "curl -F novalue h.test",
      "5 -F needs name=value or name=@file, found 'novalue'"),
    CurlMistakeRow("curl -F 'a=@b,c' h.test", "5 -F needs one value or one file, found 'a=@b,c'"),
    CurlMistakeRow(
      "curl -F 'a=@b;headers=x' h.test",
      "5 -F needs only ;type= and ;filename= behind the value, found 'a=@b;headers=x'"),
    CurlMistakeRow("curl -m soon h.test", "5 -m needs seconds, found 'soon'"),
    CurlMistakeRow(
      "curl ftp://h.test/",
      "0 the URL 'ftp://h.test/' cannot be sent: the scheme 'ftp' is not http or https"),
    CurlMistakeRow(
      "curl -d @a.txt h.test",
      "5 the file 'a.txt' cannot be read: no files are read here"),
  ]
}
