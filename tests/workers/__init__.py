"""Several processes of the bot on one PostgreSQL database."""
