"""Load makers and timings. Each module is run by `python -m bench.NAME`; README.md holds results and how they came."""
