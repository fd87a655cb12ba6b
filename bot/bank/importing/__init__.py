"""Questions from elsewhere: what a file holds, read into drafts, planned against a pack and written in one step."""
