"""The sitemap index and its files.

Papers, researchers and institutions are cut by id range (`things`), lists of papers by year (`lists`), so that a file's
addresses stay its own for ever and a crawler that holds a file asks only for those that changed. `lastmod` is when
facts that the page shows last changed; a list's facts are which papers it holds. So a change to a paper touches the one
file that names it. `views` answers.
"""

from wovepaper.sitemaps.things import institutions_in_sitemap, papers_in_sitemap, researchers_in_sitemap, sitemap_line
from wovepaper.sitemaps.views import sitemap_file, sitemap_file_changed_at, sitemap_index

__all__ = [
    "institutions_in_sitemap",
    "papers_in_sitemap",
    "researchers_in_sitemap",
    "sitemap_file",
    "sitemap_file_changed_at",
    "sitemap_index",
    "sitemap_line",
]
