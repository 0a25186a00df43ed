extension Route {
  /// Small real images: format and size are read from their bytes.
  static let images: [Route] = [
    Route(
      "GET", "/image", "PNG", .images, "A PNG of 8 × 6 pixels (?width= ?height= up to 512)."
    ) { request in
      let png = SampleImages.png(
        width: request.number("width", in: 1...512, default: SampleImages.width),
        height: request.number("height", in: 1...512, default: SampleImages.height))
      return .bytes(png, type: "image/png")
    }
  ]
}
