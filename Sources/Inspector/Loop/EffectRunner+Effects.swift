import InspectorScreens

extension EffectRunner {
  /// Carries out an order that is the same with and without a terminal.
  ///
  /// What is done to the terminal, and the end, is for whoever has them.
  func perform(_ effect: Effect, of app: App) {
    ScreenLog.note(effect)
    switch effect {
    case .send(let target): send(target: target)
    case .ask(let source, let target): send(target: target, from: source)
    case .lookBack(let order): lookBack(order)
    case .lookUp(let source, let target): lookUp(target: target, in: source)
    case .answer(let source): answer(from: source)
    case .choose(let environment): choose(environment: environment)
    case .give(let values): give(values)
    case .setVariable(let name, let value): set(name, to: value)
    case .showCookies, .removeCookies, .allowRedirect: performForProvider(effect)
    case .showVariables(let target): showVariables(of: target)
    case .answerEnvironment(let allowed): answerEnvironment(allowed)
    case .cancel(let id): cancel(id)
    case .glance(let id): glance(at: id)
    case .look(let lens): look(through: lens)
    case .read(let orders): read(orders)
    case .compare(let order): side.compare(order)
    case .save(let order): save(order)
    case .remember(let line): remember(line, app.answers)
    case .configure(let change): configure(change)
    case .session(let order): sessions.perform(order)
    case .capture(let order): capture?.perform(order)
    case .search, .sift, .layOut: side.workOut(effect, of: app)
    case .redact(let clip, let type): side.redact(clip, type)
    case .pipe(let order): side.pipe(order)
    case .stopPipe(let id): side.stopPipe(id)
    case .preview(let target): preview(target)
    case .previewDraft(let request, let place): previewDraft(request, beside: place)
    case .compose(let request, let place): compose(request, beside: place)
    case .discard(let target): discard(target)
    case .keepSplit(let split): keep(Self.splitName, split.bytes)
    case .keepGuideEnded: keep(Self.guideName, Array("{\"ended\":true}\n".utf8))
    case .planKeep(let order): plan(order)
    case .keep(let plan): keep(plan)
    case .keepDraft(let kept): keep(draft: kept.draft, of: kept.key)
    case .dropDraft(let key): keep(draft: nil, of: key)
    case .edit, .editDraft, .editCaptured, .copy, .recolor, .captureMouse, .suspend, .redraw, .quit:
      break
    }
  }

  /// Carries out an order about what the provider sends along.
  private func performForProvider(_ effect: Effect) {
    switch effect {
    case .removeCookies(let gone): cookies.remove(gone, for: program, provider)
    case .allowRedirect(let redirect): allow(redirect)
    default: cookies.show(for: program, provider)
    }
  }
}
