"""ROR, the registry of research organisations: its dumps, schema 2.0 and 2.1, and the retired schema 1.0."""
