import LosslessJSON

/// A variable of a person's environment: of the process, or of a file above the collection's folder.
package struct EnvironmentVariable: Sendable, Hashable, CustomStringConvertible {
  package var name: String
  /// The file that sets it, as seen from the collection's folder; nil for the process.
  package var file: String?

  package init(_ name: String, in file: String? = nil) {
    (self.name, self.file) = (name, file)
  }

  package var description: String {
    name.escapedForMessage + (file.map { " in \($0.escapedForMessage)" } ?? "")
  }

  /// How a person lets an origin receive it.
  package func hint(to origin: String) -> String {
    let (name, origin) = (name.escapedForMessage, origin.escapedForMessage)
    return "allow it with --allow-env \(name)=\(origin), or with \"env\": "
      + "{ \"\(name)\": [\"\(origin)\"] } in your own inspector.json"
  }
}

/// The variables of a person's environment in a request, and the origins that may receive them.
package struct EnvironmentGuard: Sendable, Hashable {
  /// The variables in the body.
  package var body: Set<EnvironmentVariable> = []
  /// The variables in header fields, by the field's name in lower case.
  package var headers: [String: Set<EnvironmentVariable>] = [:]
  /// The values of all variables in the request, its URL included.
  package var values: [EnvironmentVariable: Set<String>] = [:]
  /// The origins that may receive a variable beside the request's own.
  package var origins: [EnvironmentVariable: Set<String>] = [:]
  /// The variables that every origin may receive.
  package var unlimited: Set<EnvironmentVariable> = []
  /// The request's own origin, and how messages show it: without values of variables.
  package var origin = ""
  package var shownOrigin = ""

  package init() {}

  package var isEmpty: Bool { values.isEmpty }

  /// The variables that an origin may not receive.
  package func kept(from origin: String) -> Set<EnvironmentVariable> {
    guard !isEmpty, origin != self.origin else { return [] }
    // A person's yes is kept in the shown spelling: with values it would write them to the disk.
    let spellings: Set = [origin, shown(origin)]
    return Set(values.keys).subtracting(unlimited).filter {
      origins[$0]?.isDisjoint(with: spellings) != false
    }
  }

  /// Whether a header field holds one of these variables, by name or value.
  package func holds(_ kept: Set<EnvironmentVariable>, in field: HeaderField) -> Bool {
    guard !kept.isEmpty else { return false }
    if headers[field.name.lowercasedASCII]?.isDisjoint(with: kept) == false { return true }
    return !found(kept, in: field.value).isEmpty
  }

  /// Those of the variables whose value a text holds, percent-encoded or not.
  ///
  /// Values below four bytes are in every URL.
  package func found(
    _ kept: Set<EnvironmentVariable>, in text: String
  ) -> Set<EnvironmentVariable> {
    guard !kept.isEmpty else { return [] }
    let plain = text.utf8[...].formDecoded.utf8
    return kept.filter { variable in
      (values[variable] ?? []).contains { value in
        value.utf8.count >= NamedSecret.shortest
          && (text.utf8.firstPlace(of: value.utf8) != nil
            || plain.firstPlace(of: value.utf8) != nil)
      }
    }
  }

  /// An origin as messages show it: without values of variables.
  package func shown(_ origin: String) -> String {
    guard origin != self.origin else { return shownOrigin }
    var shown = origin
    for (variable, values) in values {
      for value in values where value.utf8.count >= NamedSecret.shortest {
        shown = shown.replacing(value.lowercasedASCII, with: "{{\(variable.name)}}")
      }
    }
    return shown
  }
}
