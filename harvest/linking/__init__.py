"""What outside sources say, tied to the papers held here: works, claims, people, places, citations."""
