import LosslessJSON
import NetEngine

extension RequestFileProblem {
  /// The same without the values of secret variables, which a path or a target may hold.
  func hiding(_ secrets: [NamedSecret]) -> RequestFileProblem {
    guard !secrets.isEmpty else { return self }
    func hidden(_ text: String) -> String {
      secrets.filter { !$0.value.isEmpty }.reduce(text) { text, secret in
        text.replacing(secret.value, with: "***")
      }
    }
    var copy = self
    switch reason {
    case .file(let path, let why): copy.reason = .file(hidden(path), why: hidden(why))
    case .noBase(let target): copy.reason = .noBase(hidden(target))
    case .noAbsoluteTarget(let target): copy.reason = .noAbsoluteTarget(hidden(target))
    case .unset(let name, let place, let near):
      copy.reason = .unset(hidden(name), in: place, near: near)
    default: break
    }
    return copy
  }

  /// The same by the name as it is written: the value of `%name` may be a secret.
  func naming(_ written: String, insteadOf key: String) -> RequestFileProblem {
    guard written != key, case .unset(key, let place, _) = reason else { return self }
    var copy = self
    copy.reason = .unset(written, in: place, near: nil)
    return copy
  }
}
