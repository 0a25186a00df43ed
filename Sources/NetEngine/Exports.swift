// An app that imports NetEngine gets the documents, bytes and clocks it works with.
@_exported import LosslessJSON
