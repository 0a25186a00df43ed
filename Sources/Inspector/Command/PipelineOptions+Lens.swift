import InspectorCommands
import InspectorScreens

extension PipelineOptions {
  /// What the line says for the screens, where it stands in place of what targets say.
  static func lens(
    _ arguments: Arguments, _ settings: CommandSettings
  ) throws(UsageMistake) -> @Sendable (inout Lens) -> Void {
    let said = try Self.said(arguments, settings.profiles)
    return { lens in
      if let filter = said.filter { lens.filter = filter }
      if let mapping = said.mapping { lens.mapping = mapping }
      if let profile = said.profile { lens.profile = profile.map { .chosen($0) } ?? .none }
    }
  }
}
