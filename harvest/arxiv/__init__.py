"""arXiv's list, day by day: what to ask for, in which rows of work, and when."""
