/// Whether and when a target is answered by its sample instead of a server.
public enum StubBehavior: Sendable, Hashable {
  /// Over the transport.
  case never
  /// At once.
  case immediate
  /// After this long on the provider's clock.
  case delayed(Duration)
}
