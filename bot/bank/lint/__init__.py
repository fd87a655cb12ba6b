"""What makes a question easy to guess or hard to trust, measured from its text: per question and for the whole pack."""
