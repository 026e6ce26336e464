"""Physics of pool: an event-driven simulator that knows no rule."""
