"""JSON for programs, Markdown for tickets and chats."""
