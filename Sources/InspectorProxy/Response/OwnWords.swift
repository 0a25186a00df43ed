import LosslessJSON
import NetEngine

/// What this server says by itself, which no client takes for the real server's words.
enum OwnWords {
  /// An answer with one sentence.
  ///
  /// Below 400 it is no error: an app that looks for one must find none.
  static func sentence(_ status: Int, _ kind: String, _ why: String) -> ClientAnswer {
    answer(status, kind, JSON(members: [(status < 400 ? "message" : "error", JSON(why))]))
  }

  /// An answer of JSON; `kind` stands in `Inspector-Error`.
  static func answer(_ status: Int, _ kind: String, _ json: JSON) -> ClientAnswer {
    ClientAnswer(
      status: status,
      fields: [
        HeaderField("Content-Type", "application/json"), HeaderField("Inspector-Error", kind),
        HeaderField("Cache-Control", "no-store"),
      ], body: Body(JSONPrinter.compact.text(json) + "\n"))
  }
}
