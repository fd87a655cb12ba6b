"""The methods of the Web API, one file a family."""
