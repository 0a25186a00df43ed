/// How a report page looks: its colours by role, for light and for dark, and the rules that use them.
///
/// Text has a contrast of at least 4.5 on each ground, a bar of 3; a test reads the page for that.
nonisolated enum HTMLStyle {
  /// A colour by what it is for.
  private struct Colour {
    let role: String
    let light: String
    let dark: String

    init(_ role: String, _ light: String, _ dark: String) {
      (self.role, self.light, self.dark) = (role, light, dark)
    }
  }

  private static let colours = [
    Colour("page", "#ffffff", "#14171a"), Colour("panel", "#f4f6f8", "#1d2125"),
    Colour("line", "#d3d9df", "#3a424a"), Colour("text", "#1d2125", "#e6e8eb"),
    Colour("quiet", "#555f6b", "#a9b2bd"), Colour("good", "#1a6b36", "#6fcf8f"),
    Colour("bad", "#b3261e", "#ff8a80"), Colour("none", "#6b5500", "#d9b84a"),
    Colour("bar-blocked", "#6f7780", "#9aa2ad"), Colour("bar-dns", "#7a5bb5", "#b79cf0"),
    Colour("bar-connect", "#b0580f", "#f0a35e"), Colour("bar-tls", "#a03a78", "#ec8fc4"),
    Colour("bar-send", "#1f7a8c", "#63c7d8"), Colour("bar-wait", "#3a6fc4", "#8ab8ff"),
    Colour("bar-receive", "#2e8540", "#6fcf8f"),
  ]

  /// The phases of a transfer in their order, each a class of a bar.
  static let phases = ["blocked", "dns", "connect", "tls", "send", "wait", "receive"]

  static var text: String {
    func block(_ colour: (Colour) -> String) -> String {
      ":root{" + colours.map { "--\($0.role):\(colour($0))" }.joined(separator: ";") + "}"
    }
    let bars = phases.map { ".\($0){background:var(--bar-\($0))}" }.joined(separator: "\n")
    return """
      \(block(\.light))
      @media (prefers-color-scheme: dark){\(block(\.dark))}
      \(bars)
      \(rules)
      """
  }

  private static let rules = """
    :root{color-scheme:light dark}
    *{box-sizing:border-box}
    body{margin:0 auto;padding:1rem;max-width:75rem;background:var(--page);color:var(--text);
    font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
    h1{font-size:1.4rem;margin:0}
    h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
    h3{font-size:.95rem;margin:1rem 0 .25rem}
    p{margin:.25rem 0}
    code,pre{font-family:ui-monospace,monospace;font-size:.85rem}
    pre{margin:0;padding:.5rem;background:var(--page);border:1px solid var(--line);
    white-space:pre-wrap;max-height:30rem;overflow:auto}
    a{color:inherit}
    .quiet{color:var(--quiet)}
    .good{--mark:var(--good)}
    .bad{--mark:var(--bad)}
    .none{--mark:var(--none)}
    .sign,.word,.message{color:var(--mark)}
    .sum{font-size:1.05rem;font-weight:600}
    .show{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.75rem 0}
    .show label{cursor:pointer}
    body:has(#only-good:checked) :is(li,details):is(.bad,.none){display:none}
    body:has(#only-bad:checked) :is(li,details):is(.good,.none){display:none}
    body:has(#only-none:checked) :is(li,details):is(.good,.bad){display:none}
    .legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;font-size:.85rem}
    .legend i{display:inline-block;width:.8rem;height:.8rem;margin-right:.3rem;vertical-align:-.1rem}
    .fall{list-style:none;margin:.5rem 0;padding:0;border-top:1px solid var(--line)}
    .fall a{display:grid;grid-template-columns:1.25rem minmax(0,2fr) 9.5rem minmax(0,3fr) 5rem;
    gap:.5rem;align-items:center;padding:.2rem .25rem;border-bottom:1px solid var(--line);
    text-decoration:none}
    .fall a:hover,.fall a:focus{background:var(--panel)}
    .fall .name{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
    .time{text-align:right;white-space:nowrap}
    .bar{position:relative;height:.8rem;background:var(--panel)}
    .bar i{position:absolute;top:0;bottom:0;min-width:2px}
    details{margin:.5rem 0;background:var(--panel);border:1px solid var(--line);border-radius:4px}
    summary{padding:.4rem .6rem;cursor:pointer}
    summary .name{font-weight:600}
    .inside{padding:0 .6rem .6rem}
    .both{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:0 1rem}
    table{border-collapse:collapse;width:100%;font-size:.9rem}
    td{padding:.15rem .4rem .15rem 0;vertical-align:top;text-align:left}
    td:last-child{width:70%}
    @media (max-width:50rem){
    .both{grid-template-columns:minmax(0,1fr)}
    .fall a{grid-template-columns:1.25rem minmax(0,1fr) 9.5rem}
    .fall .bar{grid-column:1/3}
    }
    @media print{pre{max-height:none}}
    """
}
