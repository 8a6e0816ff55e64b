"""`/researchers` pages."""
