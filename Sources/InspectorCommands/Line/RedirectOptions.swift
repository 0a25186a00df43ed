import NetEngine

/// Command-line options for redirects from https to http.
package enum RedirectOptions {
  package static let row = Subcommand.Option(
    name: "--allow-downgrade",
    summary: "sends a body again when a redirect leads from https to http")

  package static func apply(_ arguments: Arguments, to options: inout RequestOptions) {
    options.allowsDowngrade = arguments[row.name] != nil
    options.downgradeSwitch = row.name
  }
}
