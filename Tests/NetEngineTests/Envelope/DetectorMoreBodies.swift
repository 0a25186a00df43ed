import NetEngine
import NetRecordings
import TestSupport
import Testing

extension DetectorRow {
  /// A second collection: other people's spellings of the same few ideas.
  static let more: [DetectorRow] = [
    DetectorRow(
      "code/message/ttl", 200, #"{"code":-404,"message":"啥都木有","ttl":1}"#, "code", "message", "",
      isSuccess: false),
    DetectorRow(
      "code/message/ttl", 200, #"{"code":0,"message":"0","ttl":1,"data":{"isLogin":true}}"#, "code",
      "message", "data", isSuccess: true),
    DetectorRow(
      "code/msg/data", 400, #"{"code":-1121,"msg":"Invalid symbol."}"#, "code", "msg", "",
      isSuccess: false),
    DetectorRow(
      "code as text", 200, #"{"code":"0","msg":"","data":[{"instId":"BTC-USDT"}]}"#, "code", "msg",
      "data", isSuccess: true),
    DetectorRow(
      "retCode", 200,
      #"{"retCode":0,"retMsg":"OK","result":{"list":[]},"retExtInfo":{},"time":1671017382656}"#,
      "retCode", "retMsg", "result", isSuccess: true),
    DetectorRow(
      "retCode", 200,
      #"{"retCode":10003,"retMsg":"API key is invalid.","result":{},"retExtInfo":{},"time":1671017382656}"#,
      "retCode", "retMsg", "result", isSuccess: false),
    DetectorRow(
      "code as text", 200, #"{"code":"200000","data":{"time":1}}"#, "code", "", "data",
      isSuccess: true),
    DetectorRow(
      "code/message", 404, #"{"message":"Unknown Channel","code":10003}"#, "code", "message", "",
      isSuccess: false),
    DetectorRow(
      "code/message", 404,
      #"{"code":20404,"message":"The requested resource was not found","more_info":"https://x/errors/20404","status":404}"#,
      "code", "message", "", isSuccess: false),
    DetectorRow(
      "code/message", 404,
      #"{"code":"rest_no_route","message":"No route was found","data":{"status":404}}"#, "code",
      "message", "data", isSuccess: false),
    DetectorRow(
      "code/message", 404,
      #"{"RequestId":"B1","HostId":"ecs.example.com","Code":"InvalidAccessKeyId.NotFound","Message":"Specified access key is not found."}"#,
      "Code", "Message", "", isSuccess: false),
    DetectorRow(
      "code/message", 404, #"{"msg":"movie_not_found","code":5000,"request":"GET /v2/movie/1"}"#,
      "code", "msg", "", isSuccess: false),
    DetectorRow(
      "code beside success", 200,
      #"{"trace_id":"x","code":200,"data":{"a":1},"success":true,"message":"successful"}"#, "code",
      "message", "data", isSuccess: true),
    DetectorRow(
      "result word", 200, #"{"result":"ok","code":0,"data":{"x":1},"description":"成功","ts":1}"#,
      "code", "description", "data", isSuccess: true),
    DetectorRow(
      "result number", 200, #"{"result":1,"message":"登录成功","data":{}}"#, "result", "message",
      "data", isSuccess: true),
    DetectorRow(
      "success and errors", 200, #"{"success":true,"errors":[],"messages":[],"result":{"id":"x"}}"#,
      "success", "", "result", isSuccess: true),
    DetectorRow(
      "success and errors", 403,
      #"{"success":false,"errors":[{"code":9109,"message":"Invalid access token"}],"messages":[],"result":null}"#,
      "success", "errors.0.message", "result", isSuccess: false),
    DetectorRow(
      "success and errors", 200,
      #"{"success":false,"error":{"code":101,"type":"missing_access_key","info":"You have not supplied a key."}}"#,
      "success", "error.info", "", isSuccess: false),
    DetectorRow(
      "success flag", 200, #"{"success":"true","msg":"","obj":{"id":1}}"#, "success", "msg", "obj",
      isSuccess: true),
    DetectorRow(
      "ok flag", 200, #"{"ok":true,"channel":{"id":"C1"}}"#, "ok", "", "", isSuccess: true),
    DetectorRow(
      "ok flag", 200, #"{"ok":1,"data":{"cards":[]}}"#, "ok", "", "data", isSuccess: true),
    DetectorRow("ok flag", 200, #"{"ok":0,"msg":"这里还没有内容"}"#, "ok", "msg", "", isSuccess: false),
    DetectorRow(
      "status number", 200, #"{"status":0,"message":"ok","result":{"location":{"lng":116.3}}}"#,
      "status", "message", "result", isSuccess: true),
    DetectorRow(
      "status number", 200, #"{"status":240,"message":"APP 服务被禁用"}"#, "status", "message", "",
      isSuccess: false),
    DetectorRow(
      "status digit", 200, #"{"status":"0","info":"INVALID_USER_KEY","infocode":"10001"}"#,
      "status", "info", "", isSuccess: false),
    DetectorRow(
      "status digit", 200,
      #"{"status":"1","info":"OK","infocode":"10000","geocodes":[{"city":"北京"}]}"#, "status",
      "info", "", isSuccess: true),
    DetectorRow(
      "status word", 200, #"{"results":[{"place_id":"x"}],"status":"OK"}"#, "status", "", "results",
      isSuccess: true),
    DetectorRow(
      "status word", 200,
      #"{"error_message":"You must use an API key","results":[],"status":"REQUEST_DENIED"}"#,
      "status", "error_message", "results", isSuccess: false),
    DetectorRow(
      "status word", 401,
      #"{"status":"error","code":"apiKeyInvalid","message":"Your API key is invalid."}"#, "status",
      "message", "", isSuccess: false),
    DetectorRow(
      "error number", 404, #"{"message":"Not Found","error":404}"#, "error", "message", "",
      isSuccess: false),
    DetectorRow(
      "error_id", 400, #"{"error_id":400,"error_message":"key","error_name":"bad_parameter"}"#,
      "error_id", "error_message", "", isSuccess: false),
    DetectorRow(
      "errcode", 200, #"{"errcode":88,"errmsg":"ding talk error[subcode=40014]"}"#, "errcode",
      "errmsg", "", isSuccess: false),
    DetectorRow(
      "status object", 200,
      #"{"status":{"timestamp":"2024","error_code":0,"error_message":null,"elapsed":1},"data":{"1":{}}}"#,
      "status.error_code", "status.error_message", "data", isSuccess: true),
    DetectorRow(
      "resp_code", 200, #"{"resp_code":"0","resp_msg":"","datas":{"a":1}}"#, "resp_code",
      "resp_msg", "datas", isSuccess: true),
    DetectorRow(
      "returnCode", 200, #"{"returnCode":"SUC0000","errorMsg":null,"body":{"a":1}}"#, "returnCode",
      "errorMsg", "body", isSuccess: true),
    DetectorRow(
      "code at the top", 200, #"{"code":99991663,"msg":"token invalid","error":{"log_id":"x"}}"#,
      "code", "msg", "", isSuccess: false),
    DetectorRow(
      "error list", 404, #"{"error":["EQuery:Unknown asset pair"]}"#, "error", "error.0", "",
      .absence, isSuccess: false),
    DetectorRow(
      "error list", 401, #"{"errors":["OAuth error: The access token is invalid"]}"#, "errors",
      "errors.0", "", .absence, isSuccess: false),
    DetectorRow(
      "error list", 401,
      #"{"errors":[{"code":"UNAUTHORIZED","message":"authentication required","detail":null}]}"#,
      "errors", "errors.0.message", "", .absence, isSuccess: false),
    DetectorRow(
      "errors by field", 422,
      #"{"message":"The given data was invalid.","errors":{"email":["Taken."]}}"#, "errors",
      "message", "", .absence, isSuccess: false),
    DetectorRow(
      "errors by field", 422, #"{"errors":{"name":["can't be blank"]}}"#, "errors", "", "",
      .absence, isSuccess: false),
    DetectorRow(
      "errors text", 404, #"{"errors":"Not Found"}"#, "errors", "errors", "", .absence,
      isSuccess: false),
    DetectorRow(
      "error object", 401, #"{"error":{"status":401,"message":"Invalid access token"}}"#, "error",
      "error.message", "", .absence, isSuccess: false),
    DetectorRow(
      "error object", 400,
      #"{"data":null,"error":{"status":400,"name":"ValidationError","message":"title must be unique","details":{}}}"#,
      "error", "error.message", "data", .absence, isSuccess: false),
    DetectorRow(
      "error object", 200,
      #"{"error":{"code":"badtoken","info":"Invalid CSRF token.","*":"See the docs."}}"#, "error",
      "error.info", "", .absence, isSuccess: false),
    DetectorRow(
      "error object", 400,
      #"{"error":{"errors":[{"domain":"global"}],"code":403,"message":"Quota exceeded"}}"#, "error",
      "error.message", "", .absence, isSuccess: false),
    DetectorRow(
      "problem+json", 404,
      #"{"type":"https://x/glossary","title":"Resource Not Found","status":404,"detail":"Gone.","instance":"1"}"#,
      "type", "detail", "", .absence, isSuccess: false),
  ]
}

extension DetectorRow {
  /// A third collection, written after the detector and not used to tune it.
  static let unseen: [DetectorRow] = [
    DetectorRow(
      "code and status", 200,
      #"{"status":"OK","code":200,"total":10,"data":[{"id":1,"title":"x"}]}"#, "code", "", "data",
      isSuccess: true),
    DetectorRow(
      "resultCode", 200, #"{"resultCode":200,"message":"SUCCESS","data":null}"#, "resultCode",
      "message", "data", isSuccess: true),
    DetectorRow(
      "errCode", 200, #"{"errCode":"E0001","errMsg":"param error","success":false}"#, "errCode",
      "errMsg", "", isSuccess: false),
    DetectorRow(
      "code beside success", 200,
      #"{"success":true,"code":20000,"message":"","data":{"items":[]}}"#, "code", "message", "data",
      isSuccess: true),
    DetectorRow(
      "code/message", 200, #"{"code":50008,"message":"Login failed, unable to get user details."}"#,
      "code", "message", "", isSuccess: false),
    DetectorRow(
      "err", 200, #"{"err":0,"msg":"","data":{"a":1}}"#, "err", "msg", "data", isSuccess: true),
    DetectorRow(
      "err_no", 200, #"{"err_no":0,"err_msg":"success","data":[{"x":1}],"cursor":"0"}"#, "err_no",
      "err_msg", "data", isSuccess: true),
    DetectorRow(
      "code as text", 200, #"{"message":"success","code":"0000000","result":null}"#, "code",
      "message", "result", isSuccess: true),
    DetectorRow(
      "return_code", 200, #"{"return_code":"FAIL","return_msg":"签名失败"}"#, "return_code",
      "return_msg", "", isSuccess: false),
    DetectorRow(
      "error_code", 400, #"{"request_id":"x","error_code":"InvalidParameter","error_msg":"Bad."}"#,
      "error_code", "error_msg", "", isSuccess: false),
    DetectorRow(
      ".NET", 200, #"{"Status":1,"Msg":"ok","Data":[]}"#, "Status", "Msg", "Data", isSuccess: true),
    DetectorRow(
      "status flag", 200, #"{"status":true,"message":"Data fetched","data":[1]}"#, "status",
      "message", "data", isSuccess: true),
    DetectorRow(
      "status flag", 200, #"{"status":false,"msg":"Wrong password"}"#, "status", "msg", "",
      isSuccess: false),
    DetectorRow(
      "statusCode as text", 200, #"{"statusCode":"S200","statusMsg":"","data":{"a":1}}"#,
      "statusCode", "statusMsg", "data", isSuccess: true),
    DetectorRow(
      "response object", 200, #"{"response":{"code":1,"msg":"sign check failed"},"data":null}"#,
      "response.code", "response.msg", "data", isSuccess: false),
    DetectorRow(
      "meta", 200, #"{"meta":{"status":200,"message":"OK"},"data":{"x":1}}"#, "meta.status",
      "meta.message", "data", isSuccess: true),
    DetectorRow(
      "error object", 429,
      #"{"error":{"message":"Rate limit reached","type":"requests","param":null,"code":"rate_limit_exceeded"}}"#,
      "error", "error.message", "", .absence, isSuccess: false),
    DetectorRow(
      "error object", 400,
      #"{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: required"}}"#,
      "error", "error.message", "", .absence, isSuccess: false),
    DetectorRow(
      "statusCode", 401, #"{"error":"Unauthorized","message":"Invalid token","statusCode":401}"#,
      "statusCode", "message", "", isSuccess: false),
    DetectorRow(
      "GraphQL", 200,
      #"{"errors":[{"message":"Cannot query field","locations":[{"line":2,"column":3}],"extensions":{"code":"GRAPHQL_VALIDATION_FAILED"}}]}"#,
      "errors", "errors.0.message", "data", .absence, isSuccess: false),
    DetectorRow(
      "success flag", 200, #"{"success":true,"data":{"a":1},"error":null}"#, "success", "", "data",
      isSuccess: true),
    DetectorRow(
      "result word", 200, #"{"result":"SUCCESS","resultMessage":"","list":[1]}"#, "result",
      "resultMessage", "list", isSuccess: true),
    DetectorRow(
      "code/message", 200, #"{"code":0,"message":"ok","payload":{"x":1},"serverTime":1}"#, "code",
      "message", "payload", isSuccess: true),
    DetectorRow(
      "null code", 200, #"{"errorCode":null,"errorMessage":null,"data":{"x":1}}"#, "errorCode",
      "errorMessage", "data", .absence, isSuccess: true),
  ]
}

extension PlainBodies {
  /// A third collection, written after the detector and not used to tune it.
  static let unseen: [(id: String, status: Int, body: String)] = [
    ("a ticket", 200, #"{"status":"pending","message":"We are on it","eta":5}"#),
    ("a console", 200, #"{"code":"console.log(1)","result":"1"}"#),
    ("a match", 200, #"{"result":{"winner":"A"},"status":"final"}"#),
    ("odds", 200, #"{"success":0.93,"failure":0.07}"#),
    ("a probe", 200, #"{"id":1,"error":false,"name":"probe"}"#),
    ("characters", 200, #"{"info":{"count":826,"pages":42},"results":[{"id":1}]}"#),
    ("a joke", 200, #"{"id":"R7","joke":"x","status":200}"#),
    ("prices", 200, #"{"bitcoin":{"usd":1}}"#),
    ("data with meta", 200, #"{"data":{"x":1},"meta":{"version":"1"}}"#),
    ("a post", 200, #"{"title":"Bad day","status":"draft","detail":"…","type":"post"}"#),
    ("a repository", 200, #"{"head":"main","status":"clean","message":"nothing to commit"}"#),
    ("a status of a dictionary", 200, #"{"code":404,"name":"Not Found"}"#),
    ("jobs", 200, #"{"jobs":[{"status":"success"}],"total":1}"#),
    ("a fund", 200, #"{"ret":"2.5%","period":"1y","data":[1]}"#),
    (
      "a check of a commit", 200,
      #"{"state":"success","description":"build passed","context":"ci","target_url":"x","id":1}"#
    ),
    ("a service", 200, #"{"status":"ok","version":"1.2","uptime":3}"#),
  ]
}

extension PlainBodies {
  /// A second collection of things that are no envelopes.
  static let more: [(id: String, status: Int, body: String)] = [
    ("an application that was rejected", 200, #"{"status":"rejected","data":{"id":1}}"#),
    (
      "a plan that has expired", 200,
      #"{"status":"expired","message":"Your plan has ended","plan":"pro","renew_url":"x"}"#
    ),
    ("a game", 200, #"{"result":"win","message":"gg","score":3}"#),
    ("a batch", 200, #"{"success":12,"failed":3,"total":15}"#),
    ("a fit", 200, #"{"error":0.05,"result":3.2,"model":"linear"}"#),
    ("a snippet", 200, #"{"code":"print('hi')","language":"python"}"#),
    ("a tax code", 200, #"{"code":"A1","description":"Standard rate","rate":0.2}"#),
    ("a setting", 200, #"{"status":1,"name":"dark","desc":"Dark mode"}"#),
    (
      "a resource list", 200,
      #"{"data":[{"id":1}],"links":{"first":"x"},"meta":{"current_page":1}}"#
    ),
    ("a typed reference", 200, #"{"data":{"id":"1","type":"articles"}}"#),
    ("an address", 200, #"{"state":"CA","message":"hello","data":{"zip":"94000"}}"#),
    ("a document", 200, #"{"head":{"title":"x"},"body":{"p":"y"}}"#),
    ("a draft", 200, #"{"header":{"status":"draft","description":"Q3"},"items":[1]}"#),
    ("a value without error", 200, #"{"error":null,"value":5}"#),
    ("a validation", 200, #"{"errors":[],"warnings":[],"valid":true}"#),
    ("an import", 200, #"{"total":3,"errors":["row 2: bad date"],"items":[1]}"#),
    ("labels", 200, #"{"ok":"OK","cancel":"Cancel","message":"Are you sure?"}"#),
    ("an article", 200, #"{"type":"about","title":"About us","status":"published","detail":"…"}"#),
    ("detail alone", 404, #"{"detail":"Not found."}"#),
    (
      "a list of complaints", 401,
      #"[{"message":"Session expired or invalid","errorCode":"INVALID_SESSION_ID"}]"#
    ),
    ("a song", 200, #"{"resultCount":1,"results":[{"trackId":1}]}"#),
    ("a page", 200, #"{"content":[],"totalPages":1,"number":0,"first":true}"#),
    ("a service's word", 403, #"{"message":"Missing Authentication Token"}"#),
    ("a parcel", 200, #"{"code":"RB123456789CN","status":"in_transit","events":[{"place":"x"}]}"#),
    (
      "an airport", 200,
      #"{"code":"SGN","name":"Tan Son Nhat","country":"VN","info":"international"}"#
    ),
  ]
}
