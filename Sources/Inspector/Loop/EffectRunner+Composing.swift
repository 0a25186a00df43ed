import InspectorScreens
import NetEngine
import RequestFiles

/// Requests that a person types: added to the list, fired, and taken out again.
extension EffectRunner {
  /// Adds a typed request and fires it; one that cannot be sent goes back to be mended.
  package func compose(_ request: ComposedRequest, beside place: Int?) {
    do throws(Refusal) {
      send(target: try add(request, beside: place))
    } catch {
      mailbox.post(.uncomposed(request, error.why))
    }
  }

  private struct Refusal: Error {
    var why: String

    init(why: String) { self.why = why }

    /// A value is missing that a person has: the form is where it can be written.
    init(_ problem: RequestFileProblem) {
      why =
        problem.unsetInProcess.map { name in
          "$\(name.shortened) has no value: write one here, or Esc and :set \(name.shortened)=…"
        } ?? problem.message
    }
  }

  private func add(_ request: ComposedRequest, beside place: Int?) throws(Refusal) -> Int {
    if let collection = program.collection {
      do throws(RequestFileProblem) {
        let added = try collection.add(request, beside: place)
        mailbox.post(.listed(collection.listing))
        return added
      } catch {
        throw Refusal(error)
      }
    }
    let target: ComposedTarget
    do throws(RequestFileProblem) { target = try ComposedTarget(request) } catch {
      throw Refusal(error)
    }
    if case .failure(let error) = provider.preview(target) { throw Refusal(why: "\(error)") }
    let pipeline = target.pipeline(over: reading(of: request.url, beside: place))
    var listed = ListedTarget(target, group: "ad hoc", pipeline: pipeline)
    listed.key = request.origin.key
    let added = program.add(listed)
    mailbox.post(.listed(program.listing))
    return added
  }

  /// A server answers a changed request in the envelope in which it answers the one it was made of;
  /// of another server nothing is known.
  private func reading(of url: String, beside place: Int?) -> Pipeline {
    guard let place, program.targets.indices.contains(place) else { return Pipeline() }
    let neighbour = program.targets[place]
    let isSameServer = neighbour.item.url.urlOrigin == url.urlOrigin
    return isSameServer ? neighbour.pipeline : Pipeline()
  }

  /// Works out what would be sent for a typed request; nothing is added to the list.
  func previewDraft(_ request: ComposedRequest, beside place: Int?) {
    if let collection = program.collection {
      return mailbox.post(
        .draftPreviewed(
          preview { collection.target(of: request, beside: place, namingMadeValues: $0) }))
    }
    let names = pluginNames
    let target = Result { () throws(RequestFileProblem) in try ComposedTarget(request) }
    let built = target.mapError(\.netError).flatMap { provider.preview($0) }
    mailbox.post(.draftPreviewed(built.map { RequestPreview(request: $0, plugins: names) }))
  }

  /// The preview of a request of a file, or what is wrong with that; `target` is asked for values,
  /// and for names in the place of those that each firing makes anew.
  func preview(
    _ target: (_ namingMadeValues: Bool) -> Result<RequestFileTarget, RequestFileProblem>
  ) -> Result<RequestPreview, NetError> {
    let names = pluginNames
    let provider = provider
    func preview(_ target: RequestFileTarget) -> Result<RequestPreview, NetError> {
      provider.preview(target).map {
        RequestPreview(request: $0, variables: target.uses, plugins: names)
      }
    }
    var made = target(false).mapError(\.netError).flatMap(preview)
    if case .success(var sent) = made, sent.variables.contains(where: { $0.origin == .dynamic }),
      let named = try? target(true).get(), let shown = try? preview(named).get()
    {
      sent.name(as: shown)
      made = .success(sent)
    }
    return made
  }

  /// Takes a typed request out of the list.
  package func discard(_ place: Int) {
    if let collection = program.collection {
      collection.discard(place)
      mailbox.post(.listed(collection.listing))
    } else {
      program.discard(place)
      mailbox.post(.listed(program.listing))
    }
  }
}
