/// A command line of `:`, or of the shell, and the words by which the palette also finds it.
package struct Synonyms: Sendable {
  /// `copy curl`, or `inspector import FILE` where the screens have no such command.
  package let line: String
  /// The words, in lower case.
  package let words: [String]
  /// The effect of the line; empty when the command's help says it.
  let help: String

  /// Reads a row of the table: `LINE = WORDS`, or `LINE = WORDS # HELP`.
  private init(row: Substring) {
    let parts = row.split(separator: " = ", maxSplits: 1)
    let rest = parts[1].split(separator: " # ", maxSplits: 1)
    line = String(parts[0])
    words = rest[0].split(separator: " ").map(String.init)
    help = rest.count > 1 ? String(rest[1]) : ""
  }

  /// The name of the command of the screens; nil for a line of the shell.
  package var name: String? {
    let name = line.prefix { $0 != " " }
    return name == "inspector" ? nil : String(name)
  }

  /// Whether a typed word is one of the words, or the first three letters or more of one.
  func fit(_ typed: String) -> Bool {
    words.contains { $0 == typed || typed.utf8.count > 2 && $0.hasPrefix(typed) }
  }

  /// The table; of several lines with one word the first comes first.
  package static let all = table.split(separator: "\n").map { Synonyms(row: $0) }

  private static let table = """
    fire = execute run call go play
    fire-again = resend retry repeat rerun reload refresh reissue again
    fire-all = batch everything bulk
    cancel = stop abort kill halt terminate
    mark = tag select tick star pick
    compose = new create add insert url get post put patch head options duplicate clone paste \
    graphql form change modify
    open-draft = resume unsent unfinished continue
    discard = delete remove drop erase trash
    edit = editor vim vi nano emacs code rename change modify script assertion auth authentication \
    authorization login signin credentials token bearer basic oauth password api-key
    keep = store persist add duplicate clone collection folder save-as save-request generate
    environment = stage staging dev development prod production server switch host
    variables = vars values params parameters auth login token credentials password
    set = assign define override let
    unset = undefine forget
    cookies = cookie jar session-cookie auth login
    delete-cookie = remove drop logout signout
    clear-cookies = purge wipe logout signout
    preview = dry-run inspect resolve show interpolate resolved auth
    undo = undo revert ctrl-z
    start-over = undo revert reset restore
    toggle-header = disable enable header headers
    rename-kept = rename title name
    jump = goto find switch locate navigate palette
    sort = order arrange group by
    filter = find where grep limit narrow query hide
    search = find grep look regex match highlight
    show-tab 4 = headers header content-type # show the headers of the response
    show-tab 5 = timing timings latency duration time waterfall dns tls ssl certificate speed # \
    show how long each part of the exchange took
    show-tab 6 = request sent # show the request as it was sent
    show-tab 7 = hex hexdump binary bytes # show the bytes of the body
    show-tab 1 = raw body response text # show the body as it came
    show-tab 2 = json tree structure collapse # show the body as a JSON tree
    lay-out = format pretty prettify beautify indent raw minify exact
    turn-envelope = hide pane column split panel
    toggle-wrap = linewrap soft-wrap lines
    previous-answer = history earlier older past log
    next-answer = history later newer
    go-to-path = jsonpath jq query xpath pointer
    pipe = jq shell exec external command-line python yq
    zoom = fullscreen maximize maximise expand enlarge
    wider = resize bigger grow
    narrower = resize smaller shrink
    next-pane = focus window panel panes
    expect = assert assertion test tests check verify validate
    next-status-filter = code codes error errors
    choose-profile = envelope envelopes success
    edit-profile = envelope schema new-profile settings
    choose-mapping = parse decode type content-type model image
    reset-pipeline = defaults original
    copy = clipboard yank clip export
    copy curl = curl export share # copy the request as a cURL command
    copy swift = swift codegen snippet moya # copy the pipeline as Swift code
    copy report = markdown ticket issue bug share # copy a report in Markdown
    copy headers = headers # copy the headers of the response
    copy body = body payload # copy the body of the response
    copy-exact = secrets unredacted unmasked reveal
    write = download export dump output save-body file
    save = store persist record export har session save-as archive backup
    open-session = load import har recording recordings history restore read
    replay = resend rerun again regression
    answer-from = mock stubs fake offline samples simulate source
    diff = compare difference differences changes delta vs
    note = comment annotate remark memo
    replay-base = host server base-url baseurl
    rules = ignore forgive-file tolerate
    forgive = ignore tolerate accept-change
    update = accept-change approve snapshot bless overwrite
    alter = rewrite tamper mock inject map-local map-remote proxy intercept
    hold = breakpoint break intercept proxy
    release = resume unblock forward
    pause = suspend-recording mute
    template = group merge pattern
    help = keys shortcuts keybindings bindings hotkeys docs documentation usage how ?
    guide = tutorial tour intro learn docs walkthrough onboarding
    theme = colour colours color colors dark light appearance skin settings
    messages = log logs console notifications errors warnings events
    back = return previous-screen leave
    quit = exit bye q q! wq leave
    close = dismiss escape clear
    toggle-mouse = selection trackpad
    redraw = repaint refresh
    suspend = background shell
    inspector import FILE = import postman insomnia openapi swagger curl har # makes request files \
    of curl commands, HAR, OpenAPI or Postman
    inspector export RECORDING = export har locust load code # writes a recording as HAR, curl, a \
    request file or Swift
    inspector capture --to URL = capture proxy intercept mitm sniff traffic listen record # \
    records the traffic between an app and its server
    inspector serve RECORDING = serve mock fake server offline stubs # answers an app from a \
    recording
    inspector run PATH = run test tests ci report junit assert runner suite # sends requests and \
    reports what is not as expected
    inspector check RECORDING --secrets = secrets leak leaks scan # searches a recording for secrets
    inspector seal RECORDING = seal redact sanitize sanitise anonymize mask hide secrets share \
    encrypt # writes a copy without secrets
    inspector config = config configuration settings preferences options timeout timeouts limits \
    redirects plugins # shows the settings of inspector.json and where each comes from
    inspector config completions bash = completion completions zsh fish bash # writes the \
    completions of a shell
    inspector help man = docs documentation manual man page reference # is the manual page
    inspector demo = demo example examples sample # starts the demo backend
    inspector PATH --log FILE = log debug trace verbose logging # writes a line per event into a \
    file
    inspector --version = version about # shows the version
    """
}

