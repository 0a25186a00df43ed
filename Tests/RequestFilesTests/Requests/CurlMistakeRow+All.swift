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
      "curl --heder 'A: b' h.test", "5 curl has no option '--heder' — did you mean '--header'?"),
    CurlMistakeRow("curl -sW h.test", "5 curl has no option '-W'"),
    CurlMistakeRow(
      "curl -x proxy:80 h.test",
      "5 -x cannot be taken over: a proxy is taken from the environment"),
    CurlMistakeRow(
      "curl a.test --next b.test", "12 --next cannot be taken over: one command is one request"),
    CurlMistakeRow(
      "curl --digest h.test", "0 --digest says nothing alone: add --user USER:PASS"),
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
