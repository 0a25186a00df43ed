import NetEngine
import RequestFiles

/// The page that shows what would be written.
struct KeepPage: Sendable, Hashable {
  var order: KeepOrder
  /// nil until the file was looked at.
  var plan: KeepPlan?

  var document: TextDocument {
    guard let plan else { return TextDocument([.note("looking at the file")]) }
    var builder = TextBuilder()
    builder.endLine()
    let place =
      plan.before == nil
      ? "a new file"
      : plan.place == nil ? "behind line \(max(0, plan.line - 2))" : "in front of line \(plan.line)"
    builder.add(plan.file, Style(.title, bold: true))
    builder.addLine("  \(place)", Style(.faint))
    for need in plan.needs { builder.addLine("! \(need)", Style(.warning)) }
    for note in plan.notes { builder.addLine("· \(note)", Style(.faint)) }
    builder.endLine()
    return TextDocument([builder.section, .body(Body(plan.text))])
  }
}
