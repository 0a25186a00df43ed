import Glibc
import LosslessJSON

extension FileSource {
  /// Looks at the file: it must be there, readable and a plain file, for its size is announced.
  init(checking path: String) throws(SetupProblem) {
    try path.refuse(0, as: .file)
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw Self.problem(path, errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw SetupProblem(.file, .unreadable("it is not a plain file"), text: path)
    }
    guard access(path, R_OK) == 0 else { throw Self.problem(path, errno) }
    self.init(path: path, count: Int(facts.st_size))
  }

  private static func problem(_ path: String, _ code: Int32) -> SetupProblem {
    SetupProblem(.file, .unreadable(String(cString: strerror(code))), text: path)
  }
}
