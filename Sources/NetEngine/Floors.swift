// Who imports the engine has the words of the floors below it too.
@_exported import BytesAndJSON
@_exported import ExchangesAndOutcomes
