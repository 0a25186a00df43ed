/// How a field is read: pairs, attributes, dates.
extension CookieRow {
  static let pairs = [
    CookieRow("a pair", "a=1", sent: "a=1"),
    CookieRow("an empty value", "a=", sent: "a="),
    CookieRow("a value of signs", "a=b=c==", sent: "a=b=c=="),
    CookieRow("blanks around both", "  a =  1 \t; Path=/", sent: "a=1"),
    CookieRow("blanks inside of a value", "a=one two", sent: "a=one two"),
    CookieRow("a tab inside of a value", "a=one\ttwo", sent: "a=one\ttwo"),
    CookieRow("quotes are the value's", "a=\"1\"", sent: "a=\"1\""),
    CookieRow("a semicolon ends quotes", "a=\"1;2\"", sent: "a=\"1"),
    CookieRow("a comma is the value's", "a=1,b=2", sent: "a=1,b=2"),
    CookieRow("no sign is a value without a name", "copper", sent: "copper"),
    CookieRow("an empty name", "=value", sent: "value"),
    CookieRow("an empty name and a sign in the value", "==value", sent: "=value"),
    CookieRow("nothing at all", "", sent: ""),
    CookieRow("only a sign", "=", sent: ""),
    CookieRow("only attributes", "; Path=/; Secure", sent: ""),
    CookieRow("blanks only", "   ; Path=/", sent: ""),
    CookieRow("a NUL", "a=1\u{0}2", sent: ""),
    CookieRow("a bell", "a=\u{7}", sent: ""),
    CookieRow("an escape in an attribute", "a=1; Path=/\u{1b}", sent: ""),
    CookieRow("DEL", "a=\u{7f}", sent: ""),
    CookieRow("letters beyond ASCII", "city=São Paulo", sent: "city=São Paulo"),
    CookieRow("a name of any signs", "a[b]:{c}=1", sent: "a[b]:{c}=1"),
    CookieRow("names are told apart by case", "a=1", "A=2", sent: "a=1; A=2"),
    CookieRow("one name twice: the last counts", "a=1", "a=2", sent: "a=2"),
    CookieRow("the last keeps the first one's turn", "a=1", "b=2", "a=3", sent: "a=3; b=2"),
    CookieRow(
      "two spellings of a letter are two names", "\u{e9}=1", "e\u{301}=2",
      sent: "\u{e9}=1; e\u{301}=2"),
    CookieRow("without a name, set again", "one", "two", sent: "two"),
    CookieRow(
      "as large as may be", "n=" + String(repeating: "x", count: 4_095),
      sent: "n=" + String(repeating: "x", count: 4_095)),
    CookieRow("a byte too large", "n=" + String(repeating: "x", count: 4_096), sent: ""),
    CookieRow(
      "too large leaves what was there", "n=1", "n=" + String(repeating: "x", count: 4_096),
      sent: "n=1"),
    CookieRow(
      "attributes do not count", "n=1; x=" + String(repeating: "x", count: 9_000), sent: "n=1"),
    CookieRow(
      "a path of 1,025 bytes is none", "n=1; Path=/" + String(repeating: "x", count: 1_024),
      sent: "n=1"),
    CookieRow(
      "a path of 1,024 bytes is one", "n=1; Path=/" + String(repeating: "x", count: 1_023),
      sent: ""),
    CookieRow("attributes nobody knows", "a=1; Priority=High; Partitioned; x", sent: "a=1"),
    CookieRow("attributes in any case", "a=1; MAX-AGE=0", sent: ""),
    CookieRow("blanks around attributes", "a=1;  max-age =  0  ", sent: ""),
    CookieRow("no blank before attributes", "a=1;Max-Age=0", sent: ""),
    CookieRow("empty attributes", "a=1;;; ;", sent: "a=1"),
    CookieRow(
      "Secure with a value is Secure", "a=1; Secure=false",
      asks: "http://www.example.com/docs/page", sent: ""),
    CookieRow("HttpOnly changes nothing here", "a=1; HttpOnly", sent: "a=1"),
  ]

