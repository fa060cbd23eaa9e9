"""Text to hands: source -> grammar -> lines -> build, driven by read."""
