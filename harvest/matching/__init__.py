"""Which row a record is: pure, values in and values out, each answer with its reason."""
