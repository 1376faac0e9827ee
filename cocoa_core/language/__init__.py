"""Requirements as English, and English as requirements."""
