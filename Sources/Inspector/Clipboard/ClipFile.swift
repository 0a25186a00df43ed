import InspectorCommands
import InspectorScreens
import NetEngine

/// A file a person has named for something that is shown.
nonisolated enum ClipFile {
  /// Writes it as a whole or not at all; a file that is there stays unless it may go.
  static func write(_ clip: Clip, to file: Clip.File) -> ClipWriting {
    let place = SavedFile.fromHome(file.path)
    guard !place.utf8.contains(0) else { return .failed("the name holds a NUL") }
    guard !SavedFile.isFolder(place) else {
      return .failed("\(file.path) is a folder: a name is needed behind it")
    }
    guard file.replaces || !SavedFile.exists(place) else { return .isThere }
    let code = SavedFile.write(clip.body.bytes, to: place)
    return code.map { .failed("\(file.path): \(Output.reason($0))") } ?? .done
  }
}
