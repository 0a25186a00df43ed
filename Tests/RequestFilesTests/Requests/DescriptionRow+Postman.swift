extension DescriptionRow {
  private static func collection(_ rest: String) -> String {
    #"{"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, \#(rest)}"#
  }

  static let postman: [DescriptionRow] = [
    DescriptionRow(
      id: "requests",
      text: collection(
        #"""
        "variable": [{"key": "host", "value": "http://h.test"}],
        "item": [
          {"name": "Plain", "request": "{{host}}/plain"},
          {"name": "One", "request": {"method": "GET", "header": [{"key": "Accept", "value": "a/b"}, {"key": "X-Off", "value": "1", "disabled": true}],
            "url": {"raw": "{{host}}/u/:id/x?a=1&b=2", "query": [{"key": "a", "value": "1"}, {"key": "b", "value": "2", "disabled": true}], "variable": [{"key": "id", "value": "7"}]}}}]
        """#),
      lines: [
        "[Plain] GET http://h.test/plain", "[One] GET http://h.test/u/7/x?a=1 | Accept: a/b",
      ]),
    DescriptionRow(
      id: "folders, and sign-in that is inherited",
      text: collection(
        #"""
        "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{t}}"}]},
        "variable": [{"key": "t", "value": "t0"}],
        "item": [
          {"name": "Root", "request": {"method": "GET", "url": "http://h.test/r"}},
          {"name": "Orders", "auth": {"type": "basic", "basic": [{"key": "username", "value": "ada"}, {"key": "password", "value": "pw"}]}, "item": [
            {"name": "List", "request": {"method": "GET", "url": "http://h.test/o"}},
            {"name": "Deep", "item": [{"name": "Key", "request": {"method": "GET", "url": "http://h.test/k?x=1",
              "auth": {"type": "apikey", "apikey": [{"key": "key", "value": "api"}, {"key": "value", "value": "v"}, {"key": "in", "value": "query"}]}}}]}]},
          {"name": "Open", "item": [{"name": "None", "request": {"method": "GET", "auth": {"type": "noauth"}, "url": "http://h.test/n"}},
            {"name": "Other", "request": {"method": "GET", "auth": {"type": "hawk", "hawk": []}, "url": "http://h.test/h"}}]}]
        """#),
      lines: [
        "[None] GET http://h.test/n", "[Other] GET http://h.test/h",
        "[List] GET http://h.test/o | Authorization: Basic YWRhOnB3",
        "[Root] GET http://h.test/r | Authorization: Bearer t0",
        "[Key] GET http://h.test/k?x=1&api=v",
      ],
      notes: ["Open / Other: the sign-in 'hawk' is not carried"]),
    DescriptionRow(
      id: "bodies",
      text: collection(
        #"""
        "item": [
          {"name": "raw", "request": {"method": "POST", "url": "http://h.test/", "body": {"mode": "raw", "raw": "{\"a\": 1}", "options": {"raw": {"language": "json"}}}}},
          {"name": "form", "request": {"method": "POST", "url": "http://h.test/", "body": {"mode": "urlencoded", "urlencoded": [{"key": "a", "value": "x y"}, {"key": "b", "value": "2"}, {"key": "c", "value": "3", "disabled": true}]}}},
          {"name": "parts", "request": {"method": "POST", "url": "http://h.test/", "body": {"mode": "formdata", "formdata": [{"key": "a", "value": "1", "type": "text"}]}}},
          {"name": "graph", "request": {"method": "POST", "url": "http://h.test/g", "body": {"mode": "graphql", "graphql": {"query": "query Q { a }", "variables": "{\"n\": 1}"}}}},
          {"name": "separator", "request": {"method": "POST", "url": "http://h.test/", "body": {"mode": "raw", "raw": "one\n### two"}}}]
        """#),
      lines: [
        #"[raw] POST http://h.test/ | Content-Type: application/json ‖ {"a": 1}"#,
        "[form] POST http://h.test/ | Content-Type: application/x-www-form-urlencoded ‖ a=x+y&b=2",
        "[parts] POST http://h.test/ | Content-Type: multipart/form-data; boundary=----boundary ‖ ------boundary␍⏎Content-Disposition: form-data; name=\"a\"␍⏎␍⏎1␍⏎------boundary--␍⏎",
        #"[graph] POST http://h.test/g | Content-Type: application/json ‖ {"query":"query Q { a }","variables":{"n": 1}}"#,
        "[separator] POST http://h.test/ ‖ one⏎### two",
      ]),
    DescriptionRow(
      id: "tests",
      text: collection(
        #"""
        "item": [
          {"name": "login", "event": [{"listen": "test", "script": {"exec": [
            "// what has to be", "pm.test(\"Status is 200\", function () {", "    pm.response.to.have.status(200);", "});",
            "var json = pm.response.json();",
            "pm.test('name', () => { pm.expect(json.user.name).to.eql('Ada'); });",
            "pm.expect(json.items[0].id).to.equal(7);",
            "pm.environment.set(\"token\", json.token);"]}}], "request": {"method": "GET", "url": "http://h.test/l"}},
          {"name": "odd", "event": [{"listen": "prerequest", "script": {"exec": ["pm.variables.set('a', 1)"]}}, {"listen": "test", "script": {"exec": ["pm.test('x', function () {", "pm.expect(odd(json)).to.be.ok;", "});"]}}], "request": {"method": "GET", "url": "http://h.test/{{token}}"}},
          {"name": "arrows", "event": [{"listen": "test", "script": {"exec": ["pm.test('x', () => pm.response.to.have.status(200));", "pm.test('y', () => odd(json));"]}}], "request": {"method": "GET", "url": "http://h.test/a"}}]
        """#),
      lines: [
        "note shop.http:11:1: a script is kept and not run, and 1 more: 3 checks are not made — use # @expect, and {{name.response.body.$.path}} for values",
        "[login] GET http://h.test/l",
        "[odd] ✗ shop.http:9:19: 'login' has no response yet — send 'login' first",
        "[arrows] GET http://h.test/a",
      ],
      notes: [
        "odd: the script in front of it is not carried",
        "odd: 1 line of its tests could not be carried",
        "arrows: 1 line of its tests could not be carried",
      ]),
    DescriptionRow(
      id: "environments",
      text: collection(
        #""item": [{"name": "a", "request": {"method": "GET", "url": "{{host}}/{{key}}"}}]"#),
      environments: [
        #"{"name": "dev", "values": [{"key": "host", "value": "http://h.test", "enabled": true}, {"key": "key", "value": "k1", "type": "secret"}, {"key": "off", "value": "x", "enabled": false}]}"#
      ],
      lines: ["[a] GET http://h.test/k1 ·secret key"]),
  ]
}
