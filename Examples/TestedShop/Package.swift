// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "TestedShop",
  dependencies: [.package(name: "inspector", path: "../..")],
  targets: [
    .testTarget(
      name: "TestedShopTests",
      dependencies: [
        .product(name: "CurlTransport", package: "inspector"),
        .product(name: "NetEngine", package: "inspector"),
        .product(name: "NetEngineTesting", package: "inspector"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
