extension FilterRow {
  /// Values of the body.
  static let json: [FilterRow] = [
    FilterRow("~json data", "~json data exists", "JSON 'data' is there", "bch"),
    FilterRow("~json data exists", "~json data exists", "JSON 'data' is there", "bch"),
    FilterRow(#"~json """#, #"~json "" exists"#, "the JSON document is there", "abch"),
    FilterRow("~json data.items", "~json data.items exists", "JSON 'data.items' is there", "h"),
    FilterRow(
      "~json data.items.0.id == 42", "~json data.items.0.id == 42",
      "JSON 'data.items.0.id' == 42", "h"),
    FilterRow(
      "~json data.items.0.id==42", "~json data.items.0.id == 42", "JSON 'data.items.0.id' == 42",
      "h"),
    FilterRow(
      "~json data.items.0.id =42", "~json data.items.0.id == 42", "JSON 'data.items.0.id' == 42",
      "h"),
    FilterRow(
      "~json data.items.0.id ==42", "~json data.items.0.id == 42", "JSON 'data.items.0.id' == 42",
      "h"),
    FilterRow(
      "~json data.items.0.id = 42.0", "~json data.items.0.id == 42.0",
      "JSON 'data.items.0.id' == 42.0", "h"),
    FilterRow(
      "~json data.items.0.id >= 42", "~json data.items.0.id >= 42",
      "JSON 'data.items.0.id' >= 42", "h"),
    FilterRow(
      "~json data.items.0.id>=42", "~json data.items.0.id >= 42", "JSON 'data.items.0.id' >= 42",
      "h"),
    FilterRow(
      "~json data.items.0.id <= 42", "~json data.items.0.id <= 42", "JSON 'data.items.0.id' <= 42",
      "h"),
    FilterRow(
      "~json data.items.0.id<=41", "~json data.items.0.id <= 41", "JSON 'data.items.0.id' <= 41",
      ""),
    FilterRow(
      "~json data.items.0.id > 42", "~json data.items.0.id > 42", "JSON 'data.items.0.id' > 42",
      ""),
    FilterRow(
      "~json data.items.0.id != 42", "~json data.items.0.id != 42",
      "JSON 'data.items.0.id' != 42", ""),
    FilterRow(
      "~json data.items.0.id<43", "~json data.items.0.id < 43", "JSON 'data.items.0.id' < 43", "h"),
    FilterRow(
      #"~json data.items.0.id == "42""#, #"~json data.items.0.id == "42""#,
      #"JSON 'data.items.0.id' == "42""#, ""),
    FilterRow(
      "~json data>items>0>id == 42", "~json data.items.0.id == 42",
      "JSON 'data.items.0.id' == 42", "h"),
    FilterRow(
      "~json /data/items/0/id == 42", "~json data.items.0.id == 42",
      "JSON 'data.items.0.id' == 42", "h"),
    FilterRow(
      #"~json '["data","a.b"]' == 1"#, "~json /data/a.b == 1", "JSON '/data/a.b' == 1", "h"),
    FilterRow(
      #"~json '["data","x>y","z"]' == 2"#, #"~json "/data/x>y/z" == 2"#,
      "JSON '/data/x>y/z' == 2", "h"),
    FilterRow(
      "~json data.items.0.price < 10", "~json data.items.0.price < 10",
      "JSON 'data.items.0.price' < 10", "h"),
    FilterRow(
      "~json data.items.0.price == 9.5", "~json data.items.0.price == 9.5",
      "JSON 'data.items.0.price' == 9.5", "h"),
    FilterRow(
      #"~json data.items.0.price == "9.50""#, #"~json data.items.0.price == "9.50""#,
      #"JSON 'data.items.0.price' == "9.50""#, "h"),
    FilterRow(
      #"~json data.items.0.price == "9.5""#, #"~json data.items.0.price == "9.5""#,
      #"JSON 'data.items.0.price' == "9.5""#, ""),
    FilterRow(
      #"~json data.items.0.name == "Copper wire""#, #"~json data.items.0.name == "Copper wire""#,
      #"JSON 'data.items.0.name' == "Copper wire""#, "h"),
    FilterRow(
      "~json data.items.0.name =~ ^copper", "~json data.items.0.name =~ ^copper",
      "JSON 'data.items.0.name' matches '^copper'", "h"),
    FilterRow(
      "~json data.items.0.name =~^copper", "~json data.items.0.name =~ ^copper",
      "JSON 'data.items.0.name' matches '^copper'", "h"),
    FilterRow(
      "~json data.items.0.name =~ 'r w'", #"~json data.items.0.name =~ "r w""#,
      "JSON 'data.items.0.name' matches 'r w'", "h"),
    FilterRow(
      #"~json data.items.0.name > "Copper""#, #"~json data.items.0.name > "Copper""#,
      #"JSON 'data.items.0.name' > "Copper""#, "h"),
    FilterRow(
      "~json data.items.0.date >= 2024-01-01", "~json data.items.0.date >= 2024-01-01",
      "JSON 'data.items.0.date' >= 2024-01-01", "h"),
    FilterRow(
      "~json data.items.0.date < 2024-05", "~json data.items.0.date < 2024-05",
      "JSON 'data.items.0.date' < 2024-05", ""),
    FilterRow(
      "~json data.items.0.ready == true", "~json data.items.0.ready == true",
      "JSON 'data.items.0.ready' == true", "h"),
    FilterRow(
      "~json data.items.0.ready == false", "~json data.items.0.ready == false",
      "JSON 'data.items.0.ready' == false", ""),
    FilterRow(
      "~json data.items.0.ready > false", "~json data.items.0.ready > false",
      "JSON 'data.items.0.ready' > false", ""),
    FilterRow(
      "~json data.items.0.none == null", "~json data.items.0.none == null",
      "JSON 'data.items.0.none' == null", "h"),
    FilterRow(
      "~json data.items.0.none > 0", "~json data.items.0.none > 0",
      "JSON 'data.items.0.none' > 0", ""),
    FilterRow(
      "~json data.items.0.none != 0", "~json data.items.0.none != 0",
      "JSON 'data.items.0.none' != 0", "h"),
    FilterRow("~json data.null == null", "~json data.null == null", "JSON 'data.null' == null", ""),
    FilterRow(
      #"~json data.null == "null""#, #"~json data.null == "null""#,
      #"JSON 'data.null' == "null""#, "h"),
    FilterRow(
      "~json data.items.0.big == 12345678901234567890",
      "~json data.items.0.big == 12345678901234567890",
      "JSON 'data.items.0.big' == 12345678901234567890", "h"),
    FilterRow(
      "~json data.items.0.big == 12345678901234567891",
      "~json data.items.0.big == 12345678901234567891",
      "JSON 'data.items.0.big' == 12345678901234567891", ""),
    FilterRow(
      "~json data.items.0.big > 1e19", "~json data.items.0.big > 1e19",
      "JSON 'data.items.0.big' > 1e19", "h"),
    FilterRow("~json data.items == 1", "~json data.items == 1", "JSON 'data.items' == 1", ""),
    FilterRow("~json data.items != 1", "~json data.items != 1", "JSON 'data.items' != 1", "h"),
    FilterRow(
      "~json data.items.0.id > abc", "~json data.items.0.id > abc",
      "JSON 'data.items.0.id' > abc", ""),
    FilterRow(
      "~json data.items.0.id != abc", "~json data.items.0.id != abc",
      "JSON 'data.items.0.id' != abc", "h"),
    FilterRow(
      "~json data.items.0.tags length 2", "~json data.items.0.tags length ==2",
      "JSON 'data.items.0.tags' has length exactly 2", "h"),
    FilterRow(
      "~json data.items.0.tags length >1", "~json data.items.0.tags length >1",
      "JSON 'data.items.0.tags' has length above 1", "h"),
    FilterRow(
      "~json data.items.0.tags length>1", "~json data.items.0.tags length >1",
      "JSON 'data.items.0.tags' has length above 1", "h"),
    FilterRow(
      "~json data.items.0.tags length != 2", "~json data.items.0.tags length !=2",
      "JSON 'data.items.0.tags' has length not 2", ""),
    FilterRow(
      "~json data.items.0.name length == 11", "~json data.items.0.name length ==11",
      "JSON 'data.items.0.name' has length exactly 11", "h"),
    FilterRow(
      "~json data length 3", "~json data length ==3", "JSON 'data' has length exactly 3", ""),
    FilterRow(
      "~json data.items.0.id length 2", "~json data.items.0.id length ==2",
      "JSON 'data.items.0.id' has length exactly 2", ""),
    FilterRow(
      "~json data type object", "~json data type object", "JSON 'data' is of type object", "h"),
    FilterRow(
      "~json data.items type array", "~json data.items type array",
      "JSON 'data.items' is of type array", "h"),
    FilterRow("~json data type null", "~json data type null", "JSON 'data' is of type null", "bc"),
    FilterRow(
      "~json data type == null", "~json data type null", "JSON 'data' is of type null", "bc"),
    FilterRow(
      #"~json "" type array"#, #"~json "" type array"#, "the JSON document is of type array", "a"),
    FilterRow("~json 0.id == 1", "~json 0.id == 1", "JSON '0.id' == 1", "a"),
    FilterRow(
      "~json msg =~ password", "~json msg =~ password", "JSON 'msg' matches 'password'", "b"),
    FilterRow(
      "~json code >1000 & ~c 200", "~json code > 1000 & ~c 200",
      "JSON 'code' > 1000 and status 200", "b"),
    FilterRow(
      "~json data & ~c 200", "~json data exists & ~c 200", "JSON 'data' is there and status 200",
      "bch"),
    FilterRow(
      "~json data users", "~json data exists & users",
      "JSON 'data' is there and URL/name matches 'users'", "c"),
    FilterRow(
      "!~json data type null", "!~json data type null", "not JSON 'data' is of type null",
      "adefgh"),
    FilterRow("~json a.b type=array", "~json a.b type array", "JSON 'a.b' is of type array", ""),
    FilterRow(
      "~json a exists=1", #"~json a exists & "exists=1""#,
      "JSON 'a' is there and URL/name matches 'exists=1'", ""),
    FilterRow(
      "~json data.items.0.id ==!x", "~json data.items.0.id ==!x", "JSON 'data.items.0.id' == !x",
      ""),
    FilterRow(
      "~json data.items.0.name=='Copper wire'", #"~json data.items.0.name == "Copper wire""#,
      #"JSON 'data.items.0.name' == "Copper wire""#, "h"),
    FilterRow(
      #"~json "data.items.0.id" == 42"#, "~json data.items.0.id == 42",
      "JSON 'data.items.0.id' == 42", "h"),
  ]
}
