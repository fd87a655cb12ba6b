"""Where everything that must be remembered is kept: tables, transactions, one file of queries a noun."""
