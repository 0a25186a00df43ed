// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "ComingFromMoya",
  products: [.library(name: "MoyaSpelling", targets: ["MoyaSpelling"])],
  dependencies: [.package(name: "inspector", path: "../..")],
  targets: [
    .target(
      name: "MoyaSpelling",
      dependencies: [
        .product(name: "CurlTransport", package: "inspector"),
        .product(name: "NetEngine", package: "inspector"),
      ]),
    .testTarget(
      name: "ComingFromMoyaTests",
      dependencies: ["MoyaSpelling", .product(name: "DemoServer", package: "inspector")]),
  ],
  swiftLanguageModes: [.v6]
)
