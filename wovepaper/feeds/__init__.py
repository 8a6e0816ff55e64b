"""Feeds of new papers: RSS by feedgen, Atom and JSON Feed of the same items.

`selection` says which papers, `items` what each says, `rss`, `atom` and `json_feed` write them down, `views` answer.
"""

from wovepaper.feeds.items import Channel, FeedItem, feed_item

__all__ = ["Channel", "FeedItem", "feed_item"]
