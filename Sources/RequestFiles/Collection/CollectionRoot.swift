import Glibc
import LosslessJSON
import NetEngine

/// What was named on the way to a collection: the folder it all lies in, and what in it is meant.
struct CollectionRoot {
  /// As it was written; `.` for the current folder.
  let folder: String
  /// In the order in which they were named; the name of the folder itself is empty.
  let members: [(name: String, isFolder: Bool)]

  init(_ paths: [String]) throws(RequestFileProblem) {
    var places: [Place] = []
    for path in paths { places.append(try Place(path)) }
    guard let first = places.first else {
      throw RequestFileProblem(FilePlace("."), .file(".", why: "nothing is named"))
    }
    if places.allSatisfy({ $0.folder == first.folder }) {
      folder = first.folder
    } else {
      // Where they lie apart, only their real paths tell what they have in common.
      for index in places.indices { try places[index].makeReal() }
      let parts = places.map { $0.folder.split(separator: "/") }
      var common = parts[0][...]
      for other in parts.dropFirst() {
        let length = zip(common, other).prefix { $0 == $1 }.count
        common = common.prefix(length)
      }
      guard !common.isEmpty else {
        throw RequestFileProblem(
          FilePlace(paths[1]), .file(paths[1], why: "it has no folder in common with \(paths[0])"))
      }
      folder = "/" + common.joined(separator: "/")
    }
    let root = folder
    members = places.map { ($0.name(below: root), $0.isFolder) }
  }

  /// A file and the folder it is in, or a folder.
  private struct Place {
    let path: String
    var folder: String
    /// Empty for the folder.
    var name: String

    init(_ path: String) throws(RequestFileProblem) {
      self.path = path
      guard !path.utf8.contains(0) else { throw Self.problem(path, "its name holds a NUL") }
      var facts = stat()
      guard stat(path, &facts) == 0 else {
        throw Self.problem(path, ConfinedFolder.words(errno))
      }
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      if facts.st_mode & S_IFMT == S_IFDIR {
        (folder, name) = (path, "")
      } else if let slash {
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.utf8.index(after: slash)...])
      } else {
        (folder, name) = (".", path)
      }
    }

    var isFolder: Bool { name.isEmpty }

    func name(below root: String) -> String {
      var below = Substring(folder.utf8.dropFirst(root.utf8.count))
      if below.first == "/" { below.removeFirst() }
      return [String(below), name].filter { !$0.isEmpty }.joined(separator: "/")
    }

    mutating func makeReal() throws(RequestFileProblem) {
      guard let real = realpath(folder, nil) else {
        throw Self.problem(path, ConfinedFolder.words(errno))
      }
      defer { free(real) }
      folder = String(cString: real)
    }

    private static func problem(_ path: String, _ why: String) -> RequestFileProblem {
      RequestFileProblem(FilePlace(path), .file(path, why: why))
    }
  }
}
