import LosslessJSON
import NetEngine

/// Why a session, or an entry of one, cannot be read or written.
public struct SessionProblem: Error, Sendable, Hashable {
  /// What is wrong.
  public var reason: Reason
  /// The file it is about; empty where it is clear.
  public var path: String

  /// Names what is wrong, and where.
  public init(_ reason: Reason, path: String = "") {
    self.reason = reason
    self.path = path
  }

  /// What can be wrong.
  public enum Reason: Sendable, Hashable {
    /// The system's words.
    case unreadable(String)
    /// A folder, a FIFO, a device.
    case notAFile
    case tooLarge(bytes: Int, allowed: Int)
    case tooManyEntries(allowed: Int)
    /// It is not HAR and not a journal; in words.
    case notASession(String)
    /// The entry with this number, counted from 1, and what is wrong with it.
    case brokenEntry(Int, String)
    /// A body's file lies outside of the session's folder, or is not there.
    case bodyFile(String, why: String)
    /// The file is shorter than it was when it was opened.
    case changed
    /// The system's words for what could not be written.
    case unwritable(String)
    /// Another program is recording into it.
    case locked
    /// There is something already.
    case exists
    /// Another file stands there than was opened.
    case replaced
    /// It is packed: what is in it cannot be changed in place.
    case packed
    /// A journal ends with a line that is not whole, or the list of entries does not end.
    case torn
    /// A part of the file that is no entry and was left out; in words.
    case leftOut(String)
    /// Writing the file anew would remove so many parts of it, which cannot be read; the first.
    case wouldLose(Int, String)
    /// There is no exchange to write.
    case empty
    /// It is a journal, whose answers are not replaced.
    case journal
  }
}

extension SessionProblem {
  /// What is wrong, and where.
  public var message: String {
    let text = words.escapedForMessage
    return path.isEmpty ? text : "'\(path.escapedForMessage)': \(text)"
  }

  private var words: String {
    switch reason {
    case .unreadable(let words): "it cannot be read: \(words)"
    case .notAFile: "it is not a plain file"
    case .tooLarge(let bytes, let allowed): "it has \(bytes) bytes, \(allowed) are allowed"
    case .tooManyEntries(let allowed): "it has more than \(allowed) entries"
    case .notASession(let words): "it is no session: \(words)"
    case .brokenEntry(let number, let words): "entry \(number) cannot be read: \(words)"
    case .bodyFile(let name, let why): "the body in '\(name)' cannot be read: \(why)"
    case .changed: "it was cut while it was open"
    case .unwritable(let words): "it cannot be written: \(words)"
    case .locked: "another program is recording into it"
    case .exists: "it is already there"
    case .replaced: "it is another file than the one that was opened"
    case .packed: "it is packed, nothing can be written into it"
    case .torn: "its last line is torn, nothing is written behind it"
    case .leftOut(let words): words
    case .wouldLose(let count, let first):
      "it stays as it was: \(count) of its entries cannot be written anew, the first: \(first)"
    case .empty: "no session was written: there is no exchange to keep"
    case .journal: "it is a journal, no response of it is replaced"
    }
  }

  /// What to do next; empty when there is nothing sensible to say.
  public var hint: String {
    switch reason {
    case .unreadable: "check the path and its permissions"
    case .notAFile: "name a file, such as sessions/login.har"
    case .tooLarge, .tooManyEntries: "cut it into several, or open it with other SessionLimits"
    case .notASession: "open a .har file, or a journal that 'inspector seal --list' names"
    case .brokenEntry: "the other entries can be read"
    case .bodyFile: "a body's file lies beside the session; copy the folder along with it"
    case .changed: "open it again"
    case .unwritable(Disk.tooLarge): "raise the limit or choose another place"
    case .unwritable: "choose another place or free some space"
    case .locked: "end that program, or record into another session"
    case .exists: "choose another name, or say that it may be replaced"
    case .replaced: "open it again"
    case .packed: "unpack it and open it again"
    case .torn: "'inspector seal' makes a session of it"
    case .leftOut: ""
    case .wouldLose: "'inspector seal RECORDING FILE' writes the others to another file"
    case .empty: ""
    case .journal: "'inspector seal' makes a session of it"
    }
  }
}

extension SessionProblem: CustomStringConvertible {
  /// The message, and what to do.
  public var description: String { hint.isEmpty ? message : "\(message) — \(hint)" }
}
