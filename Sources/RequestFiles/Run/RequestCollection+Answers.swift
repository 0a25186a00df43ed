import LosslessJSON
import NetEngine

extension RequestCollection {
  /// Whether an answer may be asked for that is none of what requests need, see `dependencies(of:)`:
  /// then nobody can say which are worth keeping.
  ///
  /// What stands in files that bodies name is read when it is sent; variables of imported files, values
  /// of environments and names that are put together are looked up by whoever asks.
  public var answersMayBeAskedFor: Bool {
    files.indices.contains { imported(by: $0).contains { files[$0].hasReferringVariable } }
      || settings.values.flatMap(\.environments).flatMap(\.layers).contains(where: \.mayRefer)
      || entries.contains { entry in
        entry.request.meta.sample != nil || entry.request.body.readsVariablesOfFiles
          || entry.uses.contains { use in
            if case .dynamic = use.expression { use.expression.mayRefer } else { false }
          }
      }
  }
}

extension EnvironmentLayer {
  /// Whether a value may come from an answer, or stands, in another environment, where one would.
  fileprivate var mayRefer: Bool {
    values.contains { name, value in
      name.utf8.contains(where: \.beginsPart)
        || value.template.uses.contains(where: \.expression.mayRefer)
    }
  }
}

extension FileBody {
  fileprivate var readsVariablesOfFiles: Bool {
    pieces.contains { piece in
      if case .file(_, replacesVariables: true, _, _) = piece.whole { true } else { false }
    }
  }
}
