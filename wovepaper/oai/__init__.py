"""An OAI-PMH 2.0 provider of our papers at `/oai`: what was harvested can be harvested from here."""
