import NetEngine

/// What is written into a locustfile, as Python has it.
enum LocustText {
  /// The file around its tasks.
  static func file(
    title: String, host: String, expectations: [String], starters: [String], tasks: [String]
  ) -> String {
    """
    # \(title.escapedForMessage), as load.
    #
    #     pip install locust
    #     locust -f THIS --host \(inside(host))              in a browser: how many users, how fast
    #     locust -f THIS --headless -u 100 -r 10 -t 1m       the same without
    #     locust -f THIS --master, and --worker --master-host HOST on each machine that takes part
    #
    # Tasks are weighted by how often they were recorded. A response is a failure by what it means: the
    # kind is its name in Locust's statistics, a 200 that means no among them.
    \(modules)

    # Which statuses pass, what the body has to be, and how its envelope is read.
    \(expectations.joined(separator: "\n"))

    \(judge)

    \(user(host: host, starters: starters))
    \(tasks.joined(separator: "\n"))
    """
  }

  /// What each of the users does, but for its tasks.
  private static func user(host: String, starters: [String]) -> String {
    """
    class Recorded(HttpUser):
        host = \(literal(host))
        wait_time = between(0.1, 1)

        def on_start(self):
            \"\"\"Asks for what later requests need.\"\"\"
            self.values = {}
    \(starters.joined(separator: "\n"))

        def value(self, name):
            \"\"\"What a response gave; nothing as long as none did.\"\"\"
            return self.values.get(name, "")

        def ask(self, method, url, name, expect, headers=None, data=None, gives=None):
            with self.client.request(
                method, url, name=name, headers=headers, data=data, catch_response=True
            ) as response:
                failure = verdict(response, expect)
                if failure:
                    response.failure(failure)
                    return
                response.success()
                for value, path in (gives or {}).items():
                    found = at(document_of(response), path)
                    if isinstance(found, str):
                        self.values[value] = found

    """
  }

  private static let modules = [
    "import os", "import random", "", "import requests",
    "from locust import HttpUser, between, task",
  ].joined(separator: "\n")

  /// The pipeline in Python: filter, JSON, envelope.
  private static let judge = #"""
    NOTHING = object()


    def secret(name):
        """What was taken out of the recording."""
        return os.environ[name]


    def at(document, path):
        """The value at a path, or NOTHING."""
        for step in path:
            if isinstance(document, list) and str(step).isdigit() and int(step) < len(document):
                document = document[int(step)]
            elif isinstance(document, dict) and str(step) in document:
                document = document[str(step)]
            else:
                return NOTHING
        return document


    def document_of(response):
        try:
            return response.json()
        except ValueError:
            return NOTHING


    def code_of(value):
        """A code as text; only texts, numbers and booleans are codes."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return str(value) if isinstance(value, (str, int, float)) else None


    def verdict(response, expect):
        """What is wrong with a response: None, or its kind."""
        if response.error is not None and not response.status_code:
            if isinstance(response.error, requests.Timeout):
                return "timeout"
            refused = isinstance(response.error, requests.ConnectionError)
            return "connect" if refused else "protocol"
        status = response.status_code
        profile = expect["profile"]
        by_status = profile is not None and profile["rule"] == "httpStatus"
        passing = [[200, 299], [400, 499]] if by_status else expect["status"]
        if passing and not any(low <= status <= high for low, high in passing):
            return f"{'client' if status // 100 == 4 else 'server' if status // 100 == 5 else 'status'} {status}"
        document = document_of(response)
        is_bare = status in (204, 205) or response.request.method == "HEAD"
        says_json = "json" in response.headers.get("Content-Type", "").lower()
        wants_json = expect["json"] or expect["auto"] and says_json and response.content
        if wants_json and document is NOTHING and not is_bare:
            return "mapping"
        if profile is None or not by_status and (is_bare or status == 304):
            return None
        return refusal(document, profile, status, must=expect["strict"] or expect["json"] or says_json)


    def refusal(document, profile, status, must):
        """What the envelope says: None is yes."""
        rule = profile["rule"]
        if document is NOTHING and rule != "httpStatus":
            return "mapping" if must else None
        found = at(document, profile["code"])
        code = str(status) if rule == "httpStatus" else code_of(found)
        if rule == "absence":
            if found is NOTHING or found in (None, "", [], {}):
                return None
            detail = code_of(at(found, profile["detail"])) if profile["detail"] else None
            code = detail or code or ".".join(map(str, profile["code"]))
        elif code is None:
            return None if profile["missing"] == "success" else "mapping"
        elif rule == "httpStatus" and status < 300 or code in profile["success"]:
            return None if code not in profile["invalid"] or rule == "httpStatus" else f"invalidSession {code}"
        return f"invalidSession {code}" if code in profile["invalid"] else f"business {code}"


    """#

  /// Status filter, mapping and profile as a dictionary.
  static func expectation(_ pipeline: Pipeline) -> String {
    let ranges = pipeline.filter.ranges.map { "[\($0.lowerBound), \($0.upperBound)]" }
    let isAuto = pipeline.mapping == .auto
    let readsJSON =
      switch pipeline.mapping {
      case .json, .object, .stringAt: true
      case .auto, .none, .string, .image: false
      }
    let profile = pipeline.profile.map(Self.profile) ?? "None"
    return """
      {
          "status": [\(ranges.joined(separator: ", "))],
          "json": \(readsJSON ? "True" : "False"),
          "auto": \(isAuto ? "True" : "False"),
          "strict": \(pipeline.profileIsKept ? "False" : "True"),
          "profile": \(profile),
      }
      """
  }

  private static func profile(_ profile: EnvelopeProfile) -> String {
    func list(_ texts: [String]) -> String { "[\(texts.map(literal).joined(separator: ", "))]" }
    return """
      {
              "rule": \(literal(profile.rule.rawValue)),
              "code": \(path(JSONPath(profile.statusCodeKey))),
              "detail": \(path(JSONPath(profile.detailCodeKey))),
              "success": \(list(profile.successValues)),
              "invalid": \(list(profile.invalidSessionValues)),
              "missing": \(literal(profile.missingCode.rawValue)),
          }
      """
  }

  /// `["data", 0, "id"]`.
  static func path(_ path: JSONPath) -> String {
    let steps = path.steps.map { step in
      switch step {
      case .key(let key): literal(key)
      case .index(let index): "\(index)"
      }
    }
    return "[\(steps.joined(separator: ", "))]"
  }

  /// A text between double quotes, in ASCII.
  static func literal(_ text: String) -> String { "\"\(inside(text))\"" }

  /// What stands between the quotes.
  static func inside(_ text: String) -> String {
    text.spelling { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case " "..."~": nil
      default: escape(scalar.value)
      }
    }
  }

  private static func escape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    let (letter, width) = value < 0x100 ? ("x", 2) : value < 0x1_0000 ? ("u", 4) : ("U", 8)
    return "\\\(letter)" + String(repeating: "0", count: width - digits.utf8.count) + digits
  }

  /// Bytes that are no text.
  static func bytes(_ body: Body) -> String {
    "b\"" + body.bytes.map { escape(UInt32($0)) }.joined() + "\""
  }
}
