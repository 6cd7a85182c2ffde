"""The host: hostile and friendly clients on a loopback socket, and its parts alone."""
