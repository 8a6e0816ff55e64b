"""Files loaded whole: arXiv's snapshot, the sample, a release of ROR."""
