import CurlTransport
import NetEngine

/// The least that is of use with the library, a request and its status: its size is what counts.
@main
struct HelloEngine {
  static func main() async throws {
    let url = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8791/users"
    print(try await Provider().get(url).value.statusCode)
  }
}
