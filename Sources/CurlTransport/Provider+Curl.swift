public import NetEngine

extension Provider {
  /// Starts with libcurl and the defaults; `configure` changes them.
  public init(_ configure: (inout Provider) -> Void = { _ in }) {
    self.init(transport: LibcurlTransport.shared, configure)
  }
}
