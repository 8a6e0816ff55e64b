"""`/institutions` pages."""
