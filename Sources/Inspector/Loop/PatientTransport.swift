import CurlTransport
import InspectorCommands
import NetEngine

/// Sends over the network, and waits no longer for what is on its way once somebody gives it up.
package nonisolated final class PatientTransport: Transport {
  private typealias Sending = Task<Result<Response, TransportError>, Never>

  private let running = Lock<[Int: Sending]>([:])
  private let lastNumber = Lock(0)

  package init() {}

  package func send(
    _ request: HTTPRequest, reporting transfer: Transfer
  ) async throws(TransportError) -> Response {
    let sending = Sending(executorPreference: Workers.shared) {
      do throws(TransportError) {
        return .success(try await LibcurlTransport.shared.send(request, reporting: transfer))
      } catch {
        return .failure(error)
      }
    }
    let number = lastNumber.withLock { number in
      number += 1
      return number
    }
    running.withLock { $0[number] = sending }
    let result = await withTaskCancellationHandler {
      await sending.value
    } onCancel: {
      sending.cancel()
    }
    running.withLock { $0[number] = nil }
    return try result.get()
  }

  /// Cancels what is on its way; what is sent afterwards is not concerned.
  package func giveUp() {
    for sending in running.withLock({ Array($0.values) }) { sending.cancel() }
  }
}
