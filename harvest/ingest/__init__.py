"""Writing papers into the database, batch by batch; safe to repeat."""