extension App {
  /// The lines that the palette finds by synonyms, in the order of their table.
  func offers(bySynonym typed: String) -> [Offer] {
    let words = typed.lowercased().split(separator: " ").map(String.init)
    return Synonyms.all.filter { words.contains(where: $0.fit) }.compactMap(offer)
  }

  private func offer(_ synonyms: Synonyms) -> Offer? {
    let (line, help) = (synonyms.line, synonyms.help)
    guard let name = synonyms.name else {
      return Offer(
        words: line, note: "in a shell: \(help)",
        taken: .elsewhere("in a shell, '\(line)' \(help)"))
    }
    guard let entry = CommandTable.entries.first(where: { $0.name == name }) else { return nil }
    let mark = line == name ? house.keymap.names(of: entry) : ""
    let places = top.scopes + [.copying]
    let isTyped = TypedCommand.entries.contains { $0.command == entry.command }
    guard isTyped, entry.scopes.contains(where: places.contains) else {
      let title = entry.scopes.first?.title ?? ""
      return Offer(
        words: line, mark: mark, note: "on '\(title)': \(entry.help)",
        taken: .elsewhere("\(name) works on '\(title)': \(entry.help)"))
    }
    return Offer(
      words: line, mark: mark, note: help.isEmpty ? entry.help : help, taken: .line(line))
  }
}
