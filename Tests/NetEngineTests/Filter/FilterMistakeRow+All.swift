extension FilterMistakeRow {
  /// What cannot be read, the byte it is about, and what is said.
  static let all: [FilterMistakeRow] = [
    FilterMistakeRow(
      #"a\(1\)"#, 2, "'(' ends the word in front of it; a pattern with brackets stands in quotes"),
    FilterMistakeRow("~uusers", 0, "there is no test '~uusers'"),
    FilterMistakeRow(
      "~m ^(?!GET)", 4,
      "'(' ends the word in front of it; a pattern with brackets stands in quotes"),
    FilterMistakeRow(
      "*.json", 0,
      #"no regular expression: quantifier does not follow a repeatable item; a \ in front takes a sign literally"#
    ),
    FilterMistakeRow("(users", 0, "this '(' is never closed; add ')'"),
    FilterMistakeRow("users)", 5, "')' has nothing to close; remove it"),
    FilterMistakeRow("()", 1, "expected a test such as ~c 404 or a word, found ')'"),
    FilterMistakeRow("(", 1, "expected a test such as ~c 404 or a word, found the end"),
    FilterMistakeRow(")", 0, "expected a test such as ~c 404 or a word, found ')'"),
    FilterMistakeRow("&", 0, "expected a test such as ~c 404 or a word, found '&'"),
    FilterMistakeRow("| users", 0, "expected a test such as ~c 404 or a word, found '|'"),
    FilterMistakeRow("users |", 7, "expected a test such as ~c 404 or a word, found the end"),
    FilterMistakeRow("users & & report", 8, "expected a test such as ~c 404 or a word, found '&'"),
    FilterMistakeRow("users & | report", 8, "expected a test such as ~c 404 or a word, found '|'"),
    FilterMistakeRow("!", 1, "expected a test such as ~c 404 or a word, found the end"),
    FilterMistakeRow("!&", 1, "expected a test such as ~c 404 or a word, found '&'"),
    FilterMistakeRow(#""users"#, 0, #"this " is never closed; add one at the end"#),
    FilterMistakeRow("'users", 0, "this ' is never closed; add one at the end"),
    FilterMistakeRow(#"~b "a\""#, 3, #"this " is never closed; add one at the end"#),
    FilterMistakeRow("~", 0, "there is no test '~'"),
    FilterMistakeRow("~x", 0, "there is no test '~x'"),
    FilterMistakeRow("~hz foo", 0, "there is no test '~hz'; did you mean '~h'?"),
    FilterMistakeRow("~knd ok", 0, "there is no test '~knd'; did you mean '~kind'?"),
    FilterMistakeRow("~statuss", 0, "there is no test '~statuss'"),
    FilterMistakeRow("~u", 2, "~u needs a pattern, found the end"),
    FilterMistakeRow("~u & x", 3, "~u needs a pattern, found '&'"),
    FilterMistakeRow("~u ~c 404", 3, "~u needs a pattern, found '~c'; quote it if it is one"),
    FilterMistakeRow("~u ~joe", 3, "~u needs a pattern, found '~joe'; quote it if it is one"),
    FilterMistakeRow("~u )", 3, "~u needs a pattern, found ')'"),
    FilterMistakeRow(
      "~u (x)", 3, "~u needs a pattern, found '('; what has brackets stands in quotes"),
    FilterMistakeRow(
      #"~b "a\"(b""#, 9,
      #"no regular expression: missing closing parenthesis; a \ in front takes a sign literally"#),
    FilterMistakeRow("~c", 2, "~c needs a status such as 404, 4xx or >=500, found the end"),
    FilterMistakeRow("~c 4x", 3, "~c needs a status such as 404, 4xx or >=500, found '4x'"),
    FilterMistakeRow("~c none", 3, "~c needs a status such as 404, 4xx or >=500, found 'none'"),
    FilterMistakeRow("~c 100000", 3, "~c needs a status such as 404, 4xx or >=500, found '100000'"),
    FilterMistakeRow(
      "~c 300-200", 3, "~c needs a status such as 404, 4xx or >=500, found '300-200'"),
    FilterMistakeRow("~c 404,", 3, "~c needs a status such as 404, 4xx or >=500, found '404,'"),
    FilterMistakeRow("~c >=4xx", 5, "~c needs a status such as 404, 4xx or >=500, found '4xx'"),
    FilterMistakeRow("~c >", 4, "~c needs a status such as 404, 4xx or >=500, found the end"),
    FilterMistakeRow("~c > x", 5, "~c needs a status such as 404, 4xx or >=500, found 'x'"),
    FilterMistakeRow("~c !404", 3, "~c needs a status such as 404, 4xx or >=500, found '!'"),
    FilterMistakeRow(
      #"~c ">=500""#, 4, "~c needs a status such as 404, 4xx or >=500, found '>=500'"),
    FilterMistakeRow("~code", 5, "~code needs a code such as 0 or !=0, found the end"),
    FilterMistakeRow("~code >5", 7, "~code is compared as text: only a value or !=value"),
    FilterMistakeRow(
      "~kind", 5, "~kind needs kinds such as rejected,expired or ok or fail, found the end"),
    FilterMistakeRow("~kind bix", 6, "there is no kind 'bix'; did you mean 'biz'?"),
    FilterMistakeRow("~kind biz,,inv", 10, "expected a kind such as rejected, found nothing"),
    FilterMistakeRow("~kind biz,", 10, "expected a kind such as rejected, found nothing"),
    FilterMistakeRow(
      "~kind biz,bussiness", 10, "there is no kind 'bussiness'; did you mean 'business'?"),
    FilterMistakeRow("~kind >ok", 7, "a kind has no order: only kinds or !=kinds"),
    FilterMistakeRow("~time", 5, "~time needs a time such as >200ms, found the end"),
    FilterMistakeRow("~time 200ms", 6, "~time needs a comparison in front, such as ~time >200ms"),
    FilterMistakeRow("~time >200", 7, "~time needs a time such as >200ms, found '200'"),
    FilterMistakeRow("~time >ms", 7, "~time needs a time such as >200ms, found 'ms'"),
    FilterMistakeRow("~time >1.ms", 7, "~time needs a time such as >200ms, found '1.ms'"),
    FilterMistakeRow("~time >1.5us", 7, "~time counts whole numbers here"),
    FilterMistakeRow("~time >.5s", 7, "~time needs a time such as >200ms, found '.5s'"),
    FilterMistakeRow("~time >-1s", 7, "~time needs a time such as >200ms, found '-1s'"),
    FilterMistakeRow("~time >99999999999999999s", 7, "'99999999999999999s' is too large for ~time"),
    FilterMistakeRow("~size >10x", 7, "~size needs a size such as >10k, found '10x'"),
    FilterMistakeRow("~size 1.5", 6, "~size counts whole numbers here"),
    FilterMistakeRow("~age 5m", 5, "~age needs a comparison in front, such as ~age >5m"),
    FilterMistakeRow("~age <5", 6, "~age needs an age such as <5m, found '5'"),
    FilterMistakeRow("~hop 1.5", 5, "~hop counts whole numbers here"),
    FilterMistakeRow("~hop x", 5, "~hop needs a number such as >1, found 'x'"),
    FilterMistakeRow(
      "~hop 99999999999999999999", 5, "'99999999999999999999' is too large for ~hop"),
    FilterMistakeRow("~json", 5, "~json needs a path such as data.items.0.id, found the end"),
    FilterMistakeRow("~json == 5", 6, "~json needs a path such as data.items.0.id, found '=='"),
    FilterMistakeRow("~json &", 6, "~json needs a path such as data.items.0.id, found '&'"),
    FilterMistakeRow(
      "~json data.id>5", 13,
      "is '>' a comparison? then put spaces around it; quote the path if it is part of it"),
    FilterMistakeRow(
      "~json /data/id>5", 14,
      "is '>' a comparison? then put spaces around it; quote the path if it is part of it"),
    FilterMistakeRow("~json a ==", 10, "== needs a value to compare with, found the end"),
    FilterMistakeRow(
      "~json a == ~c", 11, "== needs a value to compare with, found '~c'; quote it if it is one"),
    FilterMistakeRow("~json a =~", 10, "=~ needs a pattern, found the end"),
    FilterMistakeRow(
      "~json a =~ (", 11, "=~ needs a pattern, found '('; what has brackets stands in quotes"),
    FilterMistakeRow("~json a length", 14, "length needs a number such as >0, found the end"),
    FilterMistakeRow("~json a length x", 15, "length needs a number such as >0, found 'x'"),
    FilterMistakeRow("~json a length 2k", 15, "length needs a number such as >0, found '2k'"),
    FilterMistakeRow("~json a type", 12, "type needs a type such as array, found the end"),
    FilterMistakeRow(
      "~json a type list", 13,
      "'list' is no type; one of null, bool, number, string, array, object"),
    FilterMistakeRow(
      "~json a type >null", 13, "a type has no order; negate the whole test: !~json … type …"),
    FilterMistakeRow(
      "~json a.b lenght > 3", 17,
      "'>' belongs behind a test such as ~time or ~json; to search for it, put it in quotes"),
    FilterMistakeRow(
      "users >5", 6,
      "'>5' belongs behind a test such as ~time or ~json; to search for it, put it in quotes"),
    FilterMistakeRow(
      "=5", 0,
      "'=5' belongs behind a test such as ~time or ~json; to search for it, put it in quotes"),
    FilterMistakeRow(
      "!=5", 0,
      "'!=5' belongs behind a test such as ~time or ~json; to search for it, put it in quotes"),
    FilterMistakeRow(
      "<b", 0,
      "'<b' belongs behind a test such as ~time or ~json; to search for it, put it in quotes"),
    FilterMistakeRow("(a | (b & c)", 0, "this '(' is never closed; add ')'"),
    FilterMistakeRow("((((a))) b", 0, "this '(' is never closed; add ')'"),
    FilterMistakeRow(
      "~u foo(bar)", 6,
      "'(' ends the word in front of it; a pattern with brackets stands in quotes"),
    FilterMistakeRow(
      #"~b "\\d\"\\""#, 11,
      #"no regular expression: \ at end of pattern; a \ in front takes a sign literally"#),
    FilterMistakeRow(
      #"~b "(?<x""#, 8,
      #"no regular expression: syntax error in subpattern name (missing terminator?); a \ in front takes a sign literally"#
    ),
    FilterMistakeRow(
      #"~json 'x' =~ "a\"(""#, 18,
      #"no regular expression: missing closing parenthesis; a \ in front takes a sign literally"#),
    FilterMistakeRow(
      #"~u "[b-a]""#, 7,
      #"no regular expression: range out of order in character class; a \ in front takes a sign literally"#
    ),
    FilterMistakeRow("~hq ~hs x", 4, "~hq needs a pattern, found '~hs'; quote it if it is one"),
    FilterMistakeRow(
      "~b (a+)+$", 3, "~b needs a pattern, found '('; what has brackets stands in quotes"),
  ]
}
