import CurlTransport
import Inspector
import NetEngine

/// The whole program over one's own targets; the samples answer until `stub` is taken away.
@main
struct OwnTargets {
  @MainActor
  static func main() async {
    await Inspector.run(Shop.allCases, provider: Provider { $0.stub = .immediate }, title: "shop")
  }
}
