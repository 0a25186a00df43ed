import NetEngine
import TestSupport
import Testing

/// Bodies as real APIs send them, by the shape of their envelope.
struct DetectorRow: CustomTestStringConvertible, Sendable {
  let shape: String
  let status: Int
  let body: String
  /// Where code, message and data stand; "" for a message or data that this body does not show.
  let code, message, data: String
  var rule = EnvelopeProfile.Rule.value
  /// Whether this very body is a success.
  let isSuccess: Bool

  var testDescription: String { "\(shape) \(status) \(body.prefix(60))" }

  init(
    _ shape: String, _ status: Int = 200, _ body: String, _ code: String, _ message: String,
    _ data: String, _ rule: EnvelopeProfile.Rule = .value, isSuccess: Bool
  ) {
    (self.shape, self.status, self.body) = (shape, status, body)
    (self.code, self.message, self.data) = (code, message, data)
    (self.rule, self.isSuccess) = (rule, isSuccess)
  }
}

extension DetectorRow {
  static let compared: [DetectorRow] = [
    DetectorRow(
      "code/msg/data", 200, #"{"code":0,"msg":"","data":{"id":18,"nick":"Linh"}}"#, "code", "msg",
      "data", isSuccess: true),
    DetectorRow(
      "code/msg/data", 200,
      #"{"code":0,"msg":"ok","data":[{"sku":"A-7"},{"sku":"B-2"}],"traceId":"4f1c"}"#, "code",
      "msg", "data", isSuccess: true),
    DetectorRow(
      "code/msg/data", 200, #"{"code":1001,"msg":"The stock is sold out.","data":null}"#, "code",
      "msg", "data", isSuccess: false),
    DetectorRow(
      "code/msg/data", 200, #"{"code":40101,"msg":"token expired"}"#, "code", "msg", "",
      isSuccess: false),
    DetectorRow(
      "code/message/data 200", 200,
      #"{"code":200,"message":"success","data":{"list":[1,2],"total":2}}"#, "code", "message",
      "data", isSuccess: true),
    DetectorRow(
      "code/message/data 200", 200,
      #"{"code":200,"message":"操作成功","data":null,"timestamp":1718000000}"#, "code", "message",
      "data", isSuccess: true),
    DetectorRow(
      "code/message/data 200", 200,
      #"{"code":500,"message":"系统繁忙,请稍后再试","data":null,"success":false}"#, "code", "message",
      "data", isSuccess: false),
    DetectorRow(
      "rows", 200, #"{"total":2,"rows":[{"userId":1},{"userId":2}],"code":200,"msg":"查询成功"}"#,
      "code", "msg", "rows", isSuccess: true),
    DetectorRow(
      "rows", 200, #"{"msg":"没有权限,请联系管理员授权","code":403}"#, "code", "msg", "", isSuccess: false),
    DetectorRow(
      "code as text", 200, #"{"code":"00000","msg":"一切ok","data":{"token":"e30"}}"#, "code", "msg",
      "data", isSuccess: true),
    DetectorRow(
      "code as text", 200, #"{"code":"A0201","msg":"用户账户不存在","data":null}"#, "code", "msg", "data",
      isSuccess: false),
    DetectorRow(
      "code as text", 200, #"{"code":"0000","message":"OK","result":{"orderNo":"20240601"}}"#,
      "code", "message", "result", isSuccess: true),
    DetectorRow(
      "code as text", 200, #"{"code":"SUCCESS","message":"","data":{"paid":true}}"#, "code",
      "message", "data", isSuccess: true),
    DetectorRow(
      "errno", 200, #"{"errno":0,"errmsg":"","data":{"total":12}}"#, "errno", "errmsg", "data",
      isSuccess: true),
    DetectorRow(
      "errno", 200, #"{"errno":4004,"errmsg":"查无此人","data":null}"#, "errno", "errmsg", "data",
      isSuccess: false),
    DetectorRow(
      "errno", 200,
      #"{"errno":110,"errmsg":"Access token invalid or no longer valid","request_id":33912}"#,
      "errno", "errmsg", "", isSuccess: false),
    DetectorRow(
      "errcode", 200, #"{"errcode":40013,"errmsg":"invalid appid"}"#, "errcode", "errmsg", "",
      isSuccess: false),
    DetectorRow(
      "errcode", 200, #"{"errcode":0,"errmsg":"ok","userid":"zhangsan","deviceid":"x1"}"#,
      "errcode", "errmsg", "", isSuccess: true),
    DetectorRow(
      "error_code", 200, #"{"error_code":0,"reason":"查询成功","result":{"city":"苏州","temp":"21"}}"#,
      "error_code", "reason", "result", isSuccess: true),
    DetectorRow(
      "error_code", 200,
      #"{"error_code":10001,"reason":"错误的请求KEY","resultcode":"101","result":null}"#, "error_code",
      "reason", "result", isSuccess: false),
    DetectorRow(
      "ret", 200, #"{"ret":0,"msg":"","data":{"openid":"o6_b"}}"#, "ret", "msg", "data",
      isSuccess: true),
    DetectorRow("ret", 200, #"{"ret":-3,"msg":"登录态失效"}"#, "ret", "msg", "", isSuccess: false),
    DetectorRow(
      "ret", 200, #"{"retStatus":"000","retMsg":"成功","retBody":{"name":"MoyaMapper"}}"#,
      "retStatus", "retMsg", "retBody", isSuccess: true),
    DetectorRow(
      "resultCode", 200, #"{"resultCode":"0000","resultMsg":"","resultData":{"balance":"12.50"}}"#,
      "resultCode", "resultMsg", "resultData", isSuccess: true),
    DetectorRow(
      "resultCode", 200, #"{"resultCode":"E1042","resultMsg":"The account is locked."}"#,
      "resultCode", "resultMsg", "", isSuccess: false),
    DetectorRow(
      "status word", 200, #"{"status":"ok","msg":"","data":[{"id":1},{"id":2}]}"#, "status", "msg",
      "data", isSuccess: true),
    DetectorRow(
      "status word", 200, #"{"status":"invalid_session","msg":"您的一台手机从其他地方登陆"}"#, "status", "msg",
      "", isSuccess: false),
    DetectorRow(
      "status word", 200, #"{"status":"wrong_password","msg":"用户名或密码错误","data":null}"#, "status",
      "msg", "data", isSuccess: false),
    DetectorRow(
      "status word", 200, #"{"status":"success","data":{"posts":[{"id":1,"title":"A post"}]}}"#,
      "status", "", "data", isSuccess: true),
    DetectorRow(
      "status word", 200, #"{"status":"error","message":"Unable to communicate with database"}"#,
      "status", "message", "", isSuccess: false),
    DetectorRow(
      "status word", 400, #"{"status":"fail","data":{"title":"A title is required"}}"#, "status",
      "", "data", isSuccess: false),
    DetectorRow(
      "status number", 200, #"{"status":200,"message":"OK","data":{"user":{"id":4}}}"#, "status",
      "message", "data", isSuccess: true),
    DetectorRow(
      "status number", 404, #"{"status":404,"message":"No such user"}"#, "status", "message", "",
      isSuccess: false),
    DetectorRow(
      "status number", 404,
      #"{"timestamp":"2024-06-01T10:00:00Z","status":404,"error":"Not Found","path":"/api/x"}"#,
      "status", "error", "", isSuccess: false),
    DetectorRow(
      "statusCode", 400,
      #"{"statusCode":400,"message":"email must be an email","error":"Bad Request"}"#, "statusCode",
      "message", "", isSuccess: false),
    DetectorRow(
      "statusCode", 200, #"{"statusCode":200,"message":"success","data":[]}"#, "statusCode",
      "message", "data", isSuccess: true),
    DetectorRow(
      "success flag", 200, #"{"success":true,"message":"2 items","data":{"items":["a","b"]}}"#,
      "success", "message", "data", isSuccess: true),
    DetectorRow(
      "success flag", 200, #"{"success":false,"message":"The coupon has expired.","data":null}"#,
      "success", "message", "data", isSuccess: false),
    DetectorRow(
      "success flag", 200, #"{"success":false,"errorMessage":"Quota exceeded"}"#, "success",
      "errorMessage", "", isSuccess: false),
    DetectorRow(
      "success flag", 200, #"{"IsSuccess":true,"Message":"","Result":{"Id":3}}"#, "IsSuccess",
      "Message", "Result", isSuccess: true),
    DetectorRow(
      "success flag", 200, #"{"success":1,"msg":"","data":[1]}"#, "success", "msg", "data",
      isSuccess: true),
    DetectorRow(
      "ok flag", 200, #"{"ok":true,"result":[{"update_id":1,"message":{"text":"hi"}}]}"#, "ok", "",
      "result", isSuccess: true),
    DetectorRow(
      "ok flag", 404, #"{"ok":false,"error_code":404,"description":"Not Found"}"#, "ok",
      "description", "", isSuccess: false),
    DetectorRow(
      "ok flag", 200, #"{"ok":false,"error":"channel_not_found"}"#, "ok", "error", "",
      isSuccess: false),
    DetectorRow(
      "error flag", 200, #"{"error":false,"errMsg":"","results":[{"title":"Copper"}]}"#, "error",
      "errMsg", "results", isSuccess: true),
    DetectorRow(
      "error flag", 200, #"{"error":true,"errMsg":"The list is empty today.","results":[]}"#,
      "error", "errMsg", "results", isSuccess: false),
    DetectorRow(
      "error flag", 400, #"{"error":true,"reason":"Parameter 'latitude' is missing"}"#, "error",
      "reason", "", isSuccess: false),
    DetectorRow(
      "stat word", 200, #"{"stat":"fail","code":100,"message":"Invalid API Key (Key not found)"}"#,
      "stat", "message", "", isSuccess: false),
    DetectorRow(
      "meta", 200, #"{"meta":{"code":200,"requestId":"59a4"},"response":{"venue":{"id":"v1"}}}"#,
      "meta.code", "", "response", isSuccess: true),
    DetectorRow(
      "meta", 400,
      #"{"meta":{"code":400,"errorType":"param_error","errorDetail":"Missing ll"},"response":{}}"#,
      "meta.code", "meta.errorDetail", "response", isSuccess: false),
    DetectorRow(
      "meta", 200, #"{"meta":{"error":false,"errMsg":"fine"},"body":{"id":5}}"#, "meta.error",
      "meta.errMsg", "body", isSuccess: true),
    DetectorRow(
      "head", 200, #"{"head":{"retCode":"0","retMsg":""},"body":{"list":[]}}"#, "head.retCode",
      "head.retMsg", "body", isSuccess: true),
    DetectorRow(
      "head", 200, #"{"header":{"code":3001,"message":"Sign error"},"body":null}"#, "header.code",
      "header.message", "body", isSuccess: false),
    DetectorRow(
      "result object", 200, #"{"result":{"code":0,"msg":"ok"},"data":{"a":1}}"#, "result.code",
      "result.msg", "data", isSuccess: true),
    DetectorRow(
      "result object", 200, #"{"status":{"code":1401,"message":"Please log in"},"data":null}"#,
      "status.code", "status.message", "data", isSuccess: false),
    DetectorRow(
      ".NET", 200, #"{"Code":0,"Message":"","Data":{"Id":9,"Name":"x"}}"#, "Code", "Message",
      "Data", isSuccess: true),
  ]

  static let byAbsence: [DetectorRow] = [
    DetectorRow(
      "GraphQL", 200,
      #"{"data":{"viewer":null},"errors":[{"message":"Field 'logn' is unknown.","locations":[{"line":1,"column":12}],"path":["viewer"]}]}"#,
      "errors", "errors.0.message", "data", .absence, isSuccess: false),
    DetectorRow(
      "GraphQL", 400,
      #"{"errors":[{"message":"Must provide query string.","extensions":{"code":"BAD_REQUEST"}}]}"#,
      "errors", "errors.0.message", "data", .absence, isSuccess: false),
    DetectorRow(
      "GraphQL", 200,
      #"{"data":{"shop":{"name":"x"}},"extensions":{"cost":{"requestedQueryCost":1}}}"#, "errors",
      "errors.0.message", "data", .absence, isSuccess: true),
    DetectorRow(
      "JSON:API", 200,
      #"{"data":[{"type":"articles","id":"1","attributes":{"title":"Exact"}}],"meta":{"total":1}}"#,
      "errors", "errors.0.detail", "data", .absence, isSuccess: true),
    DetectorRow(
      "JSON:API", 422,
      #"{"errors":[{"status":"422","source":{"pointer":"/data/attributes/title"},"title":"Invalid","detail":"Too short."}]}"#,
      "errors", "errors.0.detail", "data", .absence, isSuccess: false),
    DetectorRow(
      "problem+json", 403,
      #"{"type":"https://example.com/probs/out-of-credit","title":"Out of credit","status":403,"detail":"Your balance is 30."}"#,
      "type", "detail", "", .absence, isSuccess: false),
    DetectorRow(
      "problem+json", 400,
      #"{"type":"https://tools.ietf.org/html/rfc7231#section-6.5.1","title":"One or more validation errors occurred.","status":400,"traceId":"00-84","errors":{"Name":["Required."]}}"#,
      "type", "detail", "", .absence, isSuccess: false),
    DetectorRow(
      "JSON-RPC", 200, #"{"jsonrpc":"2.0","result":{"height":812},"id":1,"error":null}"#, "error",
      "error.message", "result", .absence, isSuccess: true),
    DetectorRow(
      "JSON-RPC", 200,
      #"{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":"1"}"#, "error",
      "error.message", "", .absence, isSuccess: false),
    DetectorRow(
      "error object", 404,
      #"{"error":{"code":404,"message":"Requested entity was not found.","status":"NOT_FOUND"}}"#,
      "error", "error.message", "", .absence, isSuccess: false),
    DetectorRow(
      "error object", 402,
      #"{"error":{"code":"card_declined","message":"Your card was declined.","type":"card_error"}}"#,
      "error", "error.message", "", .absence, isSuccess: false),
    DetectorRow(
      "error object", 400,
      #"{"error":{"message":"Invalid OAuth access token.","type":"OAuthException","code":190,"fbtrace_id":"A1"}}"#,
      "error", "error.message", "", .absence, isSuccess: false),
    DetectorRow(
      "OAuth", 400,
      #"{"error":"invalid_grant","error_description":"The refresh token is expired."}"#, "error",
      "error_description", "", .absence, isSuccess: false),
    DetectorRow(
      "OAuth", 401,
      #"{"error":"invalid_client","error_description":"Unknown client.","error_uri":"https://x/1"}"#,
      "error", "error_description", "", .absence, isSuccess: false),
    DetectorRow(
      "data and error", 200, #"{"data":[{"id":1}],"error":null}"#, "error", "error.message", "data",
      .absence, isSuccess: true),
    DetectorRow(
      "by status", 404, #"{"error":"Repository not found"}"#, "", "error", "", .httpStatus,
      isSuccess: false),
  ]

  static let all = compared + byAbsence
}

/// Bodies without an envelope, however much they look like one.
enum PlainBodies {
  static let all: [(id: String, status: Int, body: String)] = [
    ("object", 200, #"{"id":7,"name":"Ada","email":"ada@example.com","active":true}"#),
    ("list", 200, #"[{"id":1},{"id":2}]"#),
    ("scalar", 200, "42"),
    ("empty object", 200, "{}"),
    ("empty list", 200, "[]"),
    (
      "GeoJSON", 200,
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[106.7,10.8]},"properties":{"status":"ok"}}]}"#
    ),
    (
      "GeoJSON feature", 200,
      #"{"type":"Feature","id":"x","geometry":null,"properties":{"code":0,"msg":"a"}}"#
    ),
    (
      "package.json", 200,
      #"{"name":"left-pad","version":"1.3.0","description":"String left pad","main":"index.js","scripts":{"test":"node t"},"license":"WTFPL"}"#
    ),
    (
      "HAL", 200,
      #"{"_links":{"self":{"href":"/orders"}},"status":"ok","message":"hi","data":[1],"total":1}"#
    ),
    (
      "OpenAPI", 200,
      #"{"openapi":"3.0.1","info":{"title":"API","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"ok"}}}}}}"#
    ),
    (
      "JSON schema", 200,
      ##"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"code":{"type":"integer"}}}"##
    ),
    (
      "paginated", 200,
      #"{"count":1023,"next":"https://example.org/?page=5","previous":null,"results":[{"name":"bulbasaur"}]}"#
    ),
    (
      "paginated data", 200,
      #"{"page":1,"per_page":6,"total":12,"total_pages":2,"data":[{"id":1}],"support":{"url":"x","text":"y"}}"#
    ),
    ("items", 200, #"{"kind":"books#volumes","totalItems":1,"items":[{"id":"x"}]}"#),
    ("status active", 200, #"{"status":"active","data":{"plan":"pro"}}"#),
    (
      "status of a job", 200,
      #"{"id":"j1","status":"success","message":"fix the build","sha":"9f2c","created_at":"2024-06-01"}"#
    ),
    ("status of a device", 200, #"{"status":"online","uptime":81234,"message":"all quiet"}"#),
    ("order", 200, #"{"id":31,"status":"shipped","items":[{"sku":"A"}],"total":12.5}"#),
    ("country", 200, #"{"code":"DE","name":"Germany","capital":"Berlin","languages":["de"]}"#),
    ("coupon", 200, #"{"code":"SAVE10","message":"Ten percent off","items":[{"sku":"A"}]}"#),
    ("currency", 200, #"{"code":"EUR","symbol":"€","rate":1.08}"#),
    (
      "weather", 200,
      #"{"coord":{"lon":106.7,"lat":10.8},"weather":[{"id":800,"main":"Clear","description":"clear sky"}],"main":{"temp":303.1},"dt":1718000000,"id":1566083,"name":"Saigon","cod":200}"#
    ),
    ("weather error", 404, #"{"cod":"404","message":"city not found"}"#),
    (
      "forecast", 200,
      #"{"latitude":52.5,"longitude":13.4,"elevation":38,"hourly_units":{"time":"iso8601"},"hourly":{"time":[],"temperature_2m":[]}}"#
    ),
    (
      "GitHub user", 200,
      #"{"login":"octocat","id":583231,"type":"User","site_admin":false,"name":"The Octocat","company":"@github","bio":null,"public_repos":8}"#
    ),
    (
      "GitHub error", 404,
      #"{"message":"Not Found","documentation_url":"https://docs.github.com/rest"}"#
    ),
    (
      "GitHub error with its status", 404,
      #"{"message":"Not Found","documentation_url":"https://docs.github.com/rest","status":"404"}"#
    ),
    ("health", 200, #"{"status":"UP","components":{"db":{"status":"UP"}}}"#),
    ("health ok", 200, #"{"status":"ok"}"#),
    ("message alone", 200, #"{"message":"pong"}"#),
    ("data alone", 200, #"{"data":{"id":1}}"#),
    ("result alone", 200, #"{"result":42}"#),
    (
      "a comment", 200,
      #"{"id":5,"message":"Nice work","status":"published","author":{"name":"x"}}"#
    ),
    ("search", 200, #"{"took":5,"timed_out":false,"hits":{"total":{"value":1},"hits":[]}}"#),
    ("a movie", 200, #"{"Title":"Alien","Year":"1979","Response":"True"}"#),
    (
      "token", 200,
      #"{"access_token":"e30","token_type":"bearer","expires_in":3600,"scope":"read"}"#
    ),
    (
      "Kubernetes", 404,
      #"{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"pods not found","reason":"NotFound","code":404}"#
    ),
    (
      "JSON-LD", 200,
      #"{"@context":"https://schema.org","@type":"Person","name":"Ada","result":"ok","message":"x"}"#
    ),
    ("a timestamp for a code", 200, #"{"code":1718000000000,"message":"tick"}"#),
    ("states", 200, #"{"state":"open","title":"It breaks","body":"When I click…","number":12}"#),
    ("meta of a list", 200, #"{"meta":{"page":1,"total":2},"items":[{"id":1},{"id":2}]}"#),
    (
      "wide", 200,
      "{" + (0..<30).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        + #","code":0,"msg":"","data":{}}"#
    ),
  ]
}
