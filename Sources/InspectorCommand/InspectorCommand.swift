import Inspector

@main
struct InspectorCommand {
  /// On the main actor from the start: elsewhere the first job would wake a pool of threads.
  @MainActor
  static func main() async {
    await Inspector.main()
  }
}
