"""hhparse."""
