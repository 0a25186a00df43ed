import NetEngine

/// A body that takes too long to be laid out between two keys, as a value any thread may work on.
package struct LayoutJob: Sendable {
  /// Counted up: what comes of an older job is dropped.
  package let id: Int
  let work: Work

  enum Work: Sendable, Equatable {
    case pretty(JSONDocument)
    case form(FormBody)

    static func == (left: Work, right: Work) -> Bool {
      switch (left, right) {
      case (.pretty(let left), .pretty(let right)): left === right
      case (.form(let left), .form(let right)): left.isSame(as: right)
      default: false
      }
    }
  }

  /// nil where it was told to stop.
  package func run(unless isCancelled: () -> Bool = { false }) -> LayoutResult? {
    switch work {
    case .pretty(let document):
      let made = Result { () throws(PrettyBody.Trouble) in
        try PrettyBody(document, unless: isCancelled)
      }
      if isCancelled() { return nil }
      return LayoutResult(id: id, work: work, made: .pretty(made))
    case .form(let form):
      let table = FormTable(form, atMost: .max)
      return LayoutResult(id: id, work: work, made: .form(table))
    }
  }
}

/// What became of a `LayoutJob`.
package struct LayoutResult: Sendable {
  package let id: Int
  let work: LayoutJob.Work
  let made: Made

  enum Made: Sendable {
    case pretty(Result<PrettyBody, PrettyBody.Trouble>)
    case form(FormTable)
  }
}
