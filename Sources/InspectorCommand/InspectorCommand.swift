import Inspector

@main
struct InspectorCommand {
  static func main() async {
    await Inspector.main()
  }
}
