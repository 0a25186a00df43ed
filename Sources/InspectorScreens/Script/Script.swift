/// What a script does to the program, step by step: the door for tests, CI and reviewers.
///
/// One order a line; `#` starts a comment line.
///
///     key j j Enter          keys by name
///     type users             characters, as keys
///     paste a\nb\e[0m        bytes, as one paste; \n \r \t \e \\ and \xNN are understood
///     resize 120x36          a new size
///     wait                   until nothing is in flight
///     frame                  print the screen
///     expect 200 OK          fail unless the screen holds this text
package struct Script: Sendable, Hashable {
  package var steps: [Step]

  package struct Step: Sendable, Hashable {
    /// Counted from 1.
    package var line: Int
    package var action: Action
  }

  package enum Action: Sendable, Hashable {
    case key(Key)
    case paste([UInt8])
    case resize(width: Int, height: Int)
    case wait
    case frame
    case expect(String)
  }

  /// A line that is not an order, and why.
  package struct Mistake: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1, in characters of the line.
    package var line: Int
    package var column: Int
    package var message: String

    package var description: String { "line \(line), column \(column): \(message)" }
  }

  /// Reads a whole script; the first mistake ends it.
  package init(_ text: String) throws(Mistake) {
    steps = []
    var number = 0
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      var line = Array(line)
      if line.last == 0x0D { line.removeLast() }
      var reader = ScriptLine(bytes: line, number: number)
      for action in try reader.actions() { steps.append(Step(line: number, action: action)) }
    }
  }
}
