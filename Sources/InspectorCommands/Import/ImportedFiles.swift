import Glibc
import NetEngine

/// Files that imported commands send: named from the folder the request file will stand in.
///
/// A command names them from where it is run. A request file may only name what lies in its folder,
/// so that of any other file the content is taken over.
final class ImportedFiles {
  /// Why a request cannot be imported with its file.
  struct Trouble: Error {
    let what: String
  }

  /// What was taken over, in words.
  private(set) var notes: [String] = []
  /// The folder, every symlink undone; nil while nothing is written.
  private let folder: String?
  private let shownFolder: String

  /// What is taken over has to fit into memory, and beside a text.
  private static let limit = TextFile.limit

  init(to target: String?) {
    let shown = target.map { SavedFile.folder(of: $0) } ?? "."
    shownFolder = shown
    folder = target == nil ? nil : Self.real(shown)
  }

  /// The request with its files as the request file will name them.
  func placed(_ request: HTTPRequest) throws(Trouble) -> HTTPRequest {
    var request = request
    switch request.body {
    case .file(let file):
      switch try placed(file) {
      case .file(let file): request.body = .file(file)
      case .bytes(let body): request.body = .bytes(body)
      }
    case .multipart(var parts):
      var segments: [EncodedMultipart.Segment] = []
      for segment in parts.segments {
        if case .file(let file) = segment {
          segments.append(try placed(file))
        } else {
          segments.append(segment)
        }
      }
      parts.segments = segments
      request.body = .multipart(parts)
    case .none, .bytes: break
    }
    return request
  }

  private func placed(_ file: FileSource) throws(Trouble) -> EncodedMultipart.Segment {
    guard let folder else { return .file(file) }
    if let real = Self.real(file.path), real.utf8.starts(with: "\(folder)/".utf8) {
      let path = String(decoding: real.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self)
      return .file(FileSource(path: path, count: file.count))
    }
    guard file.count <= Self.limit else {
      throw Trouble(
        what:
          "'\(file.path)' lies outside of '\(shownFolder)', where the request file stands, and is"
          + " too large to be copied: put it there and name it from there")
    }
    guard let bytes = try? TextFile.plain(file.path) else {
      throw Trouble(what: "'\(file.path)' cannot be read")
    }
    notes.append("'\(file.path)' lies outside of '\(shownFolder)': its content was taken over")
    return .bytes(Body(bytes))
  }

  private static func real(_ path: String) -> String? {
    guard !path.utf8.contains(0), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
