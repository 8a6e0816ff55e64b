"""What a network may still ask for: a bucket that fills evenly, kept in Valkey for all processes and hosts.

There are purses: one for the site, one for what has a limit of its own. Valkey may vanish: then nobody is counted, and
for `RETRY_SECONDS` no request waits for it again.
"""

import logging
import time
from dataclasses import dataclass
from functools import cache
from math import ceil

from django.conf import settings
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.retry import Retry

RETRY_SECONDS = 5
PATIENCE = 0.05  # seconds for an answer
SITE, MCP = "site", "mcp"

# The bucket as one number, the moment at which it is full again: nothing has to fill it. Gives how long to wait (0: the
# cost was taken) and how long until it is full.
_TAKE = """
local now = redis.call('TIME')
local time, rate, burst, cost = now[1] + now[2] / 1000000, tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local before = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), time)
local full = before + cost / rate
local over = full - time - burst / rate
if over > 0 then return {tostring(over), tostring(before - time)} end
redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - time) * 1000))
return {'0', tostring(full - time)}
"""

logger = logging.getLogger(__name__)

_away_until = 0.0


@dataclass(frozen=True, slots=True)
class Spent:
    """`wait` is 0 where the cost was taken; `full_in` seconds the purse is whole again, if nothing more is asked."""

    purse: str
    burst: int
    per_minute: int
    wait: float = 0.0
    full_in: float = 0.0

    @property
    def left(self) -> int:
        return max(int(self.burst - self.full_in * self.per_minute / 60), 0)

    def headers(self) -> dict[str, str]:
        """RateLimit fields: how much may be spent at once and how long that takes to come back; what is left."""
        window = ceil(self.burst * 60 / self.per_minute)
        return {
            "RateLimit-Policy": f'"{self.purse}";q={self.burst};w={window}',
            "RateLimit": f'"{self.purse}";r={self.left};t={ceil(self.full_in)}',
        }


def spend(network: str, cost: float, purse: str = SITE) -> Spent:
    """Take the cost from a network's purse; or take nothing, and tell how long until it is there."""
    global _away_until
    burst, per_minute = _size(purse)
    if not network or not cost or time.monotonic() < _away_until:
        return Spent(purse, burst, per_minute)
    key = f"wovepaper:limit:{network}" if purse == SITE else f"wovepaper:limit:{purse}:{network}"
    try:
        wait, full_in = _take(settings.LIMITS_URL)(keys=[key], args=[per_minute / 60, burst, min(cost, burst)])
    except (RedisError, OSError) as error:
        _away_until = time.monotonic() + RETRY_SECONDS
        logger.warning("Valkey does not answer, so visitors are not limited: %s", type(error).__name__)
        return Spent(purse, burst, per_minute)
    return Spent(purse, burst, per_minute, float(wait), float(full_in))


def _size(purse: str) -> tuple[int, int]:
    if purse == MCP:
        return settings.MCP_BURST, settings.MCP_PER_MINUTE
    return settings.LIMIT_BURST, settings.LIMIT_PER_MINUTE


@cache
def _take(url: str) -> Script:
    client = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0))
    return client.register_script(_TAKE)
