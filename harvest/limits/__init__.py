"""What holds back our asking: each source's pace and budget, and one worker at a time."""
