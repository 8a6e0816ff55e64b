"""Feeds: RSS by feedgen, Atom and JSON Feed of the same items.

Of new papers: `views`, `things`, `searches`; of new versions: `versions`; of new citations: `citations`. `finding`
says whose feed an address is, `channels` what it says of itself, `selection` which papers stand in it, `items` what
each says, `rss`, `atom` and `json_feed` write it, `answers` is the answer.
"""

from wovepaper.feeds.items import Channel, FeedItem, feed_item

__all__ = ["Channel", "FeedItem", "feed_item"]
