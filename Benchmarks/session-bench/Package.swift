// swift-tools-version: 6.3
import PackageDescription

// Apart from the project's own package, so that nobody who uses the library builds it.
let package = Package(
  name: "session-bench",
  dependencies: [.package(name: "Inspector", path: "../..")],
  targets: [
    .executableTarget(
      name: "SessionBench",
      dependencies: [
        .product(name: "NetEngine", package: "Inspector"),
        .product(name: "Sessions", package: "Inspector"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
