"""What harvesting writes down of itself: runs, refused records, raw answers, signs of life."""
