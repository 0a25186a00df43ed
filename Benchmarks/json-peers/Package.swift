// swift-tools-version: 6.3
import PackageDescription

// The peer; our side is a target of the project's own package, built when Benchmarks/json asks for it.
let package = Package(
  name: "json-peers",
  targets: [.executableTarget(name: "FoundationJSON")],
  swiftLanguageModes: [.v6]
)
