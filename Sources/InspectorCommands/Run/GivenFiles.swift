import NetEngine
import RequestFiles

/// Files of values that the command line names: `--variables-file`, `--data`.
enum GivenFiles {
  static let data = Subcommand.Option(
    name: "--data", value: "FILE",
    summary: "one round for each row of a CSV file or object of a JSON array")

  static func variables(_ path: String) throws(TextFile.Problem) -> [String: String] {
    try read(path, GivenValues.variables)
  }

  /// What the variables are worth in each round; one round without values where nothing is named.
  static func rounds(_ arguments: Arguments) throws -> [[String: String]] {
    let rows = try arguments["--data"].map { try read($0, GivenValues.rows) } ?? [[:]]
    let count = try arguments.number("--repeat", in: 1...1_000_000) ?? 1
    return (0..<count).flatMap { _ in rows }
  }

  private static func read<Values>(
    _ path: String, _ values: ([UInt8]) throws(GivenValues.Mistake) -> Values
  ) throws(TextFile.Problem) -> Values {
    let bytes = try TextFile.read(path)
    do throws(GivenValues.Mistake) {
      return try values(bytes)
    } catch {
      throw TextFile.Problem(path: "\(path):\(error.line)", what: error.what)
    }
  }
}
