"""One importer a file: each knows one way of writing questions down."""