  static let ages = [
    CookieRow("no age lasts", "a=1", later: 390 * 86_400, sent: "a=1"),
    CookieRow("Max-Age, before", "a=1; Max-Age=10", later: 9, sent: "a=1"),
    CookieRow("Max-Age, at its end", "a=1; Max-Age=10", later: 10, sent: ""),
    CookieRow("Max-Age=0", "a=1; Max-Age=0", sent: ""),
    CookieRow("Max-Age=-1", "a=1; Max-Age=-1", sent: ""),
    CookieRow("Max-Age takes one away", "a=1", "a=; Max-Age=0", sent: ""),
    CookieRow("an empty Max-Age does not count", "a=1; Max-Age=", sent: "a=1"),
    CookieRow("a sign alone does not count", "a=1; Max-Age=-", sent: "a=1"),
    CookieRow("a plus does not count", "a=1; Max-Age=+0", sent: "a=1"),
    CookieRow("a fraction does not count", "a=1; Max-Age=0.5", sent: "a=1"),
    CookieRow("letters do not count", "a=1; Max-Age=1h", sent: "a=1"),
    CookieRow("quotes do not count", "a=1; Max-Age=\"0\"", sent: "a=1"),
    CookieRow(
      "more than a number can hold", "a=1; Max-Age=99999999999999999999", later: 86_400,
      sent: "a=1"),
    CookieRow(
      "400 days and no more", "a=1; Max-Age=99999999999", later: 400 * 86_400, sent: ""),
    CookieRow(
      "almost 400 days", "a=1; Max-Age=99999999999", later: 400 * 86_400 - 1, sent: "a=1"),
    CookieRow(
      "Max-Age counts before Expires",
      "a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT", sent: "a=1"),
    CookieRow(
      "whatever comes first", "a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=0", sent: ""),
    CookieRow("the last Max-Age counts", "a=1; Max-Age=0; Max-Age=10", sent: "a=1"),
    CookieRow(
      "one that cannot be read leaves the one before", "a=1; Max-Age=0; Max-Age=x", sent: ""),
    CookieRow(
      "Expires in 1970 takes one away", "a=1", "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      sent: ""),
    CookieRow("before Expires", "a=1; Expires=Tue, 14 Nov 2023 22:13:21 GMT", sent: "a=1"),
    CookieRow("at Expires", "a=1; Expires=Tue, 14 Nov 2023 22:13:20 GMT", sent: ""),
    CookieRow(
      "Expires in 2100 is 400 days", "a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT",
      later: 401 * 86_400, sent: ""),
  ]

  /// Dates that can be read: all of them are the second before ``now``, or end long ago.
  static let dates = [
    "Tue, 14 Nov 2023 22:13:19 GMT", "Tuesday, 14-Nov-23 22:13:19 GMT",
    "Tue Nov 14 22:13:19 2023", "14 Nov 2023 22:13:19", "2023 Nov 14 22:13:19",
    "22:13:19 14 november 2023", "nov 14 2023 22:13:19 +0100", "14-nov-2023 22:13:19",
    "14/Nov/2023/22:13:19", "Tue,14,Nov,2023,22:13:19", "Foo, 14 Nov 2023 22:13:19 XYZ",
    "14 Nov 2023 22:13:19.999", "14th Nov 2023 22:13:19", "14 Nov 23 22:13:19",
    "14 Nov 2023x 22:13:19", "1 Jan 99 0:0:0", "1 Jan 70 0:0:0", "31 Dec 1999 23:59:59",
    "29 Feb 2020 00:00:00", "01 Jan 1601 00:00:00", "\"Tue, 14 Nov 2023 22:13:19 GMT\"",
  ].map { CookieRow("\($0) is a date", "a=1; Expires=\($0)", sent: "") }

  /// What is no date does not count.
  static let noDates = [
    "", "0", "next Tuesday", "1699999999", "Tue, 14 Nov 2023", "14 Nov 22:13:19",
    "Nov 2023 22:13:19", "14 2023 22:13:19", "14 Nov 1600 22:13:19", "32 Jan 2020 00:00:00",
    "00 Jan 2020 00:00:00", "31 Apr 2020 00:00:00", "29 Feb 2021 00:00:00",
    "14 Nov 2020 24:00:00", "14 Nov 2020 00:60:00", "14 Nov 2020 00:00:60",
    "14 Nov 2020 000:00:00", "14 Nov 2020 00:00", "14 Nov 20201 00:00:00",
    "2020-11-14T00:00:00Z", "14 No 2020 00:00:00",
  ].map { CookieRow("'\($0)' is no date", "a=1; Expires=\($0)", sent: "a=1") }
}
