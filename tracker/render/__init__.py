"""Wording and looks: what the library found, as text, Rich renderables and JSON documents."""
