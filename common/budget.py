"""What a network may still ask for: a bucket that fills evenly, kept in Valkey for all processes and hosts.

Valkey may vanish: then nobody is counted, and for `RETRY_SECONDS` no request waits for it again.
"""

import logging
import time
from functools import cache

from django.conf import settings
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.retry import Retry

RETRY_SECONDS = 5
PATIENCE = 0.05  # seconds for an answer

# The bucket as one number, the moment at which it is full again: nothing has to fill it.
_TAKE = """
local now = redis.call('TIME')
local time, rate, burst, cost = now[1] + now[2] / 1000000, tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), time) + cost / rate
local over = full - time - burst / rate
if over > 0 then return tostring(over) end
redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - time) * 1000))
return '0'
"""

logger = logging.getLogger(__name__)

_away_until = 0.0


def seconds_to_wait(network: str, cost: float) -> float:
    """Take the cost from a network's bucket, and give 0; or take nothing, and give how long until it is there."""
    global _away_until
    if not network or not cost or time.monotonic() < _away_until:
        return 0.0
    burst = settings.LIMIT_BURST
    try:
        over = _take(settings.LIMITS_URL)(
            keys=[f"wovepaper:limit:{network}"], args=[settings.LIMIT_PER_MINUTE / 60, burst, min(cost, burst)]
        )
    except (RedisError, OSError) as error:
        _away_until = time.monotonic() + RETRY_SECONDS
        logger.warning("Valkey does not answer, so visitors are not limited: %s", type(error).__name__)
        return 0.0
    return float(over)


@cache
def _take(url: str) -> Script:
    client = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0))
    return client.register_script(_TAKE)
