import LosslessJSON
import NetEngine

extension WrittenRequest {
  /// The request with its variables replaced where no file is beside it: there are only those of the
  /// process and of chance, and files are looked for in the current folder.
  public func target(
    in context: RequestContext = RequestContext()
  ) throws(RequestFileProblem) -> RequestFileTarget {
    let place = FilePlace("")
    let request = request(at: place)
    if let flaw = request.flaw ?? request.aside { throw flaw }
    let folder: ConfinedFolder
    do throws(ConfinedFolder.Refusal) { folder = try ConfinedFolder(".") } catch {
      throw RequestFileProblem(place, .file(".", why: error.why))
    }
    let scope = VariableScope(
      set: context.set, held: context.held, system: context.system,
      secrets: Set(request.meta.secrets), prompts: request.meta.prompts,
      exchange: { (reference, place) throws(RequestFileProblem) in
        throw RequestFileProblem(place, .noAnswer(reference.name))
      })
    let entry = RequestCollection.Entry(
      id: -1, request: request, group: "", key: "", isImported: false, file: 0)
    var builder = FileTarget(entry: entry, context: context, scope: scope, folder: folder)
    do throws(RequestFileProblem) { return try builder.target() } catch {
      throw error.hiding(builder.secrets)
    }
  }
}
