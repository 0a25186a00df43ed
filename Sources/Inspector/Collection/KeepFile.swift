import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine
import RequestFiles

/// Requests on their way into a request file: planned, looked at by a person, then written.
nonisolated struct KeepFile: Sendable {
  /// Nothing is read outside of it; where a name without a folder lies.
  let folder: String
  /// The requests that are open, with what their variables are; nil where those are no files.
  let collection: RequestCollection?
  let context: RequestContext?

  // MARK: Planning

  /// What would be written; the file that is there is only read.
  func plan(_ order: KeepOrder) -> KeepEvent {
    let name = KeepOrder.fileName(order.file)
    let path = name.utf8.first == UInt8(ascii: "/") ? name : "\(folder)/\(name)"
    do throws(TextFile.Problem) {
      let folder = SavedFile.folder(of: path)
      guard SavedFile.exists(folder) else {
        return .refused("there is no folder \(folder.escapedForMessage): make it first")
      }
      let before = try Self.bytes(name, at: path)
      if let before, let problem = RequestFile(before, name: name).problems.first(where: \.isOfFile)
      {
        return .refused("\(problem)")
      }
      return plan(KeepPlan(order: order, file: name, path: path, before: before))
    } catch {
      return .refused(error.text)
    }
  }

  private func plan(_ empty: KeepPlan) -> KeepEvent {
    var plan = empty
    if case .expectation(let text, let name, let line) = plan.order.source {
      return plan.expect(text, of: name, line: line)
    }
    let (requests, leftOut) = plan.order.requests()
    guard !requests.isEmpty else {
      return .refused(leftOut.first ?? "none of the requests can be read")
    }
    // What variables mean to a file is said in its own collection only.
    let own = isInside(plan.path) ? collection : nil
    let near = own ?? (plan.before == nil ? nil : try? RequestCollection(path: plan.path))
    let file = relative(plan.path, to: near)
    var context = context ?? RequestContext()
    if own == nil { context.environment = near?.onlyEnvironment }
    var values = near?.knownValues(inFile: file, in: context) ?? []
    if let base = base(of: requests, plan, values) {
      plan.text = "@baseUrl = \(base)\n"
      values.append(
        KnownValue(value: base, written: "{{baseUrl}}", origin: "the line @baseUrl of this file"))
    }
    // Requests of one collection refer to each other by name.
    var taken = Set((near?.entries ?? []).map(\.listName))
    taken.formUnion(RequestFile(plan.before ?? [], name: file).requests.map(\.listName))
    for request in requests {
      plan.add(request, named: plan.order.name, values, taken: &taken)
    }
    plan.notes += leftOut
    note(missing: &plan, near, file, context)
    rename(filesOf: &plan)
    return .planned(plan)
  }

  private func isInside(_ path: String) -> Bool {
    guard let collection, path.hasPrefix(collection.folder + "/") else { return false }
    return !path.split(separator: "/").contains("..")
  }

  private func relative(_ path: String, to collection: RequestCollection?) -> String {
    guard let folder = collection?.folder, path.hasPrefix(folder + "/") else { return path }
    return String(path.dropFirst(folder.utf8.count + 1))
  }

  /// What several requests of a new file have in common, where nothing else says it.
  private func base(
    of requests: [KeepOrder.Sent], _ plan: KeepPlan, _ values: [KnownValue]
  ) -> String? {
    let bases = Set(requests.map(\.draft.url.urlOrigin))
    guard plan.before == nil, requests.count > 1, bases.count == 1, let base = bases.first,
      base.contains("://"), !base.contains("{{"),
      !values.contains(where: { $0.written == "{{baseUrl}}" })
    else { return nil }
    return base
  }

  /// Variables that have no value where the requests are to stand.
  private func note(
    missing plan: inout KeepPlan, _ near: RequestCollection?, _ file: String,
    _ context: RequestContext
  ) {
    let known = near?.variableNames(inFile: file, in: context) ?? []
    let own = RequestFile(plan.text, name: file)
    let set = known.union(own.variables.map(\.name))
    for name in own.variableNames where !set.contains(name) {
      plan.notes.append("{{\(name.shortened)}} has no value in this file")
    }
    for name in own.processNames
    where context.set[name] == nil && context.system.environment(name) == nil {
      plan.needs.append(
        "needs $\(name.shortened): :set \(name.shortened)=… for a run, or export it before the start"
      )
    }
  }

  /// Files beside it take no other file's place.
  private func rename(filesOf plan: inout KeepPlan) {
    let folder = plan.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    for (index, file) in plan.files.enumerated() {
      let name = file.name.firstFree("", "-" + file.name) { SavedFile.exists("\(folder)/\($0)") }
      guard name != file.name else { continue }
      plan.files[index].name = name
      plan.text = plan.text.split(separator: " ./\(file.name)\n", omittingEmptySubsequences: false)
        .joined(separator: " ./\(name)\n")
    }
  }

  /// All of a file; nil when there is none.
  ///
  /// Only a path that a person typed leads out of the folder.
  private static func bytes(_ file: String, at path: String) throws(TextFile.Problem) -> [UInt8]? {
    if file.utf8.first == UInt8(ascii: "/") || file.split(separator: "/").contains("..") {
      return SavedFile.exists(path) ? try TextFile.plain(path) : nil
    }
    return try ProjectFile(file, in: String(path.dropLast(file.count + 1))).read()
  }

  // MARK: Writing

  /// One change at a time: the second reads what the first has written.
  private static let turn = Lock(())

  /// Writes what was looked at, as a whole or not at all; a file that has changed since is left as it
  /// is.
  static func write(_ plan: KeepPlan) -> KeepEvent {
    turn.withLock { _ in
      do throws(TextFile.Problem) {
        let now = try bytes(plan.file, at: plan.path)
        guard now == plan.before else {
          return .refused("\(plan.file) was changed meanwhile and is as it was: keep it again")
        }
      } catch {
        return .refused(error.text)
      }
      let folder = plan.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
      for file in plan.files {
        if let code = SavedFile.write(file.bytes, to: "\(folder)/\(file.name)") {
          return .refused("\(file.name): \(Output.reason(code))")
        }
      }
      if let code = SavedFile.write(plan.bytes, to: plan.path) {
        return .refused("\(plan.file): \(Output.reason(code))")
      }
      if case .expectation = plan.order.source {
        return .kept(
          "expected of '\(plan.names[0].shortened)' from now on: "
            + "\(plan.file.escapedForMessage):\(plan.line)")
      }
      let what =
        plan.names.count == 1
        ? "'\(plan.names[0].shortened)'" : Units.count(plan.names.count, "request")
      return .kept("kept as \(what) in \(plan.file.escapedForMessage):\(plan.line)")
    }
  }
}

extension KeepPlan {
  /// Puts an expectation in front of a request, which must be the one it was.
  nonisolated fileprivate mutating func expect(
    _ text: String, of name: String, line: Int
  ) -> KeepEvent {
    guard let before,
      RequestFile(before, name: file).requests.contains(where: {
        $0.place.line == line && $0.listName == name
      })
    else {
      return .refused("'\(name.shortened)' is not at \(file.escapedForMessage):\(line) any more")
    }
    let ends = before.indices.filter { before[$0] == 0x0A }
    let start = line == 1 ? 0 : ends[line - 2] + 1
    let isDOS = start >= 2 && before[start - 2] == 0x0D
    place = start
    self.text = "# @expect \(text)\(isDOS ? "\r\n" : "\n")"
    names = [name]
    return .planned(self)
  }
}

extension RequestFileProblem {
  /// It is no request file at all: nothing may be written behind it.
  nonisolated fileprivate var isOfFile: Bool {
    switch reason {
    case .notUTF8, .tooLarge: true
    default: false
    }
  }
}
