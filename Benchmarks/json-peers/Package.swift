// swift-tools-version: 6.3
import PackageDescription

// Apart from the project's own package, so that nobody who uses the library builds it.
let package = Package(
  name: "json-peers",
  dependencies: [.package(name: "Inspector", path: "../..")],
  targets: [
    .executableTarget(
      name: "JSONBench", dependencies: [.product(name: "NetEngine", package: "Inspector")]),
    .executableTarget(name: "FoundationJSON"),
  ],
  swiftLanguageModes: [.v6]
)
