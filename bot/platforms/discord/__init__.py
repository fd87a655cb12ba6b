"""Discord: what the tutor says as Components V2, and the way back from buttons, menus and forms."""
