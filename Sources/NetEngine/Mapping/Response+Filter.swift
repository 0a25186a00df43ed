import LosslessJSON

extension Response {
  /// The response itself when its status is one of the filter's.
  public func filter(_ statuses: StatusFilter) throws(NetError) -> Response {
    guard statuses.accepts(statusCode) else { throw .statusCode(self) }
    return self
  }

  /// The response itself when its status is in the range; closed and half-open ranges alike.
  public func filter(
    statusCodes range: some RangeExpression<Int>
  ) throws(NetError) -> Response {
    guard range.contains(statusCode) else { throw .statusCode(self) }
    return self
  }

  /// The response itself when this is its status.
  public func filter(statusCode: Int) throws(NetError) -> Response {
    try filter(statusCodes: statusCode...statusCode)
  }

  /// The response itself when its status is 200–299.
  public func filterSuccessfulStatusCodes() throws(NetError) -> Response {
    try filter(statusCodes: 200...299)
  }

  /// The response itself when its status is 200–399.
  public func filterSuccessfulStatusAndRedirectCodes() throws(NetError) -> Response {
    try filter(statusCodes: 200...399)
  }
}
