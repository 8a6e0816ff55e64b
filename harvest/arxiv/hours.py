"""At which hours (UTC) arXiv is asked for what it announced. Pure: settings read it before there are models.

arXiv's list follows its announcement (20:00 US Eastern, Sunday to Thursday) at about 22:30 Eastern, which is 02:30 or
03:30 UTC.
"""

from datetime import time

HOURS = (time(4, 10), time(10, 10))  # the second for what was late or delivered incomplete
